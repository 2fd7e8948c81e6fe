package main

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/templates"
)

func retold(t *testing.T, h *export.History) *retelling {
	t.Helper()
	game, _ := games.Find(h.Game)
	catalog, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	r := &retelling{history: h, game: game, catalog: catalog, lang: "en"}
	if err := r.tell(); err != nil {
		t.Fatal(err)
	}
	return r
}

func replayed(t *testing.T, h *export.History, lang string) []byte {
	t.Helper()
	var page bytes.Buffer
	if err := writeReplay(h, lang, templates.Saved{}, &page); err != nil {
		t.Fatal(err)
	}
	return page.Bytes()
}

// TestReplay: a page of each game is one file, the same each time, small, in both
// languages, and nobody's name or words end up as anything but text.
func TestReplay(t *testing.T) {
	for _, game := range games.All() {
		h := playedBy(t, game.Name(), 4, spoken)
		page := replayed(t, h, "en")
		if !bytes.Equal(page, replayed(t, h, "en")) {
			t.Errorf("%s: the same game gives another page", game.Name())
		}
		for lang, page := range map[string][]byte{"en": page, "nl": replayed(t, h, "nl")} {
			if len(page) > 400_000 {
				t.Errorf("%s in %s: %d bytes", game.Name(), lang, len(page))
			}
			tame(t, string(page))
		}
	}
}

// tame wants a page to hold the scripts and pictures that are its own, and no others.
func tame(t *testing.T, page string) {
	t.Helper()
	scripts := 0
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if scripts != 2 {
				t.Errorf("%d scripts, want the data and the page's own", scripts)
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			if token.Data == "script" {
				scripts++
			}
			if slices.Contains([]string{"img", "link", "iframe", "object", "a", "form"}, token.Data) {
				t.Errorf("a tag %s", token)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "style" {
					t.Errorf("an attribute %s=%q", a.Key, a.Val)
				}
			}
		}
	}
}

// TestReplayIsTheGame: the steps are the decisions, scores end as the game ended, and
// what was said stands where it was said.
func TestReplayIsTheGame(t *testing.T) {
	for _, game := range games.All() {
		h := playedBy(t, game.Name(), 3, spoken)
		steps := retold(t, h).told
		orders := 0
		for _, e := range h.Entries {
			if e.Order != "" {
				orders++
			}
		}
		if len(steps) != orders+1 {
			t.Errorf("%s: %d steps, want the deal and %d orders", game.Name(), len(steps), orders)
		}
		said := slices.IndexFunc(steps, func(s templates.Step) bool { return len(s.Talk) > 0 })
		if said != 5 || steps[said].Talk[0].Name != "Ann" {
			t.Errorf("%s: it was said at step %d", game.Name(), said)
		}
		play, err := game.Play(recordsOf(h))
		if err != nil {
			t.Fatal(err)
		}
		result, _ := play.Result()
		if last := steps[len(steps)-1]; !slices.Equal(last.Scores, result.Scores) {
			t.Errorf("%s: the scores end as %v, want %v", game.Name(), last.Scores, result.Scores)
		}
	}
}

// TestReplayShowsWhatWasKnown: every view of a seat is that seat's own page as of that
// step, made here from the log anew: with the same cards and the same words, but for
// what might be answered.
func TestReplayShowsWhatWasKnown(t *testing.T) {
	catalog, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for _, game := range games.All() {
		h := playedBy(t, game.Name(), 4, spoken)
		play, err := game.Play(nil)
		if err != nil {
			t.Fatal(err)
		}
		next, known := slices.IndexFunc(h.Entries, func(e events.Entry) bool { return !lobby.Owns(e.Kind) }), [5]int{}
		for i, s := range retold(t, h).told {
			for first := true; next < len(h.Entries) && (first || h.Entries[next].Order == ""); next++ {
				if e := h.Entries[next]; !lobby.Owns(e.Kind) {
					first = false
					if err := play.Evolve(recordOf(e)); err != nil {
						t.Fatal(err)
					}
				}
			}
			for seat := range known {
				w := catalog.For("en", s.Names)
				page := play.Page(w, engine.Seat(seat), known[seat])
				if got := (engine.Page{Blocks: s.Pages[seat]}).IDs(); !slices.Equal(got, page.IDs()) {
					t.Fatalf("%s, step %d: seat %d is shown the cards %v, and knows %v", game.Name(), i+1, seat, got, page.IDs())
				}
				all := append(page.Blocks, engine.Paragraph{Text: page.Asks})
				for _, b := range slices.Concat(s.Told[seat], s.Pages[seat]) {
					if !slices.ContainsFunc(all, func(own engine.Block) bool { return reflect.DeepEqual(own, b) }) {
						t.Fatalf("%s, step %d: seat %d is shown %+v, which is not on its page", game.Name(), i+1, seat, b)
					}
				}
				known[seat] = play.Known(engine.Seat(seat))
			}
		}
		if next != len(h.Entries) {
			t.Errorf("%s: %d entries of %d are in the steps", game.Name(), next, len(h.Entries))
		}
	}
}

