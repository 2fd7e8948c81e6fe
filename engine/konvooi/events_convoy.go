package konvooi

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
)

// A convoy and the answers to it.
type (
	convoyLaid struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"` // by position
	}
	riderPacked struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
	}
	bidSealed struct {
		Seat     engine.Seat `json:"seat"`
		Bid      bid         `json:"bid"`
		Standing int         `json:"standing,omitempty"` // the standing bid it came from
	}
	standingGiven struct {
		Seat     engine.Seat `json:"seat"`
		Standing standing    `json:"standing"`
	}
	standingDropped struct {
		Seat   engine.Seat `json:"seat"`
		Number int         `json:"number,omitempty"` // none: all
	}
	answersOpened struct {
		Smuggler engine.Seat `json:"smuggler"`
		Officers []committed `json:"officers"` // the highest rank and nearest seat first
	}
	committed struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	inspectorChosen struct {
		Seat     engine.Seat `json:"seat"`
		Smuggler engine.Seat `json:"smuggler"`
		Officer  card.Card   `json:"officer"`
	}
)

// The bribe.
type (
	bribeInvited struct {
		Seat      engine.Seat `json:"seat"` // the smuggler
		Inspector engine.Seat `json:"inspector"`
	}
	bribeOffered struct {
		Seat      engine.Seat   `json:"seat"`
		Inspector engine.Seat   `json:"inspector"`
		Cards     []card.Card   `json:"cards"`
		Witnesses []engine.Seat `json:"witnesses"` // who sees the cards; the Onlooker among them: everybody
	}
	bribeWithheld struct {
		Seat engine.Seat `json:"seat"`
	}
	bribeAccepted struct {
		Seat      engine.Seat   `json:"seat"` // the inspector
		Smuggler  engine.Seat   `json:"smuggler"`
		Cards     []card.Card   `json:"cards"`
		Witnesses []engine.Seat `json:"witnesses"`
	}
	bribeRefused struct {
		Seat     engine.Seat `json:"seat"`
		Smuggler engine.Seat `json:"smuggler"`
		Cards    []card.Card `json:"cards"`
	}
)

// The inspection and what it leads to.
type (
	checkBegun struct {
		Seat     engine.Seat `json:"seat"` // the inspector
		Smuggler engine.Seat `json:"smuggler"`
		Turns    int         `json:"turns"` // how many cards may be turned
	}
	cardTurned struct {
		Seat     engine.Seat `json:"seat"`
		Smuggler engine.Seat `json:"smuggler"`
		Position int         `json:"position"`
		Card     card.Card   `json:"card"`
	}
	convoyPassed struct {
		Seat  engine.Seat `json:"seat"`
		Cards []card.Card `json:"cards"`
	}
	convoySeized struct {
		Seat     engine.Seat `json:"seat"` // the inspector
		Smuggler engine.Seat `json:"smuggler"`
		Cards    []card.Card `json:"cards"`
	}
	officerWon struct {
		Seat engine.Seat `json:"seat"` // the smuggler
		From engine.Seat `json:"from"`
		Card card.Card   `json:"card"`
	}
	officerReturned struct {
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
	officerRetired struct { // to the inspector's own warehouse
		Seat engine.Seat `json:"seat"`
		Card card.Card   `json:"card"`
	}
)

func (convoyLaid) Kind() string      { return "convoy-laid" }
func (riderPacked) Kind() string     { return "rider-packed" }
func (bidSealed) Kind() string       { return "bid-sealed" }
func (standingGiven) Kind() string   { return "standing-bid-given" }
func (standingDropped) Kind() string { return "standing-bid-dropped" }
func (answersOpened) Kind() string   { return "answers-opened" }
func (inspectorChosen) Kind() string { return "inspector-chosen" }
func (bribeInvited) Kind() string    { return "bribe-invited" }
func (bribeOffered) Kind() string    { return "bribe-offered" }
func (bribeWithheld) Kind() string   { return "bribe-withheld" }
func (bribeAccepted) Kind() string   { return "bribe-accepted" }
func (bribeRefused) Kind() string    { return "bribe-refused" }
func (checkBegun) Kind() string      { return "check-begun" }
func (cardTurned) Kind() string      { return "card-turned" }
func (convoyPassed) Kind() string    { return "convoy-passed" }
func (convoySeized) Kind() string    { return "convoy-seized" }
func (officerWon) Kind() string      { return "officer-won" }
func (officerReturned) Kind() string { return "officer-returned" }
func (officerRetired) Kind() string  { return "officer-retired" }

func (e convoyLaid) change(s *state) {
	s.seat(e.Seat).lose(e.Cards...)
	s.phase, s.passes = phaseBids, 0
	s.convoy = convoy{cards: e.Cards}
}

func (e riderPacked) change(s *state) { s.convoy.rider = e.Cards }

func (e bidSealed) change(s *state) {
	kept := slices.DeleteFunc(slices.Clone(s.convoy.bids), func(b sealed) bool { return b.seat == e.Seat })
	s.convoy.bids = append(kept, sealed{e.Seat, e.Bid, e.Standing > 0})
}

func (e standingGiven) change(s *state) {
	p := s.seat(e.Seat)
	p.standing = append(slices.Clone(p.standing), e.Standing)
}

func (e standingDropped) change(s *state) {
	p := s.seat(e.Seat)
	p.standing = dropStanding(p.standing, e.Number)
}

// dropStanding leaves out one standing bid by its number, or all under 0; the
// later ones close up.
func dropStanding(all []standing, number int) []standing {
	if number == 0 {
		return nil
	}
	return slices.Delete(slices.Clone(all), number-1, number)
}

func (e answersOpened) change(*state) {}

func (e inspectorChosen) change(s *state) {
	s.seat(e.Seat).lose(e.Officer)
	answer, _ := s.convoy.answer(e.Seat)
	s.convoy.inspector, s.convoy.officer, s.convoy.check = e.Seat, e.Officer, answer.Check
}

func (e bribeInvited) change(s *state) { s.phase = phaseBribe }

func (e bribeOffered) change(s *state) {
	s.seat(e.Seat).lose(e.Cards...)
	s.phase = phaseAnswer
	s.convoy.offer, s.convoy.rider = e.Cards, nil
	s.convoy.offers++
}

func (e bribeWithheld) change(*state) {}

func (e bribeAccepted) change(s *state) {
	s.seat(e.Seat).store(e.Cards...)
	s.convoy.offer = nil
}

func (e bribeRefused) change(s *state) {
	s.seat(e.Smuggler).take(e.Cards...)
	s.convoy.offer = nil
}

func (e checkBegun) change(s *state) { s.phase = phaseCheck }

func (e cardTurned) change(s *state) {
	s.convoy.turned = append(slices.Clone(s.convoy.turned), e.Position)
}

func (e convoyPassed) change(s *state) {
	s.seat(e.Seat).store(e.Cards...)
	s.convoy = convoy{}
}

func (e convoySeized) change(s *state) {
	s.seat(e.Seat).store(e.Cards...)
	s.convoy = convoy{}
}

func (e officerWon) change(s *state)      { s.seat(e.Seat).take(e.Card) }
func (e officerReturned) change(s *state) { s.seat(e.Seat).take(e.Card) }
func (e officerRetired) change(s *state)  { s.seat(e.Seat).store(e.Card) }
