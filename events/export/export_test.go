package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/games"
	"contrapost/events"
	"contrapost/events/export"
)

func written(t testing.TB, h *export.History) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := h.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func reread(t testing.TB, text []byte) *export.History {
	t.Helper()
	h, err := export.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEverythingHolds: of an honest game of every kind, in the database, exported,
// and exported without names; and an export says the same each time.
func TestEverythingHolds(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Name(), func(t *testing.T) {
			n, id := played(t, game.Name())
			h := n.gather(id)
			text := written(t, h)
			if !bytes.Equal(text, written(t, n.gather(id))) || !bytes.Equal(text, written(t, reread(t, text))) {
				t.Error("exported again, it is another")
			}
			for where, h := range map[string]*export.History{"log": h, "export": reread(t, text)} {
				checks := append(verify(h), h.CheckHeads("heads", n.papers(id, 1)), h.CheckPapers("papers", n.papers(id, 1), nil))
				for _, c := range checks {
					if c.State != export.Held {
						t.Errorf("%s: %v", where, c)
					}
				}
			}
			for _, c := range verify(reread(t, written(t, h.Anonymized()))) {
				unknown := c.Name == "joins" || c.Name == "talk"
				if (c.State == export.NotChecked) != unknown || c.State == export.Broken {
					t.Errorf("anonymous: %v", c)
				}
			}
		})
	}
}

// TestLiveTable: before the end nothing is written, nothing is broken, and what is
// not known yet is said to be unchecked.
func TestLiveTable(t *testing.T) {
	n := newInn(t)
	id := n.write("Ann", "", "new konvooi for 2").Tables[0]
	state := func() (unchecked string) {
		h := n.gather(id)
		var b bytes.Buffer
		if err := h.Write(&b); !errors.Is(err, export.ErrLive) || b.Len() > 0 {
			t.Errorf("wrote %d bytes, %v", b.Len(), err)
		}
		for _, c := range verify(h) {
			if c.State == export.Broken || strings.Contains(c.String(), "secret is") {
				t.Error(c)
			}
			if c.State == export.NotChecked {
				unchecked += c.Name + " "
			}
		}
		return unchecked
	}
	if got := state(); got != "seed deal published " {
		t.Errorf("while it seats players, unchecked: %s", got)
	}
	n.write("Bob", "", "join "+id)
	n.order(n.load(id), 0)
	unsealed := n.gather(id).Unsealed()
	live := reread(t, written(t, unsealed))
	if live.Secret != (export.Sum{}) || !live.Live || len(live.Entries) != len(unsealed.Entries) {
		t.Errorf("unsealed: %+v", live.Header)
	}
	live.Entries[4].Prev[0] ^= 1
	if c := find(t, verify(live), "chain"); c.State != export.Broken || c.Version != 5 {
		t.Error(c)
	}
	over, finished := played(t, "konvooi")
	if c := find(t, verify(over.gather(finished).Unsealed()), "header"); c.State != export.Broken {
		t.Error(c)
	}
	if got := state(); got != "seed published " {
		t.Errorf("while it is played, unchecked: %s", got)
	}
	if _, err := n.source().Gather(t.Context(), "NOONE"); !errors.Is(err, events.ErrNotFound) {
		t.Error(err)
	}
}

// TestWhatStaysInside: an export holds no address, nothing that one player told
// another, and an anonymous one no name.
func TestWhatStaysInside(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	open := string(written(t, h))
	for _, private := range []string{"captain.", "cem@test", "bob@test"} {
		if strings.Contains(open, private) {
			t.Errorf("exported: %q", private)
		}
	}
	for _, public := range []string{"Hello BOB, write to ann@test.", "Well played.", `"name":"Ann"`, `"name":"Bob"`, "mail-1@test", `"line":"new konvooi for 3"`} {
		if !strings.Contains(open, public) {
			t.Errorf("not exported: %q", public)
		}
	}
	anonymous := written(t, h.Anonymized())
	for _, name := range []string{"Ann", "ann@", "Bob", "BOB", "mail-1@test", "new konvooi"} {
		if bytes.Contains(anonymous, []byte(name)) {
			t.Errorf("named in an anonymous export: %q", name)
		}
	}
	for _, l := range h.Letters {
		if l.MessageID != "" && (bytes.Contains(anonymous, []byte(l.MessageID)) || bytes.Contains(anonymous, fmt.Appendf(nil, "%x", l.Sum[:]))) {
			t.Errorf("an anonymous export has the Message-ID or the hash of letter %d", l.ID)
		}
	}
	if want := "Hello Player2, write to (an address)"; !bytes.Contains(anonymous, []byte(want)) {
		t.Errorf("lacks %q", want)
	}
	if diff := cmp.Diff(open, string(written(t, h))); diff != "" {
		t.Errorf("making it anonymous changed the history itself: %s", diff)
	}
}

