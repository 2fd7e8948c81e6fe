// Package table is the loop every order goes through: read the stream, fold it,
// hear, decide, and commit events, letters due and the mail itself in one
// transaction. A lost race is read again and heard again, a few times.
//
// It knows the contract of a game and the lobby, but no game; letters are rows
// that say what is due, and are worded elsewhere.
package table

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// House is where tables stand: the log they live in, the games on offer and the
// sources of what rules must not know. What is a func is asked for what lies outside
// of any one table; the read tables answer as of the last commit.
type House struct {
	Log     events.Log
	Lobby   lobby.Lobby
	Deck    func(name string) ([]byte, error)
	Entropy io.Reader                                                                 // for secrets, table and player ids
	Sitting func(ctx context.Context, player string) ([]Sitting, error)               // a player's tables, as of the last commit
	Forming func(ctx context.Context) ([]string, error)                               // listed tables that seat players, the fullest first
	Invited func(ctx context.Context, by, guest string, since time.Time) (int, error) // invitations by a player or to one ("": anybody), at all tables
	Seeking func(ctx context.Context) ([]string, error)                               // listed tables with a seat that seeks a player; nil: none
	Address func(address string) (string, error)                                      // an address as it is kept; an error for one that is none, or the service's own
	Zone    func(name string) (string, bool)                                          // a time zone's name as it is spelled, in any case
	Heard   func() time.Time                                                          // until when every mail that arrived has been heard; nil: until now
	Code    func(player string, at time.Time) string                                  // what confirms that a player wants to be forgotten, if it was given them in the hour of a moment
	Judge   func(address string) bool                                                 // whose address may rule, and so have a table unsealed; nil: nobody's
	Prompt  bool                                                                      // sealed windows open as soon as they are complete, not at the next quarter hour, and talk waits for no more of it
}

// Table is a stream folded up to a version.
type Table struct {
	ID      string
	Version int64
	Lobby   lobby.State
	Game    engine.Game
	Play    engine.Play // nil until the game has begun
	Names   engine.Roster

	window   *window           // of sealed answers; nil: none is open
	prompt   bool              // the house opens windows as soon as they are complete
	called   map[string]string // by player id: what they are called at this table, now or once
	invited  []Invitation
	talk     []Talk
	secret   [32]byte
	resigned map[engine.Seat]int64 // the version at which a player gave up the seat
	rulings  []Ruling
	marks    []mark            // by version, from version 1
	line     []engine.Record   // the game's, those left out that were taken back
	lines    [][]engine.Record // the same as of each version, from version 1
	begun    int64             // the version at which the game began; 0: it has not
	dealt    int64             // the version at which the game was begun and dealt; 0: it is not
	dealtBy  events.Cause
	ended    int64 // the version at which the secret was published; 0: it is not
	rewound  int64 // the version at which the game was taken back last; 0: never
	returns  []span
	silences []Silence
	present  map[engine.Seat]int64 // the version at which a seat's turn was last answered by its player
	changes  []Change
	waitedBy map[engine.Seat]string // hash of the mail that what waits of a seat came by
	losses   []loss
	turns    []spell // with a bank: oldest first
	timings  []Timing
	departed engine.Seat // whose player the last event has taken the seat from; 0: nobody's
}

// mark is what a version meant to the seats: when it was, how many facts each
// held after it, and the head of the chain.
type mark struct {
	at      time.Time
	known   []int // by seat; index 0 the Onlooker's
	outages int   // noted by then
	hash    [32]byte
	shown   func(engine.Seat) bool // who was shown it, facts of the game apart

	awaited []engine.Seat
	whole   bool // nothing of what was decided at once comes after it
}

// Load folds a table's stream up to a version (0: all of it), whether the table
// rests or not. A stream that does not exist is events.ErrNotFound, one that does
// not fold a *Fault.
func (h *House) Load(ctx context.Context, id string, upto int64) (*Table, error) {
	return h.Walk(ctx, id, upto, func(*Table, events.Entry) {})
}

