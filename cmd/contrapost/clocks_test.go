package main

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
)

// asks has somebody write to the service, and reads the answer.
func (h *hamlet) asks(name, order string, phrases ...string) {
	h.Helper()
	h.must(h.people[name].write(h.ctx, demoAddress, "game", order, readLetter{}))
	h.says(name, phrases...)
}

// replies has somebody answer their last letter of a table, and reads what comes of it.
func (h *hamlet) replies(name, order string, phrases ...string) readLetter {
	h.Helper()
	var to readLetter
	for _, raw := range h.server.Mails(h.people[name].address) {
		if l, err := openLetter(raw); err == nil && l.replyTo != demoAddress {
			to = l
		}
	}
	h.writes(name, to, order)
	return h.says(name, phrases...)
}

func (h *hamlet) load(id string) *table.Table {
	h.Helper()
	t, err := h.service.house.Load(h.ctx, id, 0)
	h.must(err)
	return t
}

// due tells until when somebody is asked something.
func (h *hamlet) due(id, name string) time.Time {
	h.Helper()
	t := h.load(id)
	seat, _ := t.Names.Find(name)
	due, asked := t.Deadline(seat)
	if !asked {
		h.Fatalf("%s is asked nothing", name)
	}
	return due
}

// silent gives the times at which somebody's silence was taken for an answer.
func (h *hamlet) silent(id, name string) (at []time.Time) {
	h.Helper()
	seat, _ := h.load(id).Names.Find(name)
	entries, err := h.service.store.Stream(h.ctx, id, 1, 0)
	h.must(err)
	for _, e := range entries {
		if e.Cause.Kind == events.CauseClock && engine.Seat(e.Seat) == seat && e.Order != "" {
			at = append(at, e.At)
		}
	}
	return at
}

// near tells whether two times are the same but for a minute.
func (h *hamlet) near(what string, got, want time.Time) {
	h.Helper()
	if d := got.Sub(want); d.Abs() > time.Minute {
		h.Errorf("%s: %v, want %v", what, got, want)
	}
}

// inTurn gives the players from the one on whose turn it is.
func (h *hamlet) inTurn(id string) []string {
	h.Helper()
	t := h.load(id)
	first := slices.IndexFunc(t.Names, func(name string) bool {
		seat, _ := t.Names.Find(name)
		return t.Play.Asked(seat).Turn
	})
	return append(slices.Clone(t.Names[first:]), t.Names[:first]...)
}

const days = 24 * time.Hour

