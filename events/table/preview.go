package table

import (
	"contrapost/engine"
	"contrapost/engine/lobby"
)

// ToldPreviewed is the sentence of an answer that says of its argument Order, which is
// canonical, that it would be done.
const ToldPreviewed = "previewed"

// previewing judges an order of the game and does nothing. It is heard as the order
// itself would be, from what the seat knows, and decided about by nobody: what would
// follow, the seat may not know.
func (s *hearing) previewing(_ []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	words, err := s.read(lobby.Behind(a.Line, 1))
	if err != nil {
		return err
	}
	if words == nil {
		return engine.Refuse("", "preview-what")
	}
	seat := s.seatAt(s.at)
	if err := s.botPlays(seat); err != nil {
		return err
	}
	if err := s.refuseStale(seat, words); err != nil {
		return err
	}
	command, err := s.at.hear(seat, words, func(engine.Seat, engine.Command) error { return nil })
	if err != nil {
		return err
	}
	a.Say(ToldPreviewed, "Order", engine.Order(command.String()))
	return nil
}
