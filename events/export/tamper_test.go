package export_test

import (
	"bytes"
	"database/sql"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// tampering is what somebody does to a history, and what finds it.
type tampering struct {
	name   string
	do     func(h *export.History) (version int64)
	found  string // the check that has to break at that version
	chain  bool   // all hashes are computed anew afterwards, with the published secret
	inFile bool   // it is done to what an export has and a log has not
}

// at finds the entry of that kind, the nth (from 0).
func at(h *export.History, kind string, n int) *events.Entry {
	for i := range h.Entries {
		if h.Entries[i].Kind == kind {
			if n == 0 {
				return &h.Entries[i]
			}
			n--
		}
	}
	panic("no entry is " + kind)
}

// edit changes the data of an entry.
func edit(kind string, n int, old, new string) func(*export.History) int64 {
	return func(h *export.History) int64 {
		e := at(h, kind, n)
		changed := bytes.Replace(e.Data, []byte(old), []byte(new), 1)
		if bytes.Equal(changed, e.Data) {
			panic(kind + " has no " + old)
		}
		e.Data = changed
		return e.Version
	}
}

// flip changes a hex digit into another.
func flip(digits string) string {
	if digits[0] == '0' {
		return "1" + digits[1:]
	}
	return "0" + digits[1:]
}

func flipped(kind, field string) func(*export.History) int64 {
	return func(h *export.History) int64 {
		e := at(h, kind, 0)
		_, rest, _ := strings.Cut(string(e.Data), `"`+field+`":"`)
		was := rest[:64]
		return edit(kind, 0, was, flip(was))(h)
	}
}

// swapCards puts two cards of unlike faces in each other's places.
func swapCards(h *export.History) int64 {
	e := at(h, "pile-shuffled", 0)
	cards := strings.Split(string(e.Data), `"`)
	for i := 5; i < len(cards); i += 2 {
		if face, _, _ := strings.Cut(cards[i], "."); !strings.HasPrefix(cards[3], face+".") {
			cards[3], cards[i] = cards[i], cards[3]
			break
		}
	}
	e.Data = []byte(strings.Join(cards, `"`))
	return e.Version
}

// ordered is the first entry that follows from somebody's order, by its cause.
func ordered(h *export.History, cause string) *events.Entry {
	for i := range h.Entries {
		e := &h.Entries[i]
		if e.Order != "" && e.Cause.Kind == cause && i > 20 {
			return e
		}
	}
	panic("no order of " + cause)
}

func reorder(cause string) func(*export.History) int64 {
	return func(h *export.History) int64 {
		e := ordered(h, cause)
		e.Order = "pass"
		if h.Entries[e.Version-1].Kind == "turn-passed" {
			e.Order = "draw deck"
		}
		return e.Version
	}
}

// remailed changes the mail of an order.
func remailed(do func(*export.Mail, *export.History)) func(*export.History) int64 {
	return func(h *export.History) int64 {
		e := ordered(h, events.CauseMail)
		do(&h.Mails[slices.IndexFunc(h.Mails, func(m export.Mail) bool { return m.Ref == e.Cause.Ref })], h)
		return e.Version
	}
}

func cut(n int) func(*export.History) int64 {
	return func(h *export.History) int64 {
		h.Entries = h.Entries[:len(h.Entries)-n]
		return int64(len(h.Entries) + 1)
	}
}

var tamperings = []tampering{
	{"a byte of an entry's data", edit("turn-begun", 1, "seat", "seal"), "chain", false, false},
	{"an entry's time", func(h *export.History) int64 {
		h.Entries[30].At = h.Entries[30].At.Add(1e9)
		return 31
	}, "chain", false, false},
	{"the time of what follows from an order, chained anew", func(h *export.History) int64 {
		i := slices.IndexFunc(h.Entries, func(e events.Entry) bool { return e.Kind == "game-ended" })
		h.Entries[i].At = h.Entries[i].At.Add(1e9)
		return int64(i + 1)
	}, "orders", true, false},
	{"a swapped pair", func(h *export.History) int64 {
		a, b := &h.Entries[30], &h.Entries[31]
		*a, *b = *b, *a
		a.Version, b.Version = b.Version, a.Version
		return 31
	}, "chain", false, false},
	{"a swapped pair, chained anew", func(h *export.History) int64 {
		a, b := &h.Entries[30], &h.Entries[31]
		*a, *b = *b, *a
		a.Version, b.Version = b.Version, a.Version
		return 31
	}, "orders", true, false},
	{"a missing entry", func(h *export.History) int64 {
		h.Entries = slices.Delete(h.Entries, 30, 31)
		return 31
	}, "chain", false, false},
	{"a missing end", cut(1), "letters", false, false},
	{"a missing end, the secret with it", cut(2), "orders", false, false},
	{"another order", reorder(events.CauseMail), "chain", false, false},
	{"another order, chained anew", reorder(events.CauseMail), "orders", true, false},
	{"another order of a bot, chained anew", reorder(events.CauseBot), "orders", true, false},
	{"a silence taken for something else, chained anew", reorder(events.CauseClock), "orders", true, false},
	{"an order that its mail does not have", func(h *export.History) int64 {
		e := ordered(h, events.CauseMail)
		e.Cause.Ref = h.Mails[0].Ref
		return e.Version
	}, "mails", true, false},
	{"an order more than its mail has lines", func(h *export.History) int64 {
		e := ordered(h, events.CauseMail)
		next := &h.Entries[e.Version]
		next.Seat, next.Order, next.Rules, next.Cause, next.At = e.Seat, e.Order, e.Rules, e.Cause, e.At
		return next.Version
	}, "mails", true, false},
	{"a mail of another player", remailed(func(m *export.Mail, h *export.History) {
		other := slices.IndexFunc(h.Players, func(p export.Player) bool { return p.ID != m.Player })
		m.Player = h.Players[other].ID
	}), "mails", false, true},
	{"a mail of another seat", remailed(func(m *export.Mail, _ *export.History) { m.Seat = 3 - m.Seat }), "mails", false, true},
	{"when a mail was heard", remailed(func(m *export.Mail, _ *export.History) { m.Heard-- }), "mails", false, true},
	{"a mail that made nothing", func(h *export.History) int64 {
		h.Mails = append(h.Mails, export.Mail{ID: 1000, MessageID: "x@test", Ref: lobby.Contribution("x@test"), Lines: []export.Line{}})
		return 0
	}, "mails", false, true},
	{"a mail twice", func(h *export.History) int64 {
		h.Mails = append(h.Mails, h.Mails[1])
		return 0
	}, "mails", false, true},
	{"a card of the deal", swapCards, "chain", false, false},
	{"a card of the deal, chained anew", swapCards, "deal", true, false},
	{"a player's part of the seed", flipped("player-joined", "join"), "joins", true, false},
	{"another commitment", flipped("table-opened", "commitment"), "commitment", true, false},
	{"another deck", flipped("table-opened", "deck_sha256"), "deck", true, false},
	{"another seed", flipped("secret-published", "seed"), "seed", true, false},
	{"another secret, published", flipped("secret-published", "secret"), "published", true, false},
	{"another secret", func(h *export.History) int64 {
		h.Secret[3] ^= 1
		return 1
	}, "commitment", false, false},
	{"another secret, chained anew", func(h *export.History) int64 {
		h.Secret[3] ^= 1
		return 1
	}, "commitment", true, false},
	{"a missing letter", func(h *export.History) int64 {
		i := slices.IndexFunc(h.Letters, func(l export.Letter) bool { return l.Number == 2 && l.Seat == 1 })
		h.Letters = slices.Delete(h.Letters, i, i+1)
		return h.Letters[slices.IndexFunc(h.Letters, func(l export.Letter) bool { return l.Number == 3 && l.Seat == 1 })].Version
	}, "letters", false, true},
	{"what was said", func(h *export.History) int64 {
		h.Texts[0].Text += "!"
		return at(h, "words-said", 0).Version
	}, "talk", false, true},
	{"what nobody said", func(h *export.History) int64 {
		h.Texts = append(h.Texts, export.Text{Sum: strings.Repeat("0", 64)})
		return 0
	}, "talk", false, true},
	{"the header's seed", func(h *export.History) int64 {
		h.Seed[3] ^= 1
		return 0
	}, "seed", false, true},
	{"the header's game", func(h *export.History) int64 {
		h.Game = "declare"
		return 0
	}, "header", false, true},
	{"the deck's text", func(h *export.History) int64 {
		h.Deck.Text += " "
		return 1
	}, "deck", false, true},
	{"a mail's Message-ID", func(h *export.History) int64 {
		h.Mails[1].MessageID = "other@test"
		return at(h, "player-joined", 1).Version
	}, "joins", false, true},
}

// rechain computes every hash anew.
func rechain(h *export.History) {
	var prev [32]byte
	for i := range h.Entries {
		e := &h.Entries[i]
		e.Version, e.Prev = int64(i+1), prev
		e.Hash = events.Sum(prev, events.Salt(h.Secret, e.Version), *e)
		prev = e.Hash
	}
}

func clone(h *export.History) *export.History {
	c := *h
	c.Entries, c.Mails = slices.Clone(h.Entries), slices.Clone(h.Mails)
	c.Letters, c.Texts = slices.Clone(h.Letters), slices.Clone(h.Texts)
	return &c
}

// TestTampering: whatever is done to a log or to an export is found, by the check and
// at the version where it was done.
func TestTampering(t *testing.T) {
	n, id := played(t, "konvooi")
	honest := n.gather(id)
	for _, c := range tamperings {
		h := clone(honest)
		version := c.do(h)
		if c.chain {
			rechain(h)
		}
		places := map[string]*export.History{"export": h}
		if h.Over() {
			places["export"] = reread(t, written(t, h))
		}
		if !c.inFile {
			places["log"] = n.forged(h)
		}
		for where, h := range places {
			checks := verify(h)
			found := find(t, checks, c.found)
			if found.State != export.Broken || found.Version != version {
				t.Errorf("%s in the %s: want %s broken at version %d: %v", c.name, where, c.found, version, checks)
			}
			if chain := find(t, checks, "chain"); c.chain && chain.State != export.Held {
				t.Errorf("%s in the %s: %v", c.name, where, chain)
			}
			for _, check := range checks {
				if strings.Contains(check.String(), hex.EncodeToString(h.Secret[:8])) {
					t.Errorf("%s in the %s: the secret is printed: %v", c.name, where, check)
				}
			}
		}
	}
}

// forged gives the history out of a copy of the log into which another was written,
// behind the back of its triggers.
func (n *inn) forged(h *export.History) *export.History {
	n.Helper()
	path := filepath.Join(n.TempDir(), "forged.db")
	n.must(n.store.Backup(n.Context(), path))
	db, err := sql.Open("sqlite", "file:"+path)
	n.must(err)
	do := func(query string, args ...any) {
		n.Helper()
		_, err := db.ExecContext(n.Context(), query, args...)
		n.must(err)
	}
	db.SetMaxOpenConns(1)
	do("PRAGMA synchronous = OFF; BEGIN")
	do("DROP TRIGGER entries_never_go; DROP TRIGGER entries_come_in_order; DROP TRIGGER secrets_never_change; DELETE FROM entries")
	for i, e := range h.Entries {
		do("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", i+1, e.Stream, e.Version, e.Kind, string(e.Data), e.Seat,
			e.Order, e.Rules, e.Cause.Kind, e.Cause.Ref, e.At.UnixMilli(), e.Prev[:], e.Hash[:])
	}
	do("UPDATE secrets SET secret = ?; COMMIT", h.Secret[:])
	n.must(db.Close())
	store, err := events.OpenToRead(n.Context(), path)
	n.must(err)
	defer store.Close()
	source := n.source()
	source.Log = store
	again, err := source.Gather(n.Context(), h.Table)
	n.must(err)
	return again
}

// TestLettersAreReceipts: what hangs together in itself, but is not what was, is
// found by the letters that players have kept, and by nothing else.
func TestLettersAreReceipts(t *testing.T) {
	n, id := played(t, "konvooi")
	papers := n.papers(id, n.stayed(id))
	for name, forge := range map[string]func(*export.History){
		"the end is cut off": func(h *export.History) {
			cut(1)(h)
			last := int64(len(h.Entries))
			h.Letters = slices.DeleteFunc(h.Letters, func(l export.Letter) bool { return l.Version > last })
			h.Mails = h.Mails[:len(h.Mails)-1]
			h.Texts = h.Texts[:len(h.Texts)-1]
		},
		"somebody said it earlier": func(h *export.History) {
			e := at(h, "words-said", 0)
			for i := range h.Entries {
				if h.Entries[i].Cause == e.Cause {
					h.Entries[i].At = h.Entries[i].At.Add(-1e9)
				}
			}
			h.Mails = slices.Clone(h.Mails)
			h.Mails[slices.IndexFunc(h.Mails, func(m export.Mail) bool { return m.Ref == e.Cause.Ref })].Heard -= 1e3
			rechain(h)
		},
	} {
		h := n.gather(id)
		forge(h)
		for _, c := range verify(h) {
			if c.State != export.Held {
				t.Errorf("%s: found without letters: %v", name, c)
			}
		}
		if c := h.CheckHeads("heads", papers); c.State != export.Broken || !strings.Contains(c.Why, "no entry's hash") {
			t.Errorf("%s: %v", name, c)
		}
	}
}

// TestKeptLetters: a letter with other words, or one that prints a hash of later on,
// is found; one that was changed on its way is not taken for a forgery.
func TestKeptLetters(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	papers := n.papers(id, n.stayed(id))
	sent := func(l export.Letter) (string, bool) { return papers[0].Text, l.MessageID == papers[0].MessageID }
	changed := slices.Clone(papers)
	changed[0].Sums = []export.Sum{{1}}
	if c := h.CheckPapers("papers", changed, sent); c.State != export.Held {
		t.Errorf("other bytes, the same words: %v", c)
	}
	changed[0].Text = "Dear Bob, your captain is mine."
	l := h.Letters[slices.IndexFunc(h.Letters, func(l export.Letter) bool { return l.MessageID == papers[0].MessageID })]
	if c := h.CheckPapers("papers", changed, func(export.Letter) (string, bool) { return papers[0].Text, true }); c.State != export.Broken || c.Version != l.Version {
		t.Errorf("other words: %v", c)
	}
	if c := h.CheckPapers("papers", changed, func(export.Letter) (string, bool) { return "", false }); c.State != export.NotChecked {
		t.Errorf("other bytes, words not kept: %v", c)
	}
	changed[0].Head = hex.EncodeToString(h.Entries[len(h.Entries)-1].Hash[:8])
	if c := h.CheckHeads("heads", changed); c.State != export.Broken || c.Version != int64(len(h.Entries)) {
		t.Errorf("a hash of later on: %v", c)
	}
	if c := h.CheckHeads("heads", nil); c.State != export.NotChecked {
		t.Errorf("no letters: %v", c)
	}
}
