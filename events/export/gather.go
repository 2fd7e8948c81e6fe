package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Source is where histories are gathered from. Decks are handed in, as a log holds
// only their hashes.
type Source struct {
	Log   events.Log
	Lobby lobby.Lobby
	Deck  func(name string) ([]byte, error)
}

// Gather takes a table's history out of the log. A table that does not exist is
// events.ErrNotFound. What does not fit together is left to Verify. A deck that is
// not to be had, or is no longer what the table agreed on, is left empty.
func (s Source) Gather(ctx context.Context, table string) (*History, error) {
	h := &History{Header: Header{Format: Format, Schema: Schema, Table: table}}
	for _, part := range []func(context.Context, *History) error{s.entries, s.origin, s.players, s.mails, s.letters, s.texts} {
		if err := part(ctx, h); err != nil {
			return nil, fmt.Errorf("gather table %s: %w", table, err)
		}
	}
	return h, nil
}

func (s Source) entries(ctx context.Context, h *History) (err error) {
	if h.Entries, err = s.Log.Stream(ctx, h.Table, 1, 0); err != nil {
		return err
	}
	if len(h.Entries) == 0 {
		return events.ErrNotFound
	}
	secret, err := s.Log.Secret(ctx, h.Table)
	if err != nil && !errors.Is(err, events.ErrNotFound) {
		return err
	}
	h.Secret = Sum(secret)
	for _, e := range h.Entries {
		h.title(e)
	}
	h.Deck.Name = h.DeckName
	text, err := s.Deck(h.DeckName)
	if sum := sha256.Sum256(text); err == nil && hex.EncodeToString(sum[:]) == h.DeckSum {
		h.Deck.Text = string(text)
	}
	return nil
}

// origin notes of a table that was played elsewhere whether it names nobody.
func (s Source) origin(ctx context.Context, h *History) error {
	_, anonymous, err := s.Log.Imported(ctx, h.Table)
	if errors.Is(err, events.ErrNotFound) {
		return nil
	}
	h.Anonymous = anonymous
	return err
}

// title takes from an entry what the header says of it.
func (h *History) title(e events.Entry) {
	h.Rules = cmp.Or(e.Rules, h.Rules)
	if !lobby.Owns(e.Kind) {
		return
	}
	decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
	if err != nil {
		return
	}
	switch e := decoded.(type) {
	case *lobby.Opened:
		h.Game, h.DeckName, h.DeckSum = e.Game, e.Deck, e.DeckSum
	case *lobby.Published:
		if h.Seed.UnmarshalText([]byte(e.Seed)) != nil {
			h.Seed = Sum{}
		}
	}
}

// players lists those who have had a seat, in the order in which they sat down.
func (s Source) players(ctx context.Context, h *History) error {
	names, err := s.Log.SeatNames(ctx, h.Table)
	if err != nil {
		return err
	}
	gone, err := s.Log.Forgettings(ctx)
	if err != nil {
		return err
	}
	slices.SortStableFunc(names, func(a, b events.SeatName) int { return cmp.Compare(h.seated(a.Player), h.seated(b.Player)) })
	for _, n := range names {
		p, err := s.Log.Player(ctx, n.Player)
		if err != nil && !errors.Is(err, events.ErrNotFound) {
			return err
		}
		forgotten := slices.ContainsFunc(gone, func(f events.Forgetting) bool { return f.Player == n.Player })
		h.Players = append(h.Players, Player{ID: n.Player, Name: n.Name, Gone: forgotten, known: p.Name})
	}
	return nil
}

// seated is the index of the entry by which a player first sat down.
func (h *History) seated(player string) int {
	i := slices.IndexFunc(h.Entries, func(e events.Entry) bool {
		var joined lobby.Joined
		return e.Kind == joined.Kind() && json.Unmarshal(e.Data, &joined) == nil && joined.Player == player
	})
	if i < 0 {
		return len(h.Entries)
	}
	return i
}

// mails lists those that made entries. One that was written to another table, or to
// the service about several, is found by the time at which it was heard.
func (s Source) mails(ctx context.Context, h *History) error {
	missing := map[string]time.Time{}
	for _, e := range h.Entries {
		if e.Cause.Kind == events.CauseMail {
			missing[e.Cause.Ref] = e.At
		}
	}
	own, err := s.Log.Mails(ctx, h.Table)
	if err != nil {
		return err
	}
	s.take(h, own, missing)
	if len(missing) == 0 {
		return nil
	}
	var at []time.Time
	for _, e := range h.Entries {
		if _, still := missing[e.Cause.Ref]; still && e.Cause.Kind == events.CauseMail {
			at = append(at, e.At)
		}
	}
	others, err := s.Log.MailsHeard(ctx, at...)
	s.take(h, others, missing)
	slices.SortFunc(h.Mails, func(a, b Mail) int { return cmp.Compare(a.ID, b.ID) })
	return err
}

