package table

import (
	"strings"

	"contrapost/engine"
)

// previewing judges an order of the game and does nothing. It is heard as the order
// itself would be, from what the seat knows, and decided about by nobody: what would
// follow, the seat may not know.
func (s *hearing) previewing(_ []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(a.Line), " ")
	words, err := s.read(rest)
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
	if _, err := s.at.hear(seat, words, func(engine.Seat, engine.Command) error { return nil }); err != nil {
		return err
	}
	a.Say("previewed")
	return nil
}
