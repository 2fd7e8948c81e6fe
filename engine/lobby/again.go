package lobby

import "math"

// Again gives all that was decided along with the event that began a decision, that
// event first, as far as it follows from the state and the words of the order: who
// sits down and whether that fills the table, who leaves and whether that closes it.
// An event that nothing else follows from stands for itself.
func (s State) Again(first Event, order []string) []Event {
	switch e := first.(type) {
	case *Joined:
		return s.Join(e.Player, e.Join)
	case *BotJoined:
		if n, err := ParseBots(order); err == nil && n <= math.MaxUint8 { // no more seats can be numbered
			return s.AddBots(n)
		}
	case *Begun:
		return s.Begin()
	case *Left:
		if seat, ok := s.Seat(e.Player); ok && seat == e.Seat {
			return s.Leave(e.Player)
		}
	}
	return []Event{first}
}