// Walk is Load with a look at the table after each entry; its names are looked up
// only in the end.
func (h *House) Walk(ctx context.Context, id string, upto int64, visit func(*Table, events.Entry)) (*Table, error) {
	entries, err := h.Log.Stream(ctx, id, 1, upto)
	if err != nil {
		return nil, fmt.Errorf("load table %s: %w", id, err)
	}
	if len(entries) == 0 {
		return nil, fmt.Errorf("load table %s: %w", id, events.ErrNotFound)
	}
	t := &Table{ID: id, prompt: h.Prompt}
	secret, err := h.Log.Secret(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("load table %s: %w", id, err)
	}
	t.secret = secret
	for _, e := range entries {
		if err := safely(func() error { return t.step(h.Lobby, e, visit) }); err != nil {
			err = fmt.Errorf("fold entry %d, %s: %w", e.Version, e.Kind, err)
			return nil, fmt.Errorf("load table %s: %w", id, &Fault{Table: id, Version: int64(len(t.marks)), Err: err})
		}
	}
	return t, t.name(ctx, h.Log)
}

// name looks up what the players are called.
func (t *Table) name(ctx context.Context, log events.Log) error {
	names, err := log.SeatNames(ctx, t.ID)
	if err != nil {
		return fmt.Errorf("names at table %s: %w", t.ID, err)
	}
	for _, n := range names {
		t.call(n.Player, n.Name)
	}
	t.rename()
	return nil
}

// call notes what a player is called.
func (t *Table) call(player, name string) {
	if t.called == nil {
		t.called = map[string]string{}
	}
	t.called[player] = name
}

// rename lists the names by seat anew, once seats have changed.
func (t *Table) rename() {
	t.Names = make(engine.Roster, len(t.Lobby.Places))
	for i := range t.Lobby.Places {
		t.Names[i] = t.nameOf(engine.Seat(i + 1))
	}
}

// Called is what a player is called at this table, or was before they left it; ""
// when that has been erased and they sit there no more.
func (t *Table) Called(player string) string {
	if seat, seated := t.Lobby.Seat(player); seated && t.called[player] == "" {
		return unnamed(seat)
	}
	return t.called[player]
}

// taken are the names that are not free to a player: those of all others who sit there
// or have left, for what they said stands under their names.
func (t *Table) taken(player string) engine.Roster {
	taken := slices.Clone(t.Names)
	for other, name := range t.called {
		if other != player && name != "" && !slices.Contains(taken, name) {
			taken = append(taken, name)
		}
	}
	return taken
}

func (t *Table) nameOf(seat engine.Seat) string {
	p := t.Lobby.Places[seat-1]
	switch {
	case p.Player == "":
		return fmt.Sprintf("Bot-%d", seat)
	case t.called[p.Player] == "":
		return unnamed(seat)
	}
	return t.called[p.Player]
}

// unnamed is what the seat of a player is called whose name has been erased.
func unnamed(seat engine.Seat) string { return fmt.Sprintf("Player-%d", seat) }

func (t *Table) step(l lobby.Lobby, e events.Entry, visit func(*Table, events.Entry)) error {
	if err := t.fold(l, e); err != nil {
		return err
	}
	visit(t, e)
	return nil
}

func (t *Table) fold(l lobby.Lobby, e events.Entry) error {
	t.branch(e)
	asked, before := t.remark(e), t.Lobby
	shown, err := t.evolve(l, engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return err
	}
	t.heed(e, asked)
	t.await(e, before)
	t.unveil(e)
	t.dealing(e)
	t.marks = append(t.marks, t.count(mark{at: e.At, hash: e.Hash, shown: shown}))
	t.Version = e.Version
	t.depart(e.At)
	t.date(e.At)
	t.dateRuling(e.At)
	t.attend(e)
	t.tally(e)
	return nil
}

func (t *Table) count(m mark) mark {
	m.outages = len(t.Lobby.Outages)
	m.known = make([]int, len(t.Lobby.Places)+1)
	if t.Play != nil {
		for s := range m.known {
			m.known[s] = t.Play.Known(engine.Seat(s))
		}
		m.awaited = t.Play.Awaited()
	}
	return m
}

