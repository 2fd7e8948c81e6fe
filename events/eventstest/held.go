package eventstest

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

// heldMails are listed until somebody has decided about them, once.
func heldMails(t *testing.T, open opener) {
	log := open.fresh(t)
	why := `{"reason": "nobody knows"}`
	first := commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "a", Sender: "eve@x", Held: why}})
	second := commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "b", Sender: "eve@x", Held: why}})
	believed := commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "c", Identified: "from"}})
	held, err := log.Held(t.Context())
	if err != nil || len(held) != 2 || held[0].ID != first.MailID || held[1].Held != why {
		t.Fatalf("held: %+v, %v", held, err)
	}
	commit(t, log, events.Batch{Now: noon, Decision: &events.Decision{Mail: first.MailID, Verdict: events.Declined}})
	for name, id := range map[string]int64{"again": first.MailID, "not held": believed.MailID, "not there": 99} {
		b := adding("a", 0, 1)
		b.Decision = &events.Decision{Mail: id, Verdict: events.Accepted}
		if _, err := log.Commit(t.Context(), b); !errors.Is(err, events.ErrDone) {
			t.Errorf("%s: %v, want ErrDone", name, err)
		}
	}
	versions(t, log, map[string]int64{"a": 0})
	if held, err = log.Held(t.Context()); err != nil || len(held) != 1 || held[0].ID != second.MailID {
		t.Errorf("left: %+v, %v", held, err)
	}
	if m, err := log.MailByID(t.Context(), first.MailID); err != nil || m.Decided != events.Declined {
		t.Errorf("decided: %+v, %v", m, err)
	}
}

// repeated mails are known by what they wrote, if they changed something, for a while.
func repeated(t *testing.T, open opener) {
	log := open.fresh(t)
	at := noon.Truncate(time.Millisecond)
	for key, m := range map[string]events.Mail{
		"early": {Wrote: "w", Received: at.Add(-time.Hour)}, "other": {Wrote: "v", Received: at}, "idle": {Received: at},
	} {
		m.Key, m.Player = key, key
		commit(t, log, events.Batch{Now: noon, Mail: &m})
	}
	commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "past", Player: "past", Wrote: "x", Received: at}})
	commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "since", Player: "past", Received: at}})
	for name, c := range map[string]struct {
		wrote string
		since time.Time
		want  string
	}{
		"in time":         {"w", at.Add(-time.Hour), "early"},
		"too long ago":    {"w", at.Add(-time.Hour + time.Millisecond), ""},
		"something else":  {"u", at.Add(-2 * time.Hour), ""},
		"others since":    {"x", at, ""},
		"nothing written": {"", at.Add(-2 * time.Hour), ""},
	} {
		m, err := log.Repeated(t.Context(), c.wrote, c.since)
		if m.Key != c.want || (c.want == "") != errors.Is(err, events.ErrNotFound) {
			t.Errorf("%s: %q, %v; want %q", name, m.Key, err, c.want)
		}
	}
}

// bounces are counted until their player writes; a hard one stays hard.
func bounces(t *testing.T, open opener) {
	log := open.fresh(t)
	at := noon.Truncate(time.Millisecond)
	report := func(key string, hard bool, status string) {
		t.Helper()
		commit(t, log, events.Batch{
			Now: noon, Mail: &events.Mail{Key: key, Player: "p"}, Bounce: &events.Bounce{Player: "p", Hard: hard, Status: status},
		})
	}
	stands := func(want events.Bounce) {
		t.Helper()
		got, err := log.Bounced(t.Context(), "p")
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	report("1", false, "4.2.1")
	report("2", false, "4.4.1")
	stands(events.Bounce{Player: "p", Soft: 2, At: at, Status: "4.4.1"})
	report("3", true, "5.1.1")
	report("4", false, "4.4.7")
	stands(events.Bounce{Player: "p", Hard: true, Soft: 3, At: at, Status: "4.4.7"})
	commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "5", Player: "p"}}) // nothing spoke for its sender
	if all, err := log.Bounces(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("all: %+v, %v", all, err)
	}
	commit(t, log, events.Batch{Now: noon, Mail: &events.Mail{Key: "6", Player: "p", Identified: "from"}})
	if _, err := log.Bounced(t.Context(), "p"); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("after they wrote: %v", err)
	}
}
