package lobby

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"contrapost/engine"
)

// Event is something that happened to a table, as opposed to its game.
type Event interface {
	engine.Event
	evolve(State) State
}

// Opened: a player opened a table. Nobody sits there yet.
type Opened struct {
	Game       string            `json:"game"`
	Want       int               `json:"want"`
	Options    map[string]string `json:"options"`
	Deck       string            `json:"deck"`
	DeckSum    string            `json:"deck_sha256"`
	Private    bool              `json:"private,omitempty"`
	Times      Times             `json:"times"`
	Commitment string            `json:"commitment"`
}

// Joined: a player took the next seat.
type Joined struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	Join   string      `json:"join"`
}

// BotJoined: a bot took the next seat.
type BotJoined struct {
	Seat engine.Seat `json:"seat"`
	Join string      `json:"join"`
}

// Invited: a player was asked to sit down.
type Invited struct {
	By     engine.Seat `json:"by"`
	Player string      `json:"player"`
}

// Left: a player rose before the game began. Those behind move up, so that seats
// stay numbered without a gap.
type Left struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
}

// Closed: the table will never begin, or its game never end.
type Closed struct {
	Why string `json:"why"` // ClosedSilent, ClosedEmpty or ClosedRuling
}

// Why tables are closed.
const (
	ClosedSilent = "silent" // nobody did anything for as long as Patience
	ClosedEmpty  = "empty"  // the last player left
	ClosedRuling = "moderator"
)

// Said: somebody spoke to the whole table. The words lie outside the log; Text is
// their salted hash.
type Said struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	Text   string      `json:"text_sha256"`
}

// Told: one player spoke to another. It belongs to the two players, not to their
// seats.
type Told struct {
	Seat   engine.Seat `json:"seat"`
	Player string      `json:"player"`
	To     engine.Seat `json:"to"`
	Hearer string      `json:"hearer"` // player id
	Text   string      `json:"text_sha256"`
}

// Excused: the service could not hear anybody for a while; what was waited for is
// waited for so much longer.
type Excused struct{ Outage }

// Begun: the seats are taken; the deal follows.
type Begun struct {
	Seats int `json:"seats"`
}

// Resigned: a player left; a bot plays the seat from here on.
type Resigned struct {
	Seat engine.Seat `json:"seat"`
}

// Published: the game is over and its secret is out, so that everybody can draw
// the shuffle again.
type Published struct {
	Secret string `json:"secret"` // hex
	Seed   string `json:"seed"`   // hex
}

// Kind names the event on disk.
func (Opened) Kind() string { return "table-opened" }

// Kind names the event on disk.
func (Joined) Kind() string { return "player-joined" }

// Kind names the event on disk.
func (BotJoined) Kind() string { return "bot-joined" }

// Kind names the event on disk.
func (Invited) Kind() string { return "player-invited" }

// Kind names the event on disk.
func (Left) Kind() string { return "player-left" }

// Kind names the event on disk.
func (Closed) Kind() string { return "table-closed" }

// Kind names the event on disk.
func (Said) Kind() string { return "words-said" }

// Kind names the event on disk.
func (Told) Kind() string { return "words-told" }

// Kind names the event on disk.
func (Excused) Kind() string { return "outage-excused" }

// Kind names the event on disk.
func (Begun) Kind() string { return "game-begun" }

// Kind names the event on disk.
func (Resigned) Kind() string { return "seat-resigned" }

// Kind names the event on disk.
func (Published) Kind() string { return "secret-published" }

func (e Opened) evolve(s State) State {
	s.Opened, s.Game, s.Want, s.Options = true, e.Game, e.Want, e.Options
	s.Deck, s.DeckSum, s.Private, s.Times, s.Commitment = e.Deck, e.DeckSum, e.Private, e.Times, e.Commitment
	return s
}

func (e Joined) evolve(s State) State {
	s.Places = append(s.Places, Place{Player: e.Player, Join: e.Join})
	return s
}

func (e BotJoined) evolve(s State) State {
	s.Places = append(s.Places, Place{Join: e.Join, Bot: true})
	return s
}

func (e Invited) evolve(s State) State {
	s.Invited = append(s.Invited, Invitation{By: s.Player(e.By), Player: e.Player})
	return s
}

func (e Left) evolve(s State) State {
	s.Places = slices.Delete(slices.Clone(s.Places), int(e.Seat)-1, int(e.Seat))
	s.Away = moved(s.Away, e.Seat)
	return s
}

func (e Closed) evolve(s State) State {
	s.Closed = true
	return s
}

func (e Said) evolve(s State) State { return s }

func (e Told) evolve(s State) State { return s }

func (e Excused) evolve(s State) State {
	s.Outages = append(s.Outages, e.Outage)
	return s
}

func (e Begun) evolve(s State) State {
	s.Begun = true
	return s
}

func (e Resigned) evolve(s State) State {
	p := s.Places[e.Seat-1]
	p.Bot, p.Seeks = true, p.Seeks || s.Times.Replaced()
	s.Places[e.Seat-1] = p
	return s
}

func (e Published) evolve(s State) State {
	s.Published = true
	return s
}

// Shows tells whether an event is shown to a seat. All are, but for what one player
// tells another, and what becomes of orders that wait.
func Shows(e Event, seat engine.Seat) bool {
	switch e := e.(type) {
	case *Told:
		return seat == e.Seat || seat == e.To
	case *Waiting:
		return seat == e.Seat
	case *Cancelled:
		return seat == e.Seat
	case *Due:
		return seat == e.Seat
	}
	return true
}

// Evolve folds one event in.
func Evolve(s State, e Event) State { return e.evolve(s).dropped(e) }

// types are those of the lobby's events, by kind.
var types = typesOf(
	Opened{}, Invited{}, Joined{}, BotJoined{}, Left{}, Closed{}, Begun{},
	Said{}, Told{}, Excused{}, Resigned{}, Published{},
	Paused{}, Resumed{}, Extended{}, SeatReplaced{}, GivenToBot{}, Noted{}, Rewound{}, Unsealed{},
	LeftToBot{}, Offered{}, Kept{}, Taken{}, Waiting{}, Cancelled{}, Due{},
	WentAway{}, CameBack{}, Wished{}, Withdrew{}, Agreed{}, ResumeAsked{}, AgreedEnded{},
)

func typesOf(events ...Event) map[string]reflect.Type {
	byKind := make(map[string]reflect.Type, len(events))
	for _, e := range events {
		byKind[e.Kind()] = reflect.TypeOf(e)
	}
	return byKind
}

// Owns tells whether an event kind is the lobby's; every other kind on a table's
// stream is its game's.
func Owns(kind string) bool { return types[kind] != nil }

func empty(kind string) (Event, bool) {
	t, ok := types[kind]
	if !ok {
		return nil, false
	}
	return reflect.New(t).Interface().(Event), true
}

// Encode stores an event.
func Encode(e Event) (engine.Record, error) {
	data, err := json.Marshal(e)
	if err != nil {
		return engine.Record{}, fmt.Errorf("encode %s: %w", e.Kind(), err)
	}
	return engine.Record{Kind: e.Kind(), Data: data}, nil
}

// Decode reads a stored event strictly: an unknown field would be lost in silence.
func Decode(r engine.Record) (Event, error) {
	e, ok := empty(r.Kind)
	if !ok {
		return nil, fmt.Errorf("decode: the lobby knows no event %q", r.Kind)
	}
	d := json.NewDecoder(bytes.NewReader(r.Data))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		return nil, fmt.Errorf("decode %s: %w", r.Kind, err)
	}
	return e, nil
}
