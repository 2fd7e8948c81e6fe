package main

import (
	"slices"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// tableEnds are the ways in which a game of any sort comes to its end by what happens
// to its table.
var tableEnds = map[string]func(past) bool{
	"closed": func(p past) bool { return !p.counted() && p.has((lobby.Closed{}).Kind(), lobby.ClosedRuling) },
	"resigned": func(p past) bool {
		return p.counted() && p.resigned() == 1 && p.played(events.CauseBot)
	},
	"all-resign": func(p past) bool {
		return p.resigned() > 1 && p.endedBy(events.CauseBot)
	},
	"bots":     func(p past) bool { return p.counted() && p.has((lobby.BotJoined{}).Kind()) },
	"rewound":  func(p past) bool { return p.counted() && p.has((lobby.Rewound{}).Kind()) },
	"replaced": func(p past) bool { return p.counted() && p.has((lobby.SeatReplaced{}).Kind()) },
}

// tableEvents are what else happens to a table whose game goes on to its end. It is the
// same whatever is played.
var tableEvents = map[string]func(past) bool{
	"given-a-bot": func(p past) bool { return p.counted() && p.has((lobby.GivenToBot{}).Kind()) },
	"paused": func(p past) bool {
		return p.counted() && p.follow((lobby.Paused{}).Kind(), (lobby.Resumed{}).Kind(), (lobby.Extended{}).Kind())
	},
	"outage": func(p past) bool { return p.counted() && p.has((lobby.Excused{}).Kind()) },
	"clocks": func(p past) bool {
		return p.counted() && p.has((lobby.CameBack{}).Kind()) && p.follow((lobby.WentAway{}).Kind(), (lobby.Wished{}).Kind(), (lobby.Agreed{}).Kind(), (lobby.ResumeAsked{}).Kind())
	},
	"banked": func(p past) bool {
		return p.counted() && p.has((lobby.Opened{}).Kind(), `"bank"`) && p.has((lobby.Excused{}).Kind())
	},
	"talked": func(p past) bool { return p.counted() && p.has((lobby.Said{}).Kind()) },
}

func (p past) resigned() int { return len(of[lobby.Resigned](p, (lobby.Resigned{}).Kind())) }

func (p past) played(cause string) bool { return slices.Contains(p.causes(), cause) }

// endedBy tells what caused the order that ended the game.
func (p past) endedBy(cause string) bool {
	for _, e := range slices.Backward(p) {
		if e.Order != "" {
			return p.counted() && e.Cause.Kind == cause
		}
	}
	return false
}

// endedAtTables are games of either sort that end as tables have them end, if nothing
// else does in the manner in which they are played.
func endedAtTables(play manner) []recording {
	return inManner(play, tableEnds, []recording{
		{name: "closed", players: two, acts: map[int][]string{6: {"moderate close"}}},
		{name: "resigned", players: two, acts: map[int][]string{5: {"Bob: resign"}}, readers: annOnly},
		{name: "all-resign", players: two, acts: map[int][]string{6: {"Ann: resign"}, 9: {"Bob: resign"}}},
		{name: "bots", players: []string{"Ann"}, bots: 1},
		{name: "rewound", players: two, acts: map[int][]string{8: {"moderate rewind 3"}}, readers: annOnly},
		{name: "replaced", players: two, acts: map[int][]string{6: {"moderate replace Bob dot@" + demoHost}}, readers: []string{"Bob", "dot"}},
	})
}

// livelyTables are games at whose tables something else happens.
func livelyTables(play manner) []recording {
	return inManner(play, tableEvents, []recording{
		{name: "given-a-bot", players: two, acts: map[int][]string{6: {"moderate bot Bob"}}, readers: annOnly},
		{name: "paused", players: two, acts: map[int][]string{3: {"moderate pause", "moderate resume", "moderate extend 24h"}}},
		{name: "outage", players: two, acts: map[int][]string{4: {"outage 5h"}}},
		{name: "clocks", players: two, acts: map[int][]string{
			3: {"Bob: vacation 2026-01-07..2026-01-09", "Bob: vacation off", "Bob: vacation 2026-01-20..2026-01-22", "Ann: pause", "Bob: pause", "Ann: resume"},
		}},
		{name: "banked", players: two, with: "with bank=2d increment=1h", acts: map[int][]string{4: {"outage 5h"}}, readers: annOnly},
		{name: "talked", players: two, acts: map[int][]string{2: {"Bob: say Good luck, all."}, 5: {"Ann: say You will need it."}}},
	})
}

func inManner(play manner, wanted map[string]func(past) bool, all []recording) []recording {
	for i := range all {
		all[i].play, all[i].wanted = play, wanted[all[i].name]
	}
	return all
}
