package export_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// TestKeptHolds: what goes home is enough to check everything that luck and rules
// decide; what it leaves out is said to be unchecked, and nothing is broken.
func TestKeptHolds(t *testing.T) {
	for _, game := range games.All() {
		n, id := played(t, game.Name())
		h := n.gather(id)
		before := written(t, h)
		kept := reread(t, written(t, h.Kept()))
		for _, c := range append(verify(kept), kept.CheckHeads("heads", n.papers(id, 1))) {
			left := slices.Contains([]string{"chain", "joins", "letters"}, c.Name)
			if c.State == export.Broken || (c.State == export.NotChecked) != left {
				t.Errorf("%s: %v", game.Name(), c)
			}
		}
		if !bytes.Equal(before, written(t, h)) {
			t.Errorf("%s: the history itself was changed", game.Name())
		}
	}
}

// TestWhatGoesHome: no Message-ID, no letter, no address; nothing of who told whom
// something, nor any sign of the mail it was written in.
func TestWhatGoesHome(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	text := string(written(t, h.Kept()))
	for _, private := range []string{"captain.", "cem@test", "bob@test", "mail-1@test", "hearer", `"type":"letter"`, `"line":"new`, `"verdict":"not read"`} {
		if strings.Contains(text, private) {
			t.Errorf("it goes home: %q", private)
		}
	}
	if !strings.Contains(text, `"name":"Ann"`) || !strings.Contains(text, "Well played.") {
		t.Error("names, or what was said to all, stay behind")
	}
	tells := 0
	for _, e := range h.Entries {
		if e.Kind != (lobby.Told{}).Kind() {
			continue
		}
		tells++
		for _, once := range []string{string(e.Data), e.Cause.Ref} {
			if once != "" && strings.Contains(text, once) && !used(h, e.Cause.Ref) {
				t.Errorf("of entry %d there is %q", e.Version, once)
			}
		}
	}
	if tells == 0 {
		t.Fatal("nobody told anybody anything")
	}
	for _, m := range h.Kept().Mails {
		for _, l := range m.Lines {
			if l.Line != "" || l.Order == "" || l.Rule != "" {
				t.Errorf("mail %d has the line %+v", m.ID, l)
			}
		}
	}
}

// used tells whether a mail made other entries than words told.
func used(h *export.History, ref string) bool {
	for _, e := range h.Entries {
		if e.Cause.Ref == ref && e.Kind != (lobby.Told{}).Kind() {
			return true
		}
	}
	return false
}

// TestKeptIsBound: an entry that is told cannot be changed, one that is left out cannot
// be taken away or moved, and no other sort of entry can be left out.
func TestKeptIsBound(t *testing.T) {
	n, id := played(t, "konvooi")
	tell := slices.IndexFunc(n.gather(id).Entries, func(e events.Entry) bool { return e.Kind == (lobby.Told{}).Kind() })
	for what, spoil := range map[string]func(*export.History){
		"another time":          func(h *export.History) { h.Entries[2].At = h.Entries[2].At.Add(1e9) },
		"one left out is gone":  func(h *export.History) { h.Entries = slices.Delete(h.Entries, tell, tell+1) },
		"one left out is other": func(h *export.History) { h.Entries[tell].Hash[0]++ },
		"a silence left out":    func(h *export.History) { h.Entries[len(h.Entries)-2].Data = []byte("{}") },
		"not said to be kept":   func(h *export.History) { h.Header.Kept = false },
	} {
		h := clone(n.gather(id)).Kept()
		spoil(h)
		if c := find(t, verify(h), "chain"); c.State != export.Broken {
			t.Errorf("%s: %v", what, c)
		}
	}
	h := clone(n.gather(id)) // not said to be kept, and chained anew
	h.Entries[tell].Data = []byte("{}")
	rechain(h)
	if c := find(t, verify(h), "orders"); c.State != export.Broken {
		t.Errorf("words that nobody told anybody are passed over: %v", c)
	}
	if _, err := n.gather(id).Kept().Import(n.now); err == nil {
		t.Error("what went home is imported")
	}
}

// TestKeptNeedsNoTells: where nobody told anybody anything, the whole chain holds.
func TestKeptNeedsNoTells(t *testing.T) {
	n, id := played(t, "declare")
	h := n.gather(id)
	if i := slices.IndexFunc(h.Entries, func(e events.Entry) bool { return e.Kind == (lobby.Told{}).Kind() }); i >= 0 {
		for j, e := range h.Entries {
			if e.Kind == (lobby.Told{}).Kind() {
				data, _ := json.Marshal(lobby.Said{Seat: 1, Text: regexp.MustCompile("[0-9a-f]{64}").FindString(string(e.Data))})
				h.Entries[j].Kind, h.Entries[j].Data = lobby.Said{}.Kind(), data
			}
		}
		rechain(h)
	}
	if c := find(t, verify(reread(t, written(t, h.Kept()))), "chain"); c.State != export.Held {
		t.Error(c)
	}
}
