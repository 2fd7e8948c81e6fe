package export_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// notation writes and reads with everything at hand, and tells kinds of entries.
func notation() export.Notation {
	return export.Notation{
		Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck, Replay: replay,
		Tell: func(*export.History) func([]events.Entry) []string {
			return func(decision []events.Entry) (kinds []string) {
				for _, e := range decision {
					kinds = append(kinds, e.Kind)
				}
				return kinds
			}
		},
	}
}

func told(t testing.TB, h *export.History) string {
	t.Helper()
	var b bytes.Buffer
	if err := notation().Write(&b, h); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func heard(t testing.TB, text string) *export.History {
	t.Helper()
	h, err := notation().Read(strings.NewReader(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return h
}

// sameGame holds what was read against what was written.
func sameGame(t testing.TB, want, got *export.History) {
	t.Helper()
	if diff := cmp.Diff(want.Header, got.Header); diff != "" {
		t.Errorf("header: %s", diff)
	}
	if !slices.EqualFunc(want.Entries, got.Entries, func(a, b events.Entry) bool { return a.Hash == b.Hash }) {
		t.Error("other hashes")
	}
	if diff := cmp.Diff(want.Texts, got.Texts); diff != "" {
		t.Errorf("talk: %s", diff)
	}
	for _, c := range verify(got) {
		if c.State == export.Broken {
			t.Error(c)
		}
	}
}

// TestTextThereAndBack: a game of every kind, with talk, silences, a bot and a
// resignation, is the same after it was written and read, also without names.
func TestTextThereAndBack(t *testing.T) {
	for _, game := range games.All() {
		n, id := played(t, game.Name())
		for name, h := range map[string]*export.History{"named": n.gather(id), "anonymous": n.gather(id).Anonymized()} {
			text := told(t, h)
			again := heard(t, text)
			sameGame(t, h, again)
			if diff := cmp.Diff(text, told(t, again)); diff != "" {
				t.Errorf("%s %s, written again: %s", name, game.Name(), diff)
			}
			if strings.Contains(text, "] event ") {
				t.Errorf("%s: an event has no words of its own:\n%s", game.Name(), text)
			}
			if anonymous := strings.Contains(text, "Ann") || strings.Contains(text, "@test"); anonymous == (name == "anonymous") {
				t.Errorf("%s: names in the text: %v", name, anonymous)
			}
		}
	}
}

// TestLiveText: a game that is not over is not told.
func TestLiveText(t *testing.T) {
	n := newInn(t)
	id := n.write("Ann", "", "new konvooi for 2").Tables[0]
	var b bytes.Buffer
	if err := notation().Write(&b, n.gather(id)); !errors.Is(err, export.ErrLive) || b.Len() > 0 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}

// TestModeratorsWords: what a moderator says to everybody leaves with the rest, is held
// against the log, names nobody in an anonymous export, and can be written by hand.
func TestModeratorsWords(t *testing.T) {
	n, id := played(t, "konvooi")
	n.rule(id, "note Thanks, Ann, write to ann@test.")
	h := n.gather(id)
	last := h.Texts[len(h.Texts)-1]
	if last.Text != "Thanks, Ann, write to ann@test." || find(t, verify(h), "talk").State != export.Held {
		t.Errorf("%+v, %v", last, find(t, verify(h), "talk"))
	}
	h.Texts[len(h.Texts)-1].Text += "!"
	if c := find(t, verify(h), "talk"); c.State != export.Broken || c.Version != int64(len(h.Entries)) {
		t.Error(c)
	}
	a := n.gather(id).Anonymized()
	if last := a.Texts[len(a.Texts)-1]; last.Text != "Thanks, Player1, write to (an address)" || last.Salt != "" {
		t.Errorf("anonymous: %+v", last)
	}
	if text := roundTrip(t, a); !strings.Contains(text, `the moderator notes "Thanks, Player1, write to (an address)" as altered from the sha256 `) {
		t.Error(text)
	}
	by := heard(t, "Game: konvooi\nSeats: Ann, Bob\nSeed: x\n\nthe moderator notes \"hello\"\nKim unseals the log because \"Somebody asked.\"\nAnn resigns\nBob resigns\n")
	if len(by.Texts) != 2 || by.Texts[0].Text != "hello" || by.Texts[1].Text != "Somebody asked." || find(t, verify(by), "talk").State != export.Held {
		t.Errorf("by hand: %+v", by.Texts)
	}
	roundTrip(t, by)
	_, err := n.store.Forget(t.Context(), events.NewForgetting(h.Players[0].ID, "ann@test", [16]byte{1}, n.now))
	n.must(err)
	if text := roundTrip(t, n.gather(id)); strings.Contains(text, "Thanks,") || !strings.Contains(text, "the moderator notes something with the sha256 ") {
		t.Errorf("after she was forgotten:\n%s", text)
	}
}
