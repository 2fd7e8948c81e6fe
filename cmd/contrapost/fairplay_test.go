package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// deals makes dealings of "KIND FROM TO VALUE", a bot being "-".
func deals(lines ...string) []deal {
	var all []deal
	for _, line := range lines {
		var d deal
		if _, err := fmt.Sscan(line, &d.Kind, &d.from, &d.to, &d.Value); err != nil {
			panic(err)
		}
		d.from, d.to = strings.Trim(d.from, "-"), strings.Trim(d.to, "-")
		all = append(all, d)
	}
	return all
}

var threeGames = []finished{
	{"k", 3, []string{"ann", "bob"}, deals("stop ann bob 0", "stop ann bob 0", "stop bob - 0", "bribe bob ann 6")},
	{"k", 2, []string{"ann", "bob"}, deals("stop bob ann 0", "stop ann bob 0")},
	{"d", 2, []string{"ann", "cem"}, deals("steal cem ann 3")},
}

// TestPairs: a pair is counted at the tables where both played, whatever happened
// there, beside what falls on any two seats of these tables.
func TestPairs(t *testing.T) {
	want := []pairRow{
		{Game: "d", Kind: "steal", From: "ann", To: "cem", Tables: 1, AllTimes: 1, TimesMean: 0.5, ValueMean: 1.5},
		{Game: "d", Kind: "steal", From: "cem", To: "ann", Tables: 1, AllTimes: 1, Times: 1, TimesMean: 0.5, Value: 3, ValueMean: 1.5},
		{Game: "k", Kind: "bribe", From: "ann", To: "bob", Tables: 2, AllTimes: 1, TimesMean: 1. / 6, ValueMean: 1},
		{Game: "k", Kind: "bribe", From: "bob", To: "ann", Tables: 2, AllTimes: 1, Times: 1, TimesMean: 1. / 6, Value: 6, ValueMean: 1},
		{Game: "k", Kind: "stop", From: "ann", To: "bob", Tables: 2, AllTimes: 5, Times: 3, TimesMean: 1.5},
		{Game: "k", Kind: "stop", From: "bob", To: "ann", Tables: 2, AllTimes: 5, Times: 1, TimesMean: 1.5},
	}
	if diff := cmp.Diff(want, pairs(threeGames)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestHabits: how often two seats of a table do something to each other, over all
// tables of the game.
func TestHabits(t *testing.T) {
	want := []habit{
		{Game: "d", Kind: "steal", Tables: 1, Times: 1, PairMean: 0.5, ValueMean: 3},
		{Game: "k", Kind: "bribe", Tables: 2, Times: 1, PairMean: 1. / 12, ValueMean: 6},
		{Game: "k", Kind: "stop", Tables: 2, Times: 5, PairMean: 0.75},
	}
	if diff := cmp.Diff(want, habits(threeGames)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestSeatings: what happens after a player has resigned is not theirs.
func TestSeatings(t *testing.T) {
	var entries []events.Entry
	add := func(e lobby.Event) {
		r, err := lobby.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, events.Entry{Draft: events.Draft{Kind: r.Kind, Data: r.Data}})
	}
	played := func() { entries = append(entries, events.Entry{Draft: events.Draft{Kind: "card-drawn"}}) }
	add(&lobby.Joined{Seat: 1, Player: "ann"})
	add(&lobby.Joined{Seat: 2, Player: "bob"})
	add(&lobby.BotJoined{Seat: 3})
	played()
	add(&lobby.Resigned{Seat: 2})
	played()
	add(&lobby.LeftToBot{Seat: 1})
	played()
	add(&lobby.Taken{Seat: 1, Was: "ann", Player: "cem"})
	played()
	records, sitting, err := seatings(entries)
	if err != nil || len(records) != 4 || len(sitting) != 4 {
		t.Fatalf("records %v, sitting %v, %v", records, sitting, err)
	}
	var got [][]string
	for _, at := range sitting {
		got = append(got, []string{player(at, 1), player(at, 2), player(at, 3)})
	}
	if diff := cmp.Diff([][]string{{"ann", "bob", ""}, {"ann", "", ""}, {"", "", ""}, {"cem", "", ""}}, got); diff != "" {
		t.Error(diff)
	}
	torn := events.Entry{Draft: events.Draft{Kind: lobby.Joined{}.Kind(), Data: []byte("[")}}
	if _, _, err := seatings([]events.Entry{torn}); err == nil {
		t.Error("what cannot be read is passed over")
	}
}

// TestReportKeepsSecrets: a table in play is left out, and not told of when asked for.
func TestReportKeepsSecrets(t *testing.T) {
	o, s, config, ids := playing(t)
	out, _ := o.contrapost(exitDone, "report", "--pairs", "--config", config)
	if strings.Count(out, "\n") != 1 {
		t.Errorf("of no finished table:\n%s", out)
	}
	if out, _ := o.contrapost(exitDone, "report", "--json", "--config", config); out != "" {
		t.Errorf("of no finished table:\n%s", out)
	}
	for table, want := range map[string]string{ids[0]: "is not over", ids[1]: "is not over", "ZZZZZ": "there is no table ZZZZZ"} {
		if out, told := o.contrapost(exitUsage, "report", "--table", table, "--config", config); out != "" || !strings.Contains(told, want) {
			t.Errorf("%s: %s%s", table, out, told)
		}
	}
	o.end(s, exitDone)
}

// TestReportLeavesOutWhatWasTakenBack: what a moderator has taken back was not played.
func TestReportLeavesOutWhatWasTakenBack(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	before := v.version(id)
	v.reply(turn, "draw 2 3")
	_, err := v.service.house.Rule(v.ctx, id, fmt.Sprintf("rewind %d", before), time.Now())
	v.must(err)
	rewound, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	entries, err := v.service.store.Stream(v.ctx, id, 1, 0)
	v.must(err)
	took := func(entries []events.Entry) bool {
		return slices.ContainsFunc(entries, func(e events.Entry) bool { return e.Kind == "open-card-taken" })
	}
	if !took(entries) {
		t.Fatal("nobody took an open card")
	}
	left := played(rewound, slices.Clone(entries))
	if took(left) {
		t.Error("what was taken back counts as played")
	}
	if !slices.ContainsFunc(left, func(e events.Entry) bool { return e.Kind == "pile-reshuffled" }) {
		t.Error("what came after the return is left out")
	}
}
