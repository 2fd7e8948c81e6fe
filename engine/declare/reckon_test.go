package declare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/engine/gametest"
)

// TestAccountsAddUp: what the tables print adds up to what they print for a total, and
// that is the score, the best first; every inspection that was drawn is told.
func TestAccountsAddUp(t *testing.T) {
	for i := range 30 {
		movers := make([]mover, 2+i%5)
		for s := range movers {
			movers[s] = gametest.ByChance
			if (s+i)%2 == 0 {
				movers[s] = gametest.ByBot
			}
		}
		setup := newSetup(t, len(movers), map[string]string{optInspection: []string{"standing", inspectionAsk}[i%2]})
		done := gametest.PlayOut(t, Game, setup, fmt.Sprint("reckon ", i), movers, nil)
		back, err := Game.Hindsight(done.Records)
		if err != nil {
			t.Fatal(err)
		}
		blocks := back.Reckon(engine.Plain{}, 1).Blocks
		sums, totals := gametest.Accounts(t, blocks)
		want := slices.Clone(done.Result.Scores)
		slices.Sort(want)
		slices.Reverse(want)
		if !slices.Equal(sums, want) || !slices.Equal(totals, want) {
			t.Errorf("game %d: the pieces add up to %v, the totals are %v, the scores %v", i, sums, totals, want)
		}
		drawn := 0
		for _, r := range done.Records {
			if r.Kind == (inspectionDrawn{}).Kind() {
				drawn++
			}
		}
		if got := len(tableBelow(blocks, "declare.reckon.inspections").Rows); got != drawn {
			t.Errorf("game %d: %d inspections told, want %d", i, got, drawn)
		}
	}
}

func tableBelow(blocks []engine.Block, heading string) engine.Table {
	at := slices.IndexFunc(blocks, func(b engine.Block) bool { h, ok := b.(engine.Heading); return ok && h.Text == heading })
	table, _ := blocks[at+1].(engine.Table)
	return table
}

func spelledRows(t engine.Table) []string {
	var all []string
	for _, row := range t.Rows {
		var cells []string
		for _, c := range row {
			cells = append(cells, c.Text)
		}
		all = append(all, strings.Join(cells, " | "))
	}
	return all
}

func piece(value int) card.Card { return card.Card{Face: fmt.Sprint(value), ID: value} }

// TestWhatInspectionsAndPassengersDid: who drew them and when, whose pieces they were,
// and who did what to whom; what somebody did to themselves counts for nothing.
func TestWhatInspectionsAndPassengersDid(t *testing.T) {
	happened := []event{
		roundBegun{1},
		cardsRevealed{By: 1, Why: whyPassenger, Cards: []opened{{2, 1, piece(3)}, {3, 1, piece(1)}}},
		inspectionDrawn{Seat: 1},
		cardsRevealed{By: 1, Why: whyInspection, Cards: []opened{{1, 2, piece(2)}, {2, 3, piece(1)}}},
		roundBegun{2},
		cardStolen{Seat: 2, From: 1, Card: piece(3)},
		cardsSwapped{By: 2, A: opened{2, 1, piece(1)}, B: opened{1, 1, piece(3)}},
		baggageDiscarded{By: 3, Seat: 2, Card: piece(2)},
		baggageDiscarded{By: 3, Seat: 3, Card: piece(1)},
		inspectionDrawn{Seat: 3},
		cardsRevealed{By: 3, Why: whyInspection},
	}
	p := &sheet{k: &knowledge{self: 3, board: make(board, 3)}, w: engine.Plain{}}
	p.inspections(happened)
	p.meddling(happened)
	for heading, want := range map[string][]string{
		"declare.reckon.inspections": {
			"1 | #1 | declare.reckon.found-one (Name=#1, Value=2), declare.reckon.found-one (Name=#2, Value=1)",
			"2 | declare.you (Seat=#3) | declare.reckon.found-nobody",
		},
		"declare.reckon.losses": {"#1 | 1 | 2", "#2 | 1 | 1", "declare.you (Seat=#3) | 0 | 0"},
	} {
		if got := spelledRows(tableBelow(p.Blocks, heading)); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", heading, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	hits := []string{
		"declare.reckon.pair (Did=declare.reckon.did.revealed (Count=1), From=#1, To=#2)",
		"declare.reckon.pair (Did=declare.reckon.did.revealed (Count=1), From=#1, To=declare.you (Seat=#3))",
		"declare.reckon.pair (Did=declare.reckon.did.stole (Count=1), declare.reckon.did.swapped (Count=1), From=#2, To=#1)",
		"declare.reckon.pair (Did=declare.reckon.did.discarded (Count=1), From=declare.you (Seat=#3), To=#2)",
	}
	if diff := cmp.Diff(engine.Block(engine.Listing{Lines: hits}), p.Blocks[len(p.Blocks)-1]); diff != "" {
		t.Errorf("whose turns hit whom (- want, + got):\n%s", diff)
	}
}

// TestRanksAreShared: equal points are parted by the fewer pieces (N22), or share a rank.
func TestRanksAreShared(t *testing.T) {
	ended := gameEnded{Scores: []score{{7, 4}, {7, 3}, {9, 6}, {7, 4}, {2, 1}}}
	p := &sheet{k: &knowledge{board: make(board, 5), ended: &ended}, w: engine.Plain{}}
	p.finalStandings()
	want := []string{"1 | #3 | 9 | 6", "2 | #2 | 7 | 3", "3 | #1 | 7 | 4", "3 | #4 | 7 | 4", "5 | #5 | 2 | 1"}
	if got := spelledRows(tableBelow(p.Blocks, "declare.reckon.standings")); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if p.Blocks[len(p.Blocks)-1] != (engine.Paragraph{Text: "declare.reckon.tie"}) {
		t.Error("it is not said how ties are parted")
	}
}