// TestNumbers: letters are numbered by their reader, whatever seat they sit in; or, of
// old, by the seat. What is neither is found.
func TestNumbers(t *testing.T) {
	n := newInn(t)
	id := n.write("Ann", "", "new konvooi for 3").Tables[0]
	n.deliver()
	n.write("Bob", "", "join "+id)
	n.write("Ann", id, "say Hello.", "invite cem@test")
	n.deliver()
	n.write("Ann", id, "leave")
	n.write("Bob", id, "say Anybody?")
	n.deliver()
	numbers := func(h *export.History) export.Check { return find(t, verify(h), "letters") }
	h := n.gather(id)
	if c := numbers(h); c.State != export.Held {
		t.Errorf("by reader: %v", c)
	}
	last := &h.Letters[len(h.Letters)-1]
	if last.Seat != 1 || h.Letters[0].Seat != 1 || last.Player == h.Letters[0].Player {
		t.Fatalf("nobody has moved up: %+v", h.Letters)
	}
	old, next := clone(h), map[uint8]int{}
	for i := range old.Letters {
		l := &old.Letters[i]
		next[l.Seat]++
		l.Number = next[l.Seat]
	}
	if c := numbers(old); c.State != export.Held {
		t.Errorf("by seat: %v", c)
	}
	last.Number++
	if c := numbers(h); c.State != export.Broken || c.Version != last.Version {
		t.Errorf("neither: %v", c)
	}
}

// TestNamesInTalk: names are replaced in any case and only where they are whole words,
// the longer ones first.
func TestNamesInTalk(t *testing.T) {
	h := &export.History{
		Players: []export.Player{{ID: "1", Name: "Bob"}, {ID: "2", Name: "Bob-Jan"}, {ID: "3", Name: "Zoë"}, {ID: "4"}},
	}
	for said, want := range map[string]string{
		"bob's turn, BOB-JAN!":       "Player1's turn, Player2!",
		"Bobby bobs; kebob, zoë-bob": "Bobby bobs; kebob, Player3-Player1",
		"ZOË: bob@x.org or <me@y>":   "Player3: (an address) or (an address)",
		"":                           "",
	} {
		h.Texts = []export.Text{{Text: said, Salt: "00"}}
		if got := h.Anonymized().Texts[0]; got.Text != want || got.Salt != "" {
			t.Errorf("%q becomes %+v, want %q", said, got, want)
		}
	}
}

// TestOthersMails: a mail that was written to another table, or by the way asked for
// something else, tells nothing of that.
func TestOthersMails(t *testing.T) {
	n := newInn(t)
	first := n.write("Ann", "", "new konvooi for 2").Tables[0]
	second := n.write("Bob", "", "new konvooi for 2").Tables[0]
	n.write("Ann", first, "say Over here.", "leave", "join "+second, "language nl")
	mails := n.gather(second).Mails
	if len(mails) != 2 || len(mails[1].Lines) != 0 || mails[1].MessageID != "mail-3@test" {
		t.Errorf("mails of the table that was joined: %+v", mails)
	}
	want := []export.Line{{Line: "say Over here.", Verdict: "done"}, {Verdict: "done"}, {Verdict: "done"}, {Verdict: "done"}}
	mails = n.gather(first).Mails
	if diff := cmp.Diff(want, mails[len(mails)-1].Lines); diff != "" {
		t.Error(diff)
	}
}

