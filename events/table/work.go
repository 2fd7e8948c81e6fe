package table

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// work is what one transaction does to one table.
type work struct {
	*Table
	lobby  lobby.Lobby
	deck   func(string) ([]byte, error)
	cause  events.Cause
	from   int64 // the version read
	drafts []events.Draft
	before engine.Questions
	begun  bool            // the game began in this transaction
	spoken map[string]bool // players, by id, who were spoken to in this transaction
	host   string          // the player, by id, whom it has made the host

	retimed   bool                 // by players: a deadline may have moved, or may soon; everybody is told
	ruled     bool                 // by a moderator: everybody is told
	concerned map[string]bool      // players, by id, who are told of it though a bot plays for them
	newcomers map[engine.Seat]bool // seats with a new player
	left      map[string]bool      // players, by id, whose silence has left their seat to a bot

	marking bool // what is decided is marked at once, as nobody reads it back: this is a replay
}

func (h *House) begin(t *Table, cause events.Cause) *work {
	return &work{
		Table: t, lobby: h.Lobby, deck: h.Deck, cause: cause,
		from: t.Version, before: engine.Asking(t.Play, len(t.Lobby.Places)),
	}
}

// order hears a game's words as a seat and does what follows. A *engine.Refusal
// changes nothing; any other error is the table's *Fault.
func (w *work) order(seat engine.Seat, words []string, now time.Time) (command engine.Command, err error) {
	command, err = w.hear(seat, words, w.do)
	if err != nil {
		return nil, err
	}
	// The seat that a bot is to have is not left by this mail, which may have come long ago.
	defer func(cause events.Cause) { w.cause = cause }(w.cause)
	w.cause = events.Cause{Kind: events.CauseBot}
	return command, w.leave(now)
}

// hear judges an order and, if it is permitted, does something with it.
func (w *work) hear(seat engine.Seat, words []string, do func(engine.Seat, engine.Command) error) (command engine.Command, err error) {
	if err := w.lobby.MayPlay(w.Lobby); err != nil {
		return nil, err
	}
	var refusal *engine.Refusal
	err = w.Attempt(func() (err error) {
		if command, err = w.Play.Hear(seat, words); errors.As(err, &refusal) {
			return nil
		}
		if err != nil {
			return err
		}
		return do(seat, command)
	})
	if refusal != nil {
		return nil, refusal
	}
	return command, err
}

// do takes a command that was heard, or came from the clock, to its end.
func (w *work) do(seat engine.Seat, command engine.Command) error {
	records, err := w.Play.Decide(seat, command, w.luck())
	if err != nil {
		return err
	}
	if err := w.note(seat, command.String(), records); err != nil {
		return err
	}
	return w.publish()
}

// note adds records to the stream as this transaction will leave it.
func (w *work) note(seat engine.Seat, order string, records []engine.Record) error {
	for i, r := range records {
		d := events.Draft{Kind: r.Kind, Data: r.Data, Seat: uint8(seat), Cause: w.cause}
		if i == 0 && order != "" {
			d.Order, d.Rules = order, w.Game.Version()
		}
		if err := w.take(d, r); err != nil {
			return fmt.Errorf("event %s does not fold: %w", r.Kind, err)
		}
		w.drafts = append(w.drafts, d)
		w.Version++
	}
	return nil
}

// take folds in what was decided. A replay marks it as if it had been read from the
// log: which versions can be returned to is told by the marks.
func (w *work) take(d events.Draft, r engine.Record) error {
	e := events.Entry{Draft: d, Version: w.Version + 1}
	if w.marking {
		w.branch(e)
	}
	asked, before := w.remark(e), w.Lobby
	shown, err := w.evolve(w.lobby, r)
	if err == nil {
		w.heed(e, asked)
		w.await(e, before)
		w.unveil(e)
	}
	if err == nil && w.marking {
		w.marks = append(w.marks, w.count(mark{shown: shown}))
	}
	return err
}

// decided notes what the lobby decided; a full table is dealt at once. An error is
// the table's *Fault.
func (w *work) decided(seat engine.Seat, order string, decided ...lobby.Event) error {
	return w.Attempt(func() error { return w.record(seat, order, decided) })
}

func (w *work) record(seat engine.Seat, order string, decided []lobby.Event) error {
	defer w.rename()
	for i, e := range decided {
		r, err := lobby.Encode(e)
		if err != nil {
			return err
		}
		if i > 0 {
			order = ""
		}
		if err := w.note(seat, order, []engine.Record{r}); err != nil {
			return err
		}
		if e.Kind() == (lobby.Begun{}).Kind() {
			return w.deal()
		}
	}
	return nil
}