// TestClocksOfATable: a player goes away, and a window is longer for all; a bank runs
// out, after reminders; a pause is agreed on, asked to end, and over a day later. The
// log says so afterwards, and decides the same again.
func TestClocksOfATable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.serve()
		names := []string{"Ann", "Bob", "Cem"}
		for _, name := range names {
			h.settle(name, "konvooi", never)
		}
		id := h.seat("reminders off\nnew konvooi for 3 with bank=2d increment=6h answer=12h", names...)
		for _, name := range names[:2] {
			h.says(name, "The game has begun", "Time in the banks when this turn began: ", "Ann 2 days", "Cem 2 days")
		}
		in := h.inTurn(id)
		lays, next, third := in[0], in[1], in[2]
		for _, name := range names {
			h.asks(name, "reminders off", "You will not be reminded")
		}

		// The third one goes away, and then a convoy is laid.
		h.asks(third, "timezone Europe/Brussels", "Done:")
		h.asks(third, "vacation 2000-01-01..2000-01-05", "You are away from Saturday 1 January 2000", "until Thursday 6 January 2000, 00:00 CET", "Days that you can be away still: 23, of 28")
		h.convoy(id, lays, third)
		back := time.Date(2000, 1, 5, 23, 0, 0, 0, time.UTC)
		end := back.Add(12 * time.Hour)
		for _, name := range []string{next, third} {
			h.says(name, "convoy", "Answer by")
			h.near("the end of the window for "+name, h.due(id, name), end)
		}
		h.replies(next, "let go", "Done:", "let go")
		h.nothing(lays, time.Until(end)-time.Minute) // nothing opens meanwhile, whoever has answered
		time.Sleep(2 * time.Minute)
		h.near("silence of "+third, h.silent(id, third)[0], end)

		// It is the next one's turn, who has two days in the bank, and uses them up.
		h.asked(id, next, "That time is what your bank holds; your order gives back 6 hours of it.")
		h.replies(next, "reminders 50% 10%", "when so much of your time is left: 50%, 10%")
		turn := h.due(id, next)
		h.says(next, "This is a reminder.", "Answer by", "24 hours left", "If you stay silent", "That time is what your bank holds")
		h.near("the first reminder", time.Now(), turn.Add(-days))
		h.says(next, "This is a reminder.", "5 hours left")
		h.near("the second reminder", time.Now(), turn.Add(-days/5))
		h.asked(id, third, "Your time was over", next+" did not answer in time", next+" nothing")
		h.near("silence of "+next, h.silent(id, next)[0], turn)

		// They agree on a pause, and on its end.
		held := time.Until(h.due(id, third))
		h.replies(third, "pause", "The others are told that you wish for a pause", "within 7 days")
		h.says(lays, "A pause is wished for by: "+third, "agrees to the pause")
		h.replies(lays, "pauze", "these have wished for it too, within 7 days: "+next)
		h.learns(next, "A pause is wished for by: "+third+", "+lays)
		h.replies(next, "pause", "The table is paused, for 60 days at the most")
		h.learns(third, "All players wish for a pause, and it begins now.")
		h.replies(third, "draw deck", "Not done:", "The players have paused that table", "resume")
		h.nothing(third, 30*days)
		h.replies(next, "resume", "The table goes on, on", "and everybody is told")
		resumed := time.Now()
		h.learns(third, next+" wants to go on: the pause ends on")
		h.learns(third, "The pause is over. It counts for nobody", "31 days")
		h.near("the end of the pause", time.Now(), resumed.Add(days))
		if left := time.Until(h.due(id, third)); (left - held).Abs() > time.Minute {
			t.Errorf("%s has %v left after the pause, and had %v", third, left, held)
		}
		h.replies(third, "draw deck", "Done:")
		h.asked(id, lays)
		h.replies(lays, "draw deck", "Done:")
		h.asked(id, next, "Your bank holds nothing; 6 hours are there at the least for every turn.")
		h.stop()
		h.verifies(id)
	})
}

// convoy has somebody lay a convoy, once nobody's letters are awaited any more.
func (h *hamlet) convoy(id, name, away string) {
	h.Helper()
	t := h.load(id)
	seat, _ := t.Names.Find(name)
	moves := t.Play.Moves(seat)
	i := slices.IndexFunc(moves, func(m string) bool { return strings.HasPrefix(m, "convoy ") })
	h.replies(name, moves[i], "Done:", "convoy", away+" is away until")
}

// learns reads somebody's letters up to one that says something.
func (h *hamlet) learns(name string, phrases ...string) {
	h.Helper()
	for range 5 {
		l := h.reads(name)
		text := strings.Join(strings.Fields(l.text), " ")
		if !slices.ContainsFunc(phrases, func(p string) bool { return !strings.Contains(text, p) }) {
			return
		}
	}
	h.Fatalf("no letter of %s says %q", name, phrases)
}

// asked reads somebody's letters up to the one that says that it is their turn.
func (h *hamlet) asked(id, name string, phrases ...string) {
	h.Helper()
	h.learns(name, append(phrases, "it is your turn")...)
}

// verifies checks the whole of a table, as anybody can.
func (h *hamlet) verifies(id string) {
	h.Helper()
	var out, wrong strings.Builder
	if code := run(h.ctx, []string{"verify", id, "--db", h.db}, nil, &out, &wrong); code != exitDone {
		h.Errorf("verify: exit code %d\n%s%s", code, &out, &wrong)
	}
}
