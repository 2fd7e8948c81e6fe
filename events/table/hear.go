package table

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Heard is a mail whose sender has been established.
type Heard struct {
	Mail      events.Mail      // Key, MessageID, Sender, Received, Raw
	Table     string           // the table it was written to; "" for the service itself
	Seat      engine.Seat      // the sender's seat there
	Told      int64            // the version of the table that the letter showed which the mail answers; 0: not known
	Player    events.Player    // the sender; Name "" when the service does not know them yet, or has only invited them
	Inviting  string           // the table of the invitation that the mail answers; "" if it answers none
	FromName  string           // what the mail calls its sender
	Moderator bool             // the sender may rule at tables
	TooLong   bool             // it was too long to be read whole: nothing of it is carried out
	Wrote     string           // hash of what was written; "" if it is not to be looked for
	Decision  *events.Decision // by which a moderator has a held mail heard; nil: it was not held
	Sealed    bool             // there may be text in it that cannot be read: encrypted, or in a format of one program
	Lines     []string         // what was written, quotes and signatures gone
	Tails     []string         // what reads like an order and was perhaps only quoted: it is said to be not read
	Now       time.Time
}

// Reply says what became of a mail.
type Reply struct {
	Answers []engine.Answer
	Tables  []string // those it changed
	Seen    bool     // the mail had been heard before; nothing was done
}

// mostRaces is how often a mail is heard that others overtake. Each time somebody
// else's order has come through, so that losing them all takes a very busy table.
const mostRaces = 8

// Hear takes a mail through to its commit: its lines in order, each judged by
// what is known after the one before, the first refusal stopping the rest. Nothing
// of a mail to a table at rest is carried out, but it is kept and answered.
func (h *House) Hear(ctx context.Context, m Heard) (Reply, error) {
	var err error
	for range mostRaces {
		var reply Reply
		if err = h.carryFirst(ctx, m); err == nil {
			reply, err = h.hearOnce(ctx, m)
		}
		// A stream has grown, or somebody else has invited the same new address.
		if !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrTaken) {
			return reply, err
		}
	}
	return Reply{}, fmt.Errorf("hear mail for table %q: %w", m.Table, err)
}

func (h *House) hearOnce(ctx context.Context, m Heard) (Reply, error) {
	s := &hearing{
		House: h, ctx: ctx, Heard: m,
		cause: events.Cause{Kind: events.CauseMail, Ref: lobby.Contribution(m.Mail.Known())},
	}
	if err := s.approach(); err != nil {
		return Reply{}, err
	}
	answers, err := s.before()
	if err != nil {
		return Reply{}, err
	}
	if answers == nil {
		answers, err = s.lines()
	}
	if err != nil {
		return Reply{}, err
	}
	batch, err := s.batch(answers)
	if err != nil {
		return Reply{}, err
	}
	if _, err := h.Log.Commit(ctx, batch); errors.Is(err, events.ErrSeen) {
		return Reply{Seen: true}, nil
	} else if err != nil {
		return Reply{}, fmt.Errorf("commit mail: %w", err)
	}
	return Reply{Answers: answers, Tables: s.touched()}, nil
}

// hearing is one mail on its way through one transaction.
type hearing struct {
	*House
	ctx context.Context
	Heard
	cause   events.Cause
	at      *work // the table the mail was written to; nil for the service
	rests   bool  // that table is at rest
	age     staleness
	works   []*work         // every table it touches
	sender  bool            // the sender has changed and is to be kept
	guests  []events.Player // invited by this mail, and new to the service
	invites int             // how many players it has invited
	invited map[string]int  // how often it has invited an address, in lower case
	talked  int             // how often its sender has spoken
	listed  map[string]bool // what it has asked for so far
	resent  map[string]bool // the tables whose letters it asks for again
	took    map[string]bool // the tables at which it has taken over another's seat
	queued  []string        // its orders of the game that wait
	unkept  bool            // the last of them are not in the log yet
	due     time.Time       // when they run
	names   []events.SeatName
	placed  []events.SeatName // of players whom a moderator gives a seat
	texts   []events.Text
	secrets []events.Secret
	letters []events.Letter // besides those that fall due at tables
	parting bool            // the sender has asked to be forgotten
	leaves  bool            // and has confirmed it

	declines bool // somebody who plays nowhere wants no more letters
}