func recordsOf(h *export.History) []engine.Record {
	var all []engine.Record
	for _, e := range h.Entries {
		if !lobby.Owns(e.Kind) {
			all = append(all, recordOf(e))
		}
	}
	return all
}

// TestReplayLeavesOutWhatWasTakenBack: twice, the second time to before the first, so
// that the first return is taken back with the rest.
func TestReplayLeavesOutWhatWasTakenBack(t *testing.T) {
	h := playedBy(t, "konvooi", 3, func(s *saga, orders int) {
		switch orders {
		case 10:
			s.say(2, "Six decisions go.")
			s.rewind(s.before(4))
		case 13:
			s.rewind(s.before(2))
		}
	})
	steps := retold(t, h).told
	var back []int
	for i, s := range steps {
		if s.Happens == "rewound" {
			back = append(back, i, s.Count)
		}
	}
	if want := []int{3, 11}; !slices.Equal(back, want) {
		t.Errorf("taken back at step and so many: %v, want %v", back, want)
	}
	if !slices.ContainsFunc(steps, func(s templates.Step) bool { return len(s.Talk) == 1 }) {
		t.Error("what was said meanwhile is gone")
	}
	page := string(replayed(t, h, "en"))
	if !strings.Contains(page, "A moderator took the game back to here.") {
		t.Error("nothing tells of it")
	}
}

// TestReplayNamesWhoPlayed: after a seat has changed hands its steps name the new
// player, and those before it the old one.
func TestReplayNamesWhoPlayed(t *testing.T) {
	h := playedBy(t, "declare", 3, func(s *saga, orders int) {
		switch orders {
		case 6:
			s.Players = append(s.Players, export.Player{ID: "new", Name: "Zoe"})
			s.happens(&lobby.SeatReplaced{Seat: 2, Was: "p2", Player: "new"})
		case 9:
			s.happens(&lobby.Resigned{Seat: 1})
		case 11:
			s.happens(&lobby.LeftToBot{Seat: 2})
			s.happens(&lobby.Taken{Seat: 2, Was: "new", Player: "new"})
		case 12:
			s.happens(&lobby.LeftToBot{Seat: 2})
			s.happens(&lobby.Taken{Seat: 2, Was: "new", Player: "p2"})
		}
	})
	steps := retold(t, h).told
	if steps[13].Names[1] != rascals[1] || len(steps[11].Notes) != 2 || len(steps[12].Notes) != 2 {
		t.Errorf("seat 2 is %q, notes %v, %v", steps[13].Names[1], steps[11].Notes, steps[12].Notes)
	}
	if steps[6].Names[1] != rascals[1] || steps[7].Names[1] != "Zoe" {
		t.Errorf("seat 2 is %q and then %q", steps[6].Names[1], steps[7].Names[1])
	}
	if len(steps[6].Notes) != 1 || len(steps[9].Notes) != 1 {
		t.Errorf("notes at the steps: %v, %v", steps[6].Notes, steps[9].Notes)
	}
}

// TestReplayWithoutNames: nobody's name stands anywhere in an anonymous one.
func TestReplayWithoutNames(t *testing.T) {
	h := playedBy(t, "konvooi", 4, func(s *saga, orders int) {
		if orders == 3 {
			s.say(1, "Ann and O'Neil were here. D\u00f6v \u2028 O'Neil & Sons, too.")
		}
	})
	page := string(replayed(t, h.Anonymized(), "en"))
	for _, name := range []string{"Ann", "alert", "Sons", "onerror"} {
		if strings.Contains(page, name) {
			t.Errorf("it says %q", name)
		}
	}
	if !strings.Contains(page, "Player4") {
		t.Error("nobody plays")
	}
}

// TestNoReplayBeforeTheEnd: a game that was broken off keeps its cards.
func TestNoReplayBeforeTheEnd(t *testing.T) {
	h := playedBy(t, "konvooi", 2, spoken)
	h.Entries = h.Entries[:len(h.Entries)-2]
	var page bytes.Buffer
	if err := writeReplay(h, "en", templates.Saved{}, &page); !errors.Is(err, engine.ErrNotOver) || page.Len() > 0 {
		t.Errorf("%v, and %d bytes", err, page.Len())
	}
}
