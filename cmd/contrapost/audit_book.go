package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
)

// auditRow is one entry of a table's log, or an order that was refused, with all
// that belongs to it.
type auditRow struct {
	Version  int64           `json:"version,omitempty"`  // none for what was refused
	Position int64           `json:"position,omitempty"` // likewise
	Time     time.Time       `json:"time,omitzero"`
	Kind     string          `json:"kind"`
	Seat     engine.Seat     `json:"seat,omitempty"`
	Player   string          `json:"player,omitempty"`     // id
	Cause    string          `json:"cause,omitempty"`      // hex SHA-256 of a Message-ID, or when something was due
	How      string          `json:"how,omitempty"`        // mail, clock, bot or ruling
	Message  string          `json:"message_id,omitempty"` // of a mail
	Proof    string          `json:"identified,omitempty"` // of a mail: what spoke for its sender, as in "token,from"
	Order    string          `json:"order,omitempty"`
	Rule     string          `json:"rule,omitempty"` // the ruling that refused it
	Data     json.RawMessage `json:"data,omitempty"`
	Hash     string          `json:"hash,omitempty"`
	Gone     bool            `json:"gone,omitempty"` // taken back since
	Text     string          `json:"text,omitempty"` // said to everybody, or the sentence of a refusal
	Letters  []auditLetter   `json:"letters"`

	name string // what the player goes by
}

// What rows are called that are no events.
const (
	kindSealed  = "sealed" // an event of a live game that not everybody may know of
	kindRefused = "order-refused"
)

// auditLetter is a letter and its fate.
type auditLetter struct {
	ID       int64       `json:"id"`
	Number   int         `json:"number,omitempty"`
	Version  int64       `json:"version"`
	Seat     engine.Seat `json:"seat,omitempty"`
	Player   string      `json:"player"`
	Kind     string      `json:"kind"`
	Due      time.Time   `json:"due"`
	State    string      `json:"state"`
	Attempts int         `json:"attempts,omitempty"`
	Sent     time.Time   `json:"sent,omitzero"`
	Reply    string      `json:"reply,omitempty"`
}

func letterOf(l events.Letter) auditLetter {
	return auditLetter{
		ID: l.ID, Number: l.Number, Version: l.Version, Seat: engine.Seat(l.Seat), Player: l.Player, Kind: l.Kind,
		Due: l.Due, State: l.State, Attempts: l.Attempts, Sent: l.Sent, Reply: l.Reply,
	}
}

// book is a table's log as it is read out.
type book struct {
	store *events.Store
	house *table.House
	open  bool // secrets and all
	table *table.Table
	fault error // why the log cannot be folded any further; nil: it can
	rows  []auditRow
	mails []events.Mail
	posts []events.Letter
}

// read goes through the log up to a version, or as far as it can be folded. Whether it is open is for its end to
// say: a finished game was not always so.
func (b *book) read(ctx context.Context, id string, upto int64) (err error) {
	now, err := b.house.Load(ctx, id, 0)
	if f, ok := errors.AsType[*table.Fault](err); ok && f.Version > 0 {
		b.fault = err
		now, err = b.house.Load(ctx, id, f.Version)
	}
	if err != nil {
		return err
	}
	if b.fault != nil && upto == 0 {
		upto = now.Version
	}
	b.open = b.open || now.Ended()
	if upto < 0 || upto > now.Version {
		return misuse("--at %d: the log of table %s ends at version %d", upto, id, now.Version)
	}
	if b.posts, err = b.store.Letters(ctx, id); err != nil {
		return err
	}
	if b.mails, err = b.store.Mails(ctx, id); err != nil {
		return err
	}
	seen := 0
	b.table, err = b.house.Walk(ctx, id, upto, func(t *table.Table, e events.Entry) { seen = b.enter(t, e, seen) })
	if err != nil {
		return err
	}
	b.finish(now)
	if b.open {
		if err := b.refused(now.At(b.table.Version + 1)); err != nil {
			return err
		}
	}
	return b.quote(ctx)
}

// enter adds an entry, seen having been shown to everybody before it, and gives how
// much has been now.
func (b *book) enter(t *table.Table, e events.Entry, seen int) int {
	row := auditRow{
		Version: e.Version, Position: e.Position, Time: e.At, Kind: e.Kind, Seat: engine.Seat(e.Seat),
		Cause: e.Cause.Ref, How: e.Cause.Kind, Order: e.Order, Data: stored(t.Game, e), Hash: fmt.Sprintf("%x", e.Hash[:]),
		Player: t.Lobby.Player(engine.Seat(e.Seat)), Letters: []auditLetter{},
	}
	now := 0
	if t.Play != nil {
		now = t.Play.Known(engine.Onlooker)
	}
	if !b.open {
		row = public(row, t, seen, now)
	}
	b.rows = append(b.rows, row)
	return now
}

