package engine

import "errors"

// longestSettling bounds Settle: a game whose clock has found nothing better to
// do for so long is going round in circles.
const longestSettling = 1000

// ErrUnsettled says that a game's clock went on deciding without the game ever
// waiting for a seat or ending.
var ErrUnsettled = errors.New("settle: the clock decides without end")

// Step lets a seat's command happen: it is decided, and what follows is folded
// into the play and given back. After an error nothing counts as having happened,
// and a play that failed to fold is of no further use.
func Step(p Play, s Seat, c Command, luck Chance) ([]Record, error) {
	records, err := p.Decide(s, c, luck)
	if err != nil {
		return nil, err
	}
	if err := p.Evolve(records...); err != nil {
		return nil, err
	}
	return records, nil
}

// Settle lets the clock act as long as the game awaits nobody and is not over,
// and gives back everything that followed. Luck is asked before each decision and
// told how many records this settling has added so far, because the luck of a
// decision hangs on the length of the stream. The error may be ErrUnsettled; the
// records given with an error have been folded.
func Settle(p Play, luck func(added int) Chance) ([]Record, error) {
	var all []Record
	for range longestSettling {
		if !Unsettled(p) {
			return all, nil
		}
		chance := luck(len(all))
		records, err := Step(p, Onlooker, p.Lapse(Onlooker, chance), chance)
		if err != nil {
			return all, err
		}
		all = append(all, records...)
	}
	return all, ErrUnsettled
}

// Unsettled tells whether the game waits for nobody but the clock.
func Unsettled(p Play) bool {
	_, over := p.Result()
	return !over && len(p.Awaited()) == 0
}
