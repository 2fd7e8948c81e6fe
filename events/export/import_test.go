package export_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/games"
	"contrapost/events"
	"contrapost/events/export"
)

// elsewhere takes a history into a log of its own.
func elsewhere(t *testing.T, h *export.History) *inn {
	t.Helper()
	n := newInn(t)
	i, err := h.Import(noon)
	n.must(err)
	n.must(n.store.Import(t.Context(), i))
	return n
}

// TestImportedLines: what is imported into an empty log is exported again to the byte,
// named or not, with letters that never went out and somebody who was forgotten.
func TestImportedLines(t *testing.T) {
	histories := map[string]*export.History{}
	for _, game := range games.All() {
		n, id := played(t, game.Name())
		n.write([]string{"Ann", "Bob"}[n.stayed(id)-1], id, "say Once more?")
		h := n.gather(id)
		histories[game.Name()], histories[game.Name()+" anonymous"] = h, h.Anonymized()
		_, err := n.store.Forget(t.Context(), events.NewForgetting(h.Players[0].ID, "ann@test", [16]byte{1}, n.now))
		n.must(err)
		histories[game.Name()+" forgotten"] = n.gather(id)
		n, id = governed(t, game.Name())
		n.rule(id, "close")
		histories[game.Name()+" governed"] = n.gather(id)
	}
	for name, h := range histories {
		n := elsewhere(t, h)
		again := n.gather(h.Table)
		if diff := cmp.Diff(string(written(t, h)), string(written(t, again))); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if told(t, h) != told(t, again) {
			t.Errorf("%s: another text", name)
		}
		for i, c := range verify(again) {
			if before := verify(h)[i]; c != before {
				t.Errorf("%s: %v, and %v before", name, c, before)
			}
		}
	}
}

// TestImportedWithoutTimes: a mail of which nobody knows when it came is imported, and
// exported as it was.
func TestImportedWithoutTimes(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	h.Mails[0].Received = 0
	again := reread(t, written(t, elsewhere(t, h).gather(id)))
	if diff := cmp.Diff(h.Mails, again.Mails); diff != "" {
		t.Error(diff)
	}
}

// TestImportedTexts: a text that was imported is exported as the same text.
func TestImportedTexts(t *testing.T) {
	texts := []string{byHand, strings.Replace(byHand, "Ann is silent\n", "Ann says \"Good luck!\"\nAnn is silent\n", 1)}
	n, id := played(t, "declare")
	texts = append(texts, told(t, n.gather(id)), told(t, n.gather(id).Anonymized()))
	for _, text := range texts {
		h := heard(t, text)
		again := elsewhere(t, h).gather(h.Table)
		if diff := cmp.Diff(told(t, h), told(t, again)); diff != "" {
			t.Error(diff)
		}
		for _, c := range verify(again) {
			if c.State == export.Broken {
				t.Error(c)
			}
		}
	}
}

// TestImportedAndForgotten: who played at an imported table can be forgotten as anybody.
func TestImportedAndForgotten(t *testing.T) {
	n, id := played(t, "konvooi")
	n = elsewhere(t, n.gather(id))
	h := n.gather(id)
	_, err := n.store.Forget(t.Context(), events.NewForgetting(h.Players[0].ID, "", [16]byte{1}, noon))
	n.must(err)
	h = n.gather(id)
	if text := string(written(t, h)) + told(t, h); strings.Contains(text, "Ann") {
		t.Error("the name is still there")
	}
	for _, c := range verify(h) {
		if c.State == export.Broken {
			t.Error(c)
		}
	}
}

// TestNotImported: a live table and what could be nobody's.
func TestNotImported(t *testing.T) {
	n, id := played(t, "konvooi")
	for name, do := range map[string]func(*export.History){
		"live":    func(h *export.History) { h.Entries = h.Entries[:30] },
		"a table": func(h *export.History) { h.Table = "../TABLE" },
		"a name":  func(h *export.History) { h.Players[0].Name = "Ann\x1b[2J" },
		"an id":   func(h *export.History) { h.Players[0].ID = "a b" },
		"nobody":  func(h *export.History) { h.Players = append(h.Players, export.Player{ID: "ABCDE", Gone: true}) },
		"a salt":  func(h *export.History) { h.Texts[0].Salt = "xyz" },
	} {
		h := n.gather(id)
		do(h)
		if _, err := h.Import(noon); err == nil || errors.Is(err, export.ErrLive) != (name == "live") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNotForgottenByImport: an import that says of somebody who is known here that they
// were forgotten is refused, whether they have an address or only a name at a table.
func TestNotForgottenByImport(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	named := elsewhere(t, h)
	living := newInn(t)
	living.write("Ann", "", "new konvooi for 2")
	all, err := living.store.Players(t.Context())
	living.must(err)
	for where, here := range map[*inn]string{living: all[0].ID, named: h.Players[0].ID} {
		i, err := h.Import(noon)
		where.must(err)
		i.Entries, i.Gone = n.copied(h), []string{here}
		i.Names, i.Mails, i.Letters, i.Texts = nil, nil, nil, nil
		if err := where.store.Import(t.Context(), i); !errors.Is(err, events.ErrUnfit) {
			t.Errorf("%s, who is known, is forgotten by an import: %v", here, err)
		}
		if gone, err := where.store.Forgettings(t.Context()); err != nil || len(gone) > 0 {
			t.Errorf("forgotten: %v, %v", gone, err)
		}
	}
}

// copied are the entries of a history as those of another table.
func (n *inn) copied(h *export.History) []events.Entry {
	c := clone(h)
	for i := range c.Entries {
		c.Entries[i].Stream = "OTHER"
	}
	rechain(c)
	return c.Entries
}