func (w *work) deal() error {
	text, err := w.deck(w.Lobby.Deck)
	if err != nil {
		return fmt.Errorf("deal: deck %s: %w", w.Lobby.Deck, err)
	}
	setup := engine.Setup{
		Seats: len(w.Lobby.Places), Options: w.Lobby.Options,
		Deck: engine.Deck{Name: w.Lobby.Deck, Text: text},
	}
	records, err := w.Game.Deal(setup, w.luck())
	if err != nil {
		return err
	}
	w.begun = true
	return w.note(engine.Onlooker, "", records)
}

// publish opens the secret once the game is over.
func (w *work) publish() error {
	if !w.Over() || w.Lobby.Published {
		return nil
	}
	seed := w.Lobby.Seed(w.secret)
	return w.decided(engine.Onlooker, "", &lobby.Published{
		Secret: hex.EncodeToString(w.secret[:]), Seed: hex.EncodeToString(seed[:]),
	})
}

func (w *work) append() events.Append {
	return events.Append{Stream: w.ID, Expected: w.from, Drafts: w.drafts}
}

// letters lists what has fallen due, a letter a seat at the most. The seat that
// is being answered anyway gets its page with the answer.
func (w *work) letters(now time.Time, answered engine.Seat) []events.Letter {
	if w.ruled && !w.begun {
		return w.decreed(now)
	}
	var due []events.Letter
	asked := w.due()
	for i, place := range w.Lobby.Places {
		seat := engine.Seat(i + 1)
		kind := w.kindFor(place, slices.Contains(asked, seat))
		if kind == "" || seat == answered || place.Player == "" || w.newcomers[seat] { // these get one of their own
			continue
		}
		due = append(due, events.Letter{
			Stream: w.ID, Seat: uint8(seat), Player: place.Player, Kind: kind,
			Cause: fmt.Sprintf("version:%d", w.from), Due: now, Next: now,
		})
	}
	return due
}

// kindFor says what letter a place is due, "" for none: what the game has for it
// before what people say.
func (w *work) kindFor(p lobby.Place, asked bool) string {
	switch {
	case asked && (!p.Bot || w.Over()):
		return w.kind()
	case w.left[p.Player]:
		return KindLeft
	case p.Bot:
		return ""
	case p.Player == w.host:
		return KindHost
	case w.retimed:
		return KindTimed
	case w.spoken[p.Player]:
		return KindSaid
	}
	return ""
}

func (w *work) due() []engine.Seat {
	switch {
	case w.Play == nil:
		return nil
	case w.begun:
		return engine.Seats(len(w.Lobby.Places))
	}
	return w.before.Due(w.Play)
}

func (w *work) kind() string {
	switch {
	case w.Over():
		return KindOver
	case w.begun:
		return KindBegun
	}
	return KindAsked
}

// Kinds of letters.
const (
	KindAnswer = "answer" // to a mail
	KindAsked  = "asked"  // something is wanted of the seat
	KindSeated = "seated" // a seat was taken
	KindBegun  = "begun"  // the game began
	KindOver   = "over"   // the game ended
	KindHeld   = "held"   // a mail in the seat's name was not believed

	KindReminder = "reminder" // something is still wanted of the seat
	KindDelayed  = "delayed"  // the service was deaf for a while, and deadlines have moved
	KindClosed   = "closed"   // the table will never begin
	KindInvited  = "invited"  // somebody asks the player to sit down; to nobody's seat (0)
	KindHost     = "host"     // whoever opened the table has left it to the next player
	KindSaid     = "said"     // somebody spoke to the seat's player
	KindTimed    = "timed"    // the players have stopped the clocks, or let them run again, or mean to
	KindResent   = "resent"   // the player asked for what the last letter told

	KindRuling   = "ruling"   // a moderator has ruled
	KindTaken    = "taken"    // by a moderator's ruling the seat is the reader's
	KindReplaced = "replaced" // and was theirs; the service's own

	KindCarried = "carried" // what the reader had wait has run

	KindLeft      = "left"       // for the reader's silence a bot plays the seat
	KindTakenOver = "taken-over" // somebody has taken over the reader's seat; the service's own

	KindHeldMany   = "held-many"   // so many mails came in the player's name that they are held
	KindBounced    = "bounced"     // to the operator: somebody's letters come back
	KindHeldRuling = "held-ruling" // a ruling in a moderator's name was not believed

	KindFault  = "fault"  // the table rests after a fault
	KindMended = "mended" // it goes on
)
