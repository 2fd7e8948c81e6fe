package konvooi

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/engine/gametest"
)

// lookedBack plays a game by chance, some seats by bots, and looks back at it.
func lookedBack(t *testing.T, i int, chosen map[string]string) (gametest.Played, engine.Hindsight) {
	t.Helper()
	movers := make([]mover, 2+i%5)
	for s := range movers {
		movers[s] = gametest.ByChance
		if (s+i)%2 == 0 {
			movers[s] = gametest.ByBot
		}
	}
	done := playOut(t, newSetup(t, len(movers), chosen), fmt.Sprint("reckon ", i), movers, nil)
	back, err := Game.Hindsight(done.Records)
	if err != nil {
		t.Fatal(err)
	}
	return done, back
}

// TestAccountsAddUp: what the tables print adds up to what they print for a total, and
// that is the score, the best first.
func TestAccountsAddUp(t *testing.T) {
	for i := range 30 {
		done, back := lookedBack(t, i, map[string]string{optCaught: []string{"hand", caughtWarehouse}[i%2]})
		sums, totals := gametest.Accounts(t, back.Reckon(engine.Plain{}, 1).Blocks)
		want := slices.Clone(done.Result.Scores)
		slices.Sort(want)
		slices.Reverse(want)
		if !slices.Equal(sums, want) || !slices.Equal(totals, want) {
			t.Errorf("game %d: the cards add up to %v, the totals are %v, the scores %v", i, sums, totals, want)
		}
	}
}

// rowsBelow are the rows of the first table below a heading.
func rowsBelow(blocks []engine.Block, heading string) [][]engine.Cell {
	at := slices.IndexFunc(blocks, func(b engine.Block) bool { h, ok := b.(engine.Heading); return ok && h.Text == heading })
	if table, ok := blocks[at+1].(engine.Table); ok {
		return table.Rows
	}
	return nil
}

// TestEveryConvoyIsTold: as many as were sent, inspected and bribed for, whatever the
// options.
func TestEveryConvoyIsTold(t *testing.T) {
	for i := range 20 {
		done, back := lookedBack(t, i, map[string]string{optBribeRounds: "3", optBribeView: viewBlind})
		count := func(kinds ...string) int {
			n := 0
			for _, r := range done.Records {
				if slices.Contains(kinds, r.Kind) {
					n++
				}
			}
			return n
		}
		blocks := back.Reckon(engine.Plain{}, 2).Blocks
		for heading, want := range map[string]int{
			"konvooi.reckon.honesty":  count(convoyLaid{}.Kind()),
			"konvooi.reckon.leniency": count(inspectorChosen{}.Kind()),
			"konvooi.reckon.bribery":  count(bribeOffered{}.Kind()),
		} {
			if got := len(rowsBelow(blocks, heading)); got != want {
				t.Errorf("game %d: %d rows below %s, want %d", i, got, heading, want)
			}
		}
		seized := 0
		for _, row := range rowsBelow(blocks, "konvooi.reckon.leniency") {
			if row[3].Text == "konvooi.reckon.found.contraband" {
				seized++
			}
		}
		if want := count(convoySeized{}.Kind()); seized != want {
			t.Errorf("game %d: contraband was found %d times, want %d", i, seized, want)
		}
	}
}

func cards(faces string) []card.Card {
	var all []card.Card
	for i, face := range strings.Fields(faces) {
		all = append(all, card.Card{Face: face, ID: i + 1})
	}
	return all
}

// TestInspectionsAreJudged: how far each went, what it found, and what it missed.
func TestInspectionsAreJudged(t *testing.T) {
	turn := func(faces string) (all []event) {
		for i, c := range cards(faces) {
			all = append(all, cardTurned{Seat: 2, Smuggler: 1, Position: i + 1, Card: c})
		}
		return all
	}
	bribe := []event{bribeOffered{Seat: 1, Inspector: 2, Cards: cards("L")}, bribeRefused{Seat: 2, Smuggler: 1}, bribeOffered{Seat: 1, Inspector: 2, Cards: cards("L X")}, bribeAccepted{Seat: 2, Smuggler: 1}}
	for _, c := range []struct {
		convoy, officer string
		then            []event
		turned, found   string
		share           string
		fate            string
	}{
		{"L X L", "CPT", append(turn("L X"), convoySeized{Seat: 2, Smuggler: 1}), "Could=2, Turned=2", "contraband", "67%", "seized"},
		{"L L X L", "CPT", turn("L L"), "Could=2, Turned=2", "legal.missed", "75%", "passed"},
		{"L L", "INS", turn("L L"), "Could=2, Turned=2", "legal.clean", "100%", "passed"},
		{"LT X", "LT", turn("LT"), "Could=1, Turned=1", "officer.missed", "0%", "passed"},
		{"LT L L", "INS", turn("LT"), "Could=3, Turned=1", "officer.clean", "67%", "passed"},
		{"L L L", "INS", bribe, "Could=3, Turned=0", "bribe.clean", "100%", "bought"},
		{"X X", "CPT", bribe, "Could=2, Turned=0", "bribe.missed", "0%", "bought"},
	} {
		var m manifest
		for _, e := range slices.Concat([]event{convoyLaid{1, cards(c.convoy)}, inspectorChosen{2, 1, cards(c.officer)[0]}}, c.then) {
			m.note(e)
		}
		p := &sheet{k: &knowledge{self: 1, players: make([]seen, 2)}, w: engine.Plain{}}
		p.honesty(m.convoys)
		p.leniency(m.convoys)
		p.bribery(m.convoys)
		sent := rowsBelow(p.Blocks, "konvooi.reckon.honesty")[0]
		row := rowsBelow(p.Blocks, "konvooi.reckon.leniency")[0]
		if sent[2].Text != c.share || sent[3].Text != "konvooi.reckon.fate."+c.fate {
			t.Errorf("%s: told as %v", c.convoy, sent)
		}
		if !strings.Contains(row[2].Text, c.turned) || row[3].Text != "konvooi.reckon.found."+c.found {
			t.Errorf("%s: the inspection is told as %v, want %s, %s", c.convoy, row, c.turned, c.found)
		}
		var answers []string
		for _, row := range rowsBelow(p.Blocks, "konvooi.reckon.bribery") {
			answers = append(answers, row[2].Text+" "+row[3].Text)
		}
		if want := []string{"L konvooi.reckon.refused", "L X konvooi.reckon.taken"}; c.fate == "bought" && !slices.Equal(answers, want) {
			t.Errorf("%s: the bribes are told as %q", c.convoy, answers)
		}
	}
}

// TestRanksAreShared: equal totals are parted as K30 has it, or share a rank, and the
// next one after them has theirs.
func TestRanksAreShared(t *testing.T) {
	ended := gameEnded{Scores: []score{{Warehouse: 3}, {Warehouse: 5}, {Warehouse: 4, Hand: 1}, {Warehouse: 5}, {Hand: 9}}}
	p := &sheet{k: &knowledge{players: make([]seen, 5), ended: &ended}, w: engine.Plain{}}
	p.finalStandings()
	var got []string
	for _, row := range rowsBelow(p.Blocks, "konvooi.reckon.standings") {
		got = append(got, row[0].Text+" "+row[1].Text)
	}
	if want := []string{"1 #5", "2 #2", "2 #4", "4 #3", "5 #1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Blocks[len(p.Blocks)-1] != (engine.Paragraph{Text: "konvooi.reckon.tie"}) {
		t.Error("it is not said how ties are parted")
	}
}