// take takes the mails that are missing.
func (s Source) take(h *History, mails []events.Mail, missing map[string]time.Time) {
	for _, m := range mails {
		id, ref := known(m)
		if id == "" && !h.Anonymous {
			continue // an imported one that was erased since
		}
		if _, wanted := missing[ref]; !wanted {
			continue
		}
		delete(missing, ref)
		h.Mails = append(h.Mails, Mail{
			ID: m.ID, MessageID: id, Ref: ref, Seat: m.Seat, Player: m.Player,
			Received: since(m.Received), Heard: m.Heard.UnixMilli(), Lines: s.lines(m, h.Table),
		})
	}
}

// known is what a mail is known by, and its hash.
func known(m events.Mail) (id, ref string) {
	if strings.HasPrefix(m.Key, events.KeyOfImport) {
		return m.MessageID, m.ImportedRef()
	}
	id = m.Known()
	return id, lobby.Contribution(id)
}

// lines are the answers of a mail to the table. What a mail to another table says,
// which may be in play, is not this one's to tell.
func (s Source) lines(m events.Mail, table string) []Line {
	var heard []engine.Answer
	if m.Stream != table || json.Unmarshal(m.Answers, &heard) != nil {
		return []Line{}
	}
	lines := make([]Line, len(heard))
	for i, a := range heard {
		lines[i] = Line{Verdict: string(a.Verdict), Order: a.Order}
		if a.Verdict != engine.NotRead && s.public(a.Line, table) {
			lines[i].Line = a.Line
		}
		if a.Refusal != nil {
			lines[i].Rule, lines[i].Refused = a.Refusal.Rule, a.Refusal.Key
		}
	}
	return lines
}

// open are those orders of the lobby whose words everybody at the table may read
// once the game is over. Others hold addresses, settings, or what one player tells
// another.
var open = []string{"new", "begin", "bots", "say", "look", "history", "resign", "seek replacement"}

// public tells whether a line is an order of the game, or one of the lobby's that is
// open or names the table.
func (s Source) public(line, table string) bool {
	words := s.Lobby.Lexicon().Read(line, nil)
	if len(words) == 0 {
		return false
	}
	ours := slices.ContainsFunc(s.Lobby.Verbs(), func(v engine.Verb) bool { return v.Word == words[0] })
	seats := slices.Contains(seating, words[0]) && len(words) > 1 && strings.EqualFold(words[1], table)
	return !ours || slices.Contains(open, words[0]) || seats
}

// seating are the orders that name the table they are about.
var seating = []string{"join", "leave", "take"}

func (s Source) letters(ctx context.Context, h *History) (err error) {
	h.Letters, err = s.Letters(ctx, h.Table)
	return err
}

// Letters lists a table's letters, or with "" the service's own, without their bytes.
func (s Source) Letters(ctx context.Context, table string) ([]Letter, error) {
	all, err := s.Log.Letters(ctx, table)
	if err != nil {
		return nil, err
	}
	var letters []Letter
	for _, l := range all {
		sent := int64(0)
		if !l.Sent.IsZero() {
			sent = l.Sent.UnixMilli()
		}
		letters = append(letters, Letter{
			ID: l.ID, Number: l.Number, Seat: l.Seat, Player: l.Player, Version: l.Version, Kind: l.Kind, Cause: l.Cause,
			Mail: l.Mail, MessageID: l.MessageID, Sum: Sum(l.Sum), State: l.State, Due: l.Due.UnixMilli(), Sent: sent,
		})
	}
	return letters, nil
}

// spoken gives the hash of what an event says to everybody; "" for one that says
// nothing.
func spoken(e lobby.Event) string {
	switch e := e.(type) {
	case *lobby.Said:
		return e.Text
	case *lobby.Noted:
		return e.Text
	case *lobby.Unsealed:
		return e.Why
	}
	return ""
}

// texts lists what was said to everybody, by moderators as well, as far as it has not
// been erased.
func (s Source) texts(ctx context.Context, h *History) error {
	for _, e := range h.Entries {
		if !lobby.Owns(e.Kind) {
			continue
		}
		decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
		if err != nil || spoken(decoded) == "" {
			continue // what cannot be read is left to Verify
		}
		t, err := s.Log.Text(ctx, h.Table, spoken(decoded))
		if errors.Is(err, events.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		said := Text{Sum: t.Sum, Salt: hex.EncodeToString(t.Salt[:]), Text: t.Text}
		if h.Anonymous && !said.holds() {
			said.Salt = ""
		}
		h.Texts = append(h.Texts, said)
	}
	return nil
}