// approach opens the table that the mail was written to, unless it rests.
func (s *hearing) approach() error {
	if s.Heard.Table == "" {
		return nil
	}
	w, err := s.load(s.Heard.Table)
	if errors.Is(err, ErrResting) {
		s.rests = true
		return nil
	}
	if err == nil && s.seatAt(w) != engine.Onlooker { // they may have left meanwhile
		s.at = w
	}
	return err
}

func (s *hearing) open(t *Table) (*work, error) {
	var w *work
	if err := t.Attempt(func() error { w = s.begin(t, s.cause); return nil }); err != nil {
		return nil, err
	}
	s.works = append(s.works, w)
	return w, nil
}

// load gives the table as this transaction has it.
func (s *hearing) load(id string) (*work, error) {
	if w := s.opened(id); w != nil {
		return w, nil
	}
	t, err := s.awake(s.ctx, id)
	if err != nil {
		return nil, err
	}
	return s.open(t)
}

// mostOrders bounds what one mail can ask for.
const mostOrders = 40

// lines hears the lines of the mail in their order.
func (s *hearing) lines() ([]engine.Answer, error) {
	if s.TooLong {
		return []engine.Answer{{Verdict: engine.Refused, Refusal: engine.Refuse("", "too-long")}}, nil
	}
	if s.rests {
		return s.undone()
	}
	orders := 0
	answers := make([]engine.Answer, 0, len(s.Lines))
	stopped := false
	for _, line := range s.Lines {
		a, err := s.line(line, stopped || orders == mostOrders)
		if err != nil {
			return nil, fmt.Errorf("order %q: %w", line, err)
		}
		if a.Verdict == engine.Done {
			orders++
		}
		stopped = stopped || a.Verdict == engine.Refused
		answers = append(answers, a)
	}
	if err := s.keepWaiting(); err != nil {
		return nil, err
	}
	s.explain(answers)
	for _, line := range s.Tails {
		answers = append(answers, engine.Answer{Line: line, Verdict: engine.NotRead})
	}
	if slices.ContainsFunc(answers, func(a engine.Answer) bool { return a.Verdict != engine.NotRead }) {
		if s.declines { // of somebody who was only invited nobody is made who plays
			return answers, nil
		}
		return answers, s.introduce("", nil)
	}
	why := "not-an-order"
	if s.Sealed {
		why = "sealed"
	}
	none := engine.Answer{Verdict: engine.Refused, Refusal: engine.Refuse("", why)}
	if s.awaits(s.Heard.Inviting) {
		none.Refusal = engine.Refuse("", "not-an-order").Instead("join " + s.Heard.Inviting)
	}
	s.Lobby.Exemplify(none.Refusal, nil, s.today())
	return append([]engine.Answer{none}, answers...), nil
}

// undone answers a mail to a table at rest: none of its orders was carried out.
func (s *hearing) undone() ([]engine.Answer, error) {
	answers := []engine.Answer{{Verdict: engine.Refused, Refusal: engine.Refuse("", "table-resting", "Table", s.Heard.Table)}}
	for _, line := range s.Lines {
		a, err := s.line(line, true)
		if err != nil {
			return nil, err
		}
		if a.Verdict == engine.NotTried {
			answers = append(answers, a)
		}
	}
	return answers, nil
}

// line hears one line: the lobby first, then the game.
func (s *hearing) line(line string, stopped bool) (engine.Answer, error) {
	a := engine.Answer{Line: line}
	words, ours := s.Lobby.Read(line, s.roster())
	if !ours {
		read, err := s.read(line)
		if err != nil {
			return a, err
		}
		if words = read; words == nil {
			a.Verdict = engine.NotRead
			a.Meant, err = s.meant(line)
			return a, err
		}
	}
	if stopped {
		a.Verdict = engine.NotTried
		return a, nil
	}
	do := s.play
	if ours {
		do = s.lobbyOrder
		if err := s.keepWaiting(); err != nil {
			return a, err
		}
	}
	err := do(words, &a)
	if refusal := (*engine.Refusal)(nil); errors.As(err, &refusal) {
		s.Lobby.Exemplify(refusal, words, s.today())
		a.Verdict, a.Refusal = engine.Refused, refusal
		return a, nil
	}
	a.Verdict = engine.Done
	return a, err
}

