package main

import (
	"testing"
	"testing/synctest"
	"time"

	"contrapost/engine"
	"contrapost/engine/declare"
)

// inspected plays up to an inspection at a table that asks, and gives when its answers
// were opened, after Bob has ordered something ahead. Ann has a standing order; Bob
// answers what he is asked after some time, if he is.
func inspected(t *testing.T, ahead, answer string, wait time.Duration) (run sealedRun) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		names := []string{"Ann", "Bob", "Cem"}
		for _, name := range names {
			h.settle(name, "declare", never)
		}
		h.serve()
		options, err := engine.Choose(declare.Game.Options(), map[string]string{"inspection": "ask"})
		h.must(err)
		h.stageOf(declare.Game, options, "AAAAA", `
baggage #1 1- 2-
baggage #2 3- 2-
baggage #3 1+
passengers #1 4 3
passengers #2 11 8
passengers #3 7 9
pile I 1 1 1 1 1`, names...)
		first := map[string]readLetter{}
		for _, name := range names {
			first[name] = h.reads(name)
		}
		time.Sleep(4 * time.Minute)
		h.writes("Ann", first["Ann"], "when inspected reveal highest\nplay 4")
		h.reads("Ann")
		h.writes("Cem", first["Cem"], "play 7")
		h.reads("Cem")
		h.writes("Bob", first["Bob"], ahead)
		asked := h.reads("Bob")
		drawn := time.Now()
		time.Sleep(wait)
		if answer != "" {
			h.writes("Bob", asked, answer)
		}
		for {
			table, err := h.service.house.Load(h.ctx, "AAAAA", 0)
			h.must(err)
			if table.Play.Asked(3).Kind != "" { // Cem's passenger acts once the inspection is over
				break
			}
			time.Sleep(10 * time.Second)
		}
		run.opened = time.Since(drawn)
		time.Sleep(time.Minute)
		run.mails = map[string][]string{}
		for _, name := range []string{"Ann", "Cem"} {
			for _, raw := range h.server.Mails(h.people[name].address) {
				for _, o := range opaque {
					raw = o.ReplaceAll(raw, nil)
				}
				run.mails[name] = append(run.mails[name], string(raw))
			}
		}
		h.stop()
	})
	return run
}

// TestAStandingOrderAnswersLikeMail: whether Bob's standing order has answered an
// inspection, or Bob himself within the same quarter of an hour, the others are told the
// same at the same time (N11).
func TestAStandingOrderAnswersLikeMail(t *testing.T) {
	standing := inspected(t, "when inspected reveal 1\nplay 11", "", 0)
	written := inspected(t, "look\nplay 11", "reveal 1", 3*time.Minute)
	if standing.opened < time.Minute || standing.opened > 15*time.Minute {
		t.Errorf("opened after %v by a standing order", standing.opened)
	}
	if d := (standing.opened - written.opened).Abs(); d > 15*time.Second {
		t.Errorf("opened after %v by a standing order, after %v by mail", standing.opened, written.opened)
	}
	standing.alike(t, written)
}

// TestTheClockDoesNotHurryStandingOrders: an inspection that comes of somebody's silence
// stays sealed until a quarter of an hour too, though nobody is asked.
func TestTheClockDoesNotHurryStandingOrders(t *testing.T) {
	silent := inspected(t, "when inspected reveal 1", "", 71*time.Hour) // and chance plays for him after three days, at midnight
	if want := 72*time.Hour + 11*time.Minute; (silent.opened - want).Abs() > 30*time.Second {
		t.Errorf("opened %v after Bob's mail, want %v", silent.opened, want)
	}
}
