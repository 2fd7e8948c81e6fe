package table

import "strings"

// meant says what order a line might have been meant for that is none, "" if it looks
// like none: one of the lobby's, or of the game at the table it was written to. Nobody
// acts on it.
func (s *hearing) meant(line string) (order string, err error) {
	words := s.Lobby.Slip(line, s.roster())
	if words == nil && s.at != nil {
		err = s.at.Attempt(func() error {
			words = s.at.Game.Lexicon().Slip(s.at.Game.Verbs(), line, s.at.Names)
			return nil
		})
	}
	return strings.Join(words, " "), err
}