// evolve folds a record into the lobby's state or the game's, and says to whom the
// lobby has shown it.
func (t *Table) evolve(l lobby.Lobby, r engine.Record) (shown func(engine.Seat) bool, err error) {
	defer func() { t.lines = append(t.lines, t.line) }()
	if !lobby.Owns(r.Kind) {
		if t.Play == nil {
			return nil, fmt.Errorf("event %q before the game began", r.Kind)
		}
		t.line = append(t.line, r)
		return func(engine.Seat) bool { return false }, t.Play.Evolve(r)
	}
	e, err := lobby.Decode(r)
	if err != nil {
		return nil, err
	}
	t.Lobby = lobby.Evolve(t.Lobby, e)
	t.hear(e)
	t.judge(e)
	t.change(e)
	t.time(e)
	return func(s engine.Seat) bool { return lobby.Shows(e, s) }, t.mind(l, e)
}

// mind takes in what an event of the lobby, folded already, means to the game and
// its seats.
func (t *Table) mind(l lobby.Lobby, e lobby.Event) (err error) {
	switch e := e.(type) {
	case *lobby.Opened:
		t.Game = l.Game(e.Game)
		if t.Game == nil {
			return fmt.Errorf("this binary knows no game %q", e.Game)
		}
	case *lobby.Begun:
		t.begun = t.Version + 1
		t.Play, err = t.Game.Play(nil)
	case *lobby.Resigned:
		if t.resigned == nil {
			t.resigned = map[engine.Seat]int64{}
		}
		t.resigned[e.Seat] = t.Version + 1
		t.departed = e.Seat
	case *lobby.GivenToBot:
		t.departed = e.Seat
	case *lobby.LeftToBot:
		t.departed = e.Seat
	case *lobby.SeatReplaced:
		delete(t.resigned, e.Seat)
		t.meet(e.Seat)
		t.departed = e.Seat
	case *lobby.Published:
		t.ended = t.Version + 1
	case *lobby.Taken:
		delete(t.resigned, e.Seat)
		t.meet(e.Seat)
		t.departed = e.Seat
	case *lobby.Rewound:
		err = t.rewind(e.To)
	}
	return err
}

// Ended tells whether nothing happens at the table any more but talk, and its log keeps
// no secret: the game is over, or the table was closed before one began.
func (t *Table) Ended() bool { return t.Over() || t.Lobby.Closed }

// Over tells whether the game has ended, with a result or by a moderator's ruling.
func (t *Table) Over() bool {
	if t.Play == nil || t.Lobby.Closed {
		return t.Play != nil
	}
	_, over := t.Play.Result()
	return over
}

// BegunAfter tells whether the game has begun, and at a later version than that.
func (t *Table) BegunAfter(version int64) bool { return t.begun > version }

// EndedAfter tells whether the game has ended, and at a later version than that.
func (t *Table) EndedAfter(version int64) bool { return t.ended > version }

// Played gives the game's own records, without what was taken back.
func (t *Table) Played() []engine.Record { return slices.Clip(t.line) }

// Resigned lists the seats whose players gave up after a version.
func (t *Table) Resigned(after int64) []engine.Seat {
	var seats []engine.Seat
	for _, s := range engine.Seats(len(t.Lobby.Places)) {
		if t.resigned[s] > after {
			seats = append(seats, s)
		}
	}
	return seats
}

// Known is how many facts a seat held at a version.
func (t *Table) Known(seat engine.Seat, version int64) int {
	if version < 1 || len(t.marks) == 0 {
		return 0
	}
	known := t.marks[min(version, int64(len(t.marks)))-1].known
	if int(seat) >= len(known) {
		return 0
	}
	return known[seat]
}

// Head is the chain's hash at the last entry that a seat was shown.
func (t *Table) Head(seat engine.Seat) [32]byte {
	for v := len(t.marks); v > 0; v-- {
		if t.marks[v-1].shown(seat) || t.Known(seat, int64(v)) > t.Known(seat, int64(v-1)) {
			return t.marks[v-1].hash
		}
	}
	return [32]byte{}
}

// Published gives the secret of a game that is over, for its closing letter.
func (t *Table) Published() (secret [32]byte, ok bool) {
	if !t.Lobby.Published {
		return secret, false
	}
	return t.secret, true
}

// luck is the chance of a decision taken now.
func (t *Table) luck() engine.Chance {
	return engine.NewChance(t.Lobby.Seed(t.secret), t.Version)
}

// bots are the seats that are awaited and played by the house.
func (t *Table) bots() []engine.Seat {
	return slices.DeleteFunc(t.Play.Awaited(), func(s engine.Seat) bool { return !t.Lobby.Places[s-1].Bot })
}