// TestFileIsWhole: whatever is done to the lines is found, and where.
func TestFileIsWhole(t *testing.T) {
	n, id := played(t, "konvooi")
	text := string(written(t, n.gather(id)))
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	last := len(lines)
	edit := func(i int, with ...string) string {
		return strings.Join(lines[:i], "") + strings.Join(with, "") + strings.Join(lines[min(i+1, last):], "") + "\n"
	}
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"empty":             {"", 1, "cut off"},
		"a diary":           {"Dear diary,\n", 1, "no type known"},
		"cut at a line":     {strings.Join(lines[:9], ""), 10, "cut off"},
		"cut in a line":     {text[:len(text)/2], strings.Count(text[:len(text)/2], "\n") + 1, "cut off"},
		"a line less":       {edit(9), last - 1, "it counts"},
		"a line twice":      {edit(9, lines[9], lines[9]), last + 1, "it counts"},
		"lines swapped":     {swapped(lines, 9), last, "not those that were written"},
		"a digit changed":   {edit(9, strings.Replace(lines[9], `"at":17`, `"at":18`, 1)), last, "not those that were written"},
		"an unknown type":   {edit(9, `{"type":"rumour","said":1}`+"\n"), 10, "no type known"},
		"an unknown field":  {edit(9, strings.Replace(lines[9], `"seat"`, `"seats"`, 1)), 10, "unknown field"},
		"a field twice":     {edit(9, strings.Replace(lines[9], `"kind":"mail"`, `"kind":"mail","kind":"mail"`, 1)), 10, "as an export spells it"},
		"a field less":      {edit(9, strings.Replace(lines[9], `"kind":"mail",`, ``, 1)), 10, "as an export spells it"},
		"another schema":    {edit(0, strings.Replace(lines[0], `"schema":1`, `"schema":2`, 1)), 1, "its schema is 2"},
		"two headers":       {edit(0, lines[0], lines[0]), 2, "begins with its header"},
		"no deck":           {edit(last - 2), last - 1, "the deck is missing"},
		"in another order":  {edit(9, lines[last-2]), 11, "cannot follow"},
		"more than the end": {text + "\n", last + 1, "follows the end"},
	} {
		_, err := export.Read(strings.NewReader(c.text))
		wrong, ok := errors.AsType[*export.FileError](err)
		if !ok || wrong.Line != c.line || !strings.Contains(wrong.What, c.want) {
			t.Errorf("%s: %v, want line %d: %s", name, err, c.line, c.want)
		}
	}
	if _, err := export.Read(io.MultiReader(strings.NewReader(lines[0]), failing{})); !errors.Is(err, errDisk) {
		t.Error(err)
	}
}

// TestTimesOfLines: a time that could not be is refused where it is read, in whatever
// line it stands.
func TestTimesOfLines(t *testing.T) {
	n, id := played(t, "konvooi")
	for _, ms := range []int64{-1, -62135596800001, 253402300800000, 1<<63 - 1} {
		for name, do := range map[string]func(*export.History){
			"an entry":         func(h *export.History) { h.Entries[30].At = time.UnixMilli(ms) },
			"a mail, received": func(h *export.History) { h.Mails[1].Received = ms },
			"a mail, heard":    func(h *export.History) { h.Mails[1].Heard = ms },
			"a letter, due":    func(h *export.History) { h.Letters[1].Due = ms },
			"a letter, sent":   func(h *export.History) { h.Letters[1].Sent = ms },
		} {
			h := n.gather(id)
			do(h)
			_, err := export.Read(bytes.NewReader(written(t, h)))
			if wrong, ok := errors.AsType[*export.FileError](err); !ok || !strings.Contains(wrong.What, "before 1970 or past the year 9999") {
				t.Errorf("%s at %d: %v", name, ms, err)
			}
		}
	}
	h := n.gather(id)
	h.Letters[0].Due, h.Letters[1].Due = 0, 253402300799999
	reread(t, written(t, h))
}

func swapped(lines []string, i int) string {
	all := append([]string(nil), lines...)
	all[i], all[i+1] = all[i+1], all[i]
	return strings.Join(all, "") + "\n"
}

var errDisk = errors.New("disk on fire")

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errDisk }
