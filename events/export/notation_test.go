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
