package main

import (
	"slices"

	"contrapost/engine"
	"contrapost/engine/card"
	"contrapost/events"
)

var (
	two   = []string{"Ann", "Bob"}
	three = []string{"Ann", "Bob", "Cem"}
)

// both is for readers of either language.
var both = []string{"en", "nl"}

// annOnly keeps the letters of one reader, where a game differs from others in little.
var annOnly = []string{"Ann"}

// konvooiEnds are the ways in which a game of Konvooi can end, and how that is seen in
// its log.
var konvooiEnds = map[string]func(past) bool{
	"emptied-pile": func(p past) bool { // K27
		l := p.lastRound()
		return p.option("last-round") != "broke-display" && l.Last != 0 && l.Last != l.Seat && !p.result().ByPasses
	},
	"broke-display": func(p past) bool { // K27
		l := p.lastRound()
		return p.option("last-round") == "broke-display" && l.Last == l.Seat && l.Last != p.emptied() && !p.result().ByPasses
	},
	"all-pass": func(p past) bool { // K28
		return p.result().ByPasses && len(p.causes()) == 2 && p.has("convoy-laid")
	},
	"silence": func(p past) bool { // K31
		causes := p.causes()
		return p.counted() && len(causes) == 1 && causes[0] == events.CauseClock
	},
	"by-warehouse": func(p past) bool { return p.result().decidedBy(total, warehouse) },          // K30
	"by-illegal":   func(p past) bool { return p.result().decidedBy(total, warehouse, illegal) }, // K30
	"shared":       func(p past) bool { return p.result().shared() },                             // K30
	"below-zero":   func(p past) bool { return p.counted() && belowZero(p.result()) },            // K30
}

func belowZero(r result) bool {
	for _, s := range r.Scores {
		if total(s) < 0 {
			return true
		}
	}
	return false
}

// untilPassing plays like a bot for so many orders, and then passes in every turn.
func untilPassing(orders int) manner {
	return func(p engine.Play, seat engine.Seat, n int, luck engine.Chance) string {
		if n >= orders && p.Asked(seat).Kind == "turn" {
			return "pass"
		}
		return p.Bot(seat, luck)
	}
}

// bold plays like a bot in its turns until it passes, inspects whatever it may, tempts
// inspectors, and is tempted itself every other time.
func bold(orders int) manner {
	return func(p engine.Play, seat engine.Seat, n int, luck engine.Chance) string {
		moves := p.Moves(seat)
		switch p.Asked(seat).Kind {
		case "bids", "bribe":
			moves = slices.DeleteFunc(moves, func(order string) bool { return order == "let go" || order == "no bribe" })
			return moves[luck.Intn("bold", len(moves))]
		case "answer":
			return moves[luck.Intn("bold", len(moves))]
		}
		return untilPassing(orders)(p, seat, n, luck)
	}
}

func konvooiRecordings() []recording {
	ends := konvooiEnds
	all := []recording{
		{
			name: "emptied-pile", players: two, wanted: ends["emptied-pile"], langs: both,
			slips: map[int]string{2: "draw 9", 5: "draw deck deck\npass", 8: "convoy LT LT LT LT", 11: "Shall we?"},
		},
		{name: "all-pass", players: three, play: untilPassing(12), wanted: ends["all-pass"]},
		{name: "silence", players: three, play: neverAnswers, wanted: ends["silence"]},
		{name: "by-warehouse", players: three, play: untilPassing(18), wanted: ends["by-warehouse"], readers: annOnly},
		{name: "by-illegal", players: three, play: bold(20), wanted: ends["by-illegal"], readers: annOnly},
		{name: "shared", players: three, play: untilPassing(14), wanted: ends["shared"], readers: annOnly},
		{name: "below-zero", players: three, play: untilPassing(6), wanted: ends["below-zero"], readers: annOnly},
	}
	for _, r := range konvooiOptions() {
		r.readers = annOnly
		all = append(all, r)
	}
	all = append(all, endedAtTables(untilPassing(16))...)
	all = append(all, livelyTables(untilPassing(16))...)
	for i := range all {
		all[i].game = "konvooi"
	}
	return all
}

// konvooiOptions are games in which an option that is not the usual one has made a
// difference.
func konvooiOptions() []recording {
	return []recording{
		{name: "pass-stuck", players: two, with: "pass=stuck", slips: map[int]string{0: "pass"}, wanted: past.counted},
		{
			name: "pass-pile-empty", players: two, with: "pass=pile-empty", slips: map[int]string{0: "pass", 3: "pass"},
			wanted: func(p past) bool { return p.counted() && p.follow("pile-emptied", "turn-passed") },
		},
		{name: "tie-first-received", players: three, with: "tie=first-received", play: bold(20), wanted: tieByTime},
		{name: "bribe-view-public", players: three, with: "bribe-view=public", play: bold(18), wanted: tempted},
		{name: "bribe-view-blind", players: three, with: "bribe-view=blind", play: bold(18), wanted: tempted},
		{name: "bribe-rounds-2", players: three, with: "bribe-rounds=2", play: bold(20), wanted: temptedTimes(2)},
		{name: "bribe-rounds-3", players: three, with: "bribe-rounds=3", play: bold(20), wanted: temptedTimes(3)},
		{
			name: "caught-officer-warehouse", players: three, with: "caught-officer=warehouse", play: untilPassing(16),
			wanted: func(p past) bool { return p.counted() && p.has("convoy-seized") && p.has("officer-retired") },
		},
		{name: "last-round-broke-display", players: two, with: "last-round=broke-display", wanted: konvooiEnds["broke-display"]},
	}
}

// tieByTime: of two equal officers the one that was bid first inspects, though the
// other sits nearer (K14). Of three players it is so only if the one in the middle
// sends the convoy.
func tieByTime(p past) bool {
	type opened struct {
		Smuggler engine.Seat
		Officers []struct {
			Seat engine.Seat
			Card card.Card
		}
	}
	return p.counted() && slices.ContainsFunc(of[opened](p, "answers-opened"), func(o opened) bool {
		return o.Smuggler == 2 && len(o.Officers) == 2 && o.Officers[0].Seat == 1 && o.Officers[0].Card.Face == o.Officers[1].Card.Face
	})
}

// tempted: a bribe was accepted and one was refused.
func tempted(p past) bool {
	return p.counted() && p.has("bribe-offered") && p.has("bribe-accepted") && p.has("bribe-refused")
}

// temptedTimes: an inspector was tempted so many times over one convoy.
func temptedTimes(times int) func(past) bool {
	return func(p past) bool {
		n := 0
		for _, e := range p {
			switch e.Kind {
			case "convoy-laid":
				n = 0
			case "bribe-offered":
				if n++; n == times {
					return p.counted()
				}
			}
		}
		return false
	}
}