// today is the moment in the sender's zone.
func (s *hearing) today() time.Time { return s.Now.In(zoneOf(s.Player)) }

// roster names who can be spoken to; nil where no table is known.
func (s *hearing) roster() engine.Roster {
	if s.at == nil {
		return nil
	}
	return s.at.Names
}

// read spells a line in the words of the table's game; at no table, of any game,
// so that an order sent to the wrong address is at least known for one. What is no
// order is nil.
func (s *hearing) read(line string) (words []string, err error) {
	if s.at != nil {
		err := s.at.Attempt(func() error { words = spelled(s.at.Game, line, s.at.Names); return nil })
		return words, err
	}
	for _, g := range s.Lobby.Games {
		if words := spelled(g, line, nil); words != nil {
			return words, nil
		}
	}
	return nil, nil
}

func spelled(g engine.Game, line string, names engine.Roster) []string {
	words := g.Lexicon().Read(line, names)
	if !engine.IsOrder(g.Verbs(), words) {
		return nil
	}
	return words
}

// play gives a line to the game.
func (s *hearing) play(words []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if err := s.botPlays(seat); err != nil {
		return err
	}
	if err := s.refuseStale(seat, words); err != nil {
		return err
	}
	due, waits, err := s.patience(seat)
	if err != nil {
		return err
	}
	if waits {
		return s.queue(seat, words, due, a)
	}
	command, err := s.at.order(seat, words, s.Now)
	if err != nil {
		return err
	}
	a.Order = command.String()
	return nil
}

// batch is everything the mail set off, for one transaction.
func (s *hearing) batch(answers []engine.Answer) (events.Batch, error) {
	told, err := json.Marshal(answers)
	if err != nil {
		return events.Batch{}, fmt.Errorf("store answers: %w", err)
	}
	mail := s.Mail
	mail.Heard, mail.Answers, mail.Player = s.Now, told, s.Player.ID
	b := events.Batch{
		Now: s.Now, Mail: &mail, Decision: s.Decision, Players: s.people(), Names: append(s.placed, s.names...), Texts: s.texts, Secrets: s.secrets,
	}
	if s.leaves {
		b.Farewell = s.Player.ID
	}
	to := s.answered()
	if to != nil {
		mail.Stream, mail.Seat = to.ID, uint8(s.seatAt(to))
	}
	for _, w := range s.works {
		answered := engine.Onlooker
		if w == to || s.resent[w.ID] {
			answered = s.seatAt(w)
		}
		if len(w.drafts) > 0 {
			b.Appends = append(b.Appends, w.append())
		}
		err := w.Attempt(func() error { b.Letters = append(b.Letters, w.letters(s.Now, answered)...); return nil })
		if err != nil {
			return b, err
		}
	}
	if len(b.Appends) > 0 {
		mail.Wrote = s.Wrote
	}
	b.Letters = append(b.Letters, s.answer(to)...)
	b.Letters = append(b.Letters, s.seated(to)...)
	b.Letters = append(b.Letters, s.letters...)
	return b, s.schedule(s.ctx, &b, s.until)
}

// until is when the time to answer of a letter's reader is over; see work.until.
func (s *hearing) until(l events.Letter) (due time.Time) {
	w := s.opened(l.Stream)
	if w == nil || w.Attempt(func() error { due = w.until(s.Now)(l); return nil }) != nil {
		return time.Time{}
	}
	return due
}

// people are those whom the mail has made or changed.
func (s *hearing) people() []events.Player {
	if s.sender {
		return append([]events.Player{s.Player}, s.guests...)
	}
	return s.guests
}