// public is of an entry of a live game what everybody may know. Of an order only its
// verb is told: its words may name what lies face down.
func public(row auditRow, t *table.Table, seen, now int) auditRow {
	if lobby.Owns(row.Kind) {
		e, err := lobby.Decode(engine.Record{Kind: row.Kind, Data: row.Data})
		if err == nil && lobby.Shows(e, engine.Onlooker) {
			return row
		}
	} else if now > seen {
		row.Order, _, _ = strings.Cut(row.Order, " ")
		row.Data = shown(t.Play.Facts(engine.Onlooker)[seen:now])
		return row
	}
	return auditRow{Version: row.Version, Kind: kindSealed, Hash: row.Hash, Letters: []auditLetter{}}
}

// stored spells what an entry holds; as it lies in the log, where that cannot be read.
func stored(game engine.Game, e events.Entry) json.RawMessage {
	if lobby.Owns(e.Kind) {
		return e.Data
	}
	what, err := game.Read(engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return e.Data
	}
	data, err := jsonOf(what)
	if err != nil {
		return e.Data
	}
	return data
}

// shown spells facts as JSON: one alone, or a list.
func shown(facts []any) json.RawMessage {
	var what any = facts
	if len(facts) == 1 {
		what = facts[0]
	}
	data, err := jsonOf(what)
	if err != nil {
		return nil // a fact that cannot be spelled is shown to nobody
	}
	return data
}

// finish adds to the rows what only the whole log tells: what has been taken back,
// what the players are called, and the letters.
func (b *book) finish(now *table.Table) {
	for i := range b.rows {
		row := &b.rows[i]
		if row.Kind == kindSealed {
			continue
		}
		b.prove(row)
		_, row.Gone = now.Rewound(row.Version)
		row.Gone = row.Gone && !lobby.Owns(row.Kind)
		row.name = now.Called(row.Player)
		for _, l := range b.posts {
			if l.Version == row.Version && (b.open || slices.Contains(toEverybody, l.Kind)) {
				row.Letters = append(row.Letters, letterOf(l))
			}
		}
	}
}

// prove says by which mail an entry came about, and what spoke for its sender. A mail
// that was heard by the service itself, or has been erased, is known by its hash alone.
func (b *book) prove(row *auditRow) {
	if row.How != events.CauseMail {
		return
	}
	for _, m := range b.mails {
		if lobby.Contribution(m.Known()) == row.Cause {
			row.Message, row.Proof = m.MessageID, m.Identified
			return
		}
	}
}

// toEverybody are the kinds of letters that tell nothing by who gets them.
var toEverybody = []string{
	table.KindBegun, table.KindOver, table.KindDelayed, table.KindClosed, table.KindRuling, table.KindTaken, table.KindMended, table.KindLeft,
}

// refused adds the orders that were refused before a time (zero: all), each before the
// first entry that came later.
func (b *book) refused(before time.Time) error {
	for _, m := range b.mails {
		if !before.IsZero() && !m.Heard.Before(before) {
			continue
		}
		var answers []engine.Answer
		if len(m.Answers) > 0 {
			if err := json.Unmarshal(m.Answers, &answers); err != nil {
				return fmt.Errorf("answers of mail %d: %w", m.ID, err)
			}
		}
		for _, a := range answers {
			if a.Verdict == engine.Refused && a.Refusal != nil {
				b.insert(b.refusal(m, a))
			}
		}
	}
	return nil
}

func (b *book) refusal(m events.Mail, a engine.Answer) auditRow {
	data, _ := json.Marshal(map[string]any{"key": a.Refusal.Key, "args": a.Refusal.Args}) // it was JSON before
	return auditRow{
		Time: m.Heard, Kind: kindRefused, Seat: engine.Seat(m.Seat), Player: m.Player, How: events.CauseMail,
		Cause: lobby.Contribution(m.Known()), Message: m.MessageID, Proof: m.Identified, Order: quietly(a), Rule: a.Refusal.Rule, Data: data, Letters: []auditLetter{},
		name: b.table.Called(m.Player), Text: sentence(a.Refusal, b.table.Names),
	}
}

// quietly is a refused line; of what one player meant to tell another, the verb.
func quietly(a engine.Answer) string {
	words := engine.Fold(a.Line)
	if len(words) > 0 && slices.Contains([]string{"tell", "fluister"}, words[0]) {
		return words[0]
	}
	return a.Line
}

func sentence(no *engine.Refusal, names engine.Roster) string {
	catalog, err := newCatalog()
	if err != nil {
		return no.Error()
	}
	return catalog.For("en", names).Say("refused."+no.Key, no.Args)
}

func (b *book) insert(row auditRow) {
	i := slices.IndexFunc(b.rows, func(r auditRow) bool { return r.Time.After(row.Time) })
	if i < 0 {
		i = len(b.rows)
	}
	b.rows = slices.Insert(b.rows, i, row)
}

// quote adds what was said to the whole table. What one player told another is
// nobody else's, ever.
func (b *book) quote(ctx context.Context) error {
	for _, k := range b.table.Public() {
		text, err := b.store.Text(ctx, b.table.ID, k.Sum)
		if err != nil {
			continue // erased
		}
		for i := range b.rows {
			if b.rows[i].Version == k.Version {
				b.rows[i].Text = text.Text
			}
		}
	}
	return ctx.Err()
}
