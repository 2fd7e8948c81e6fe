package eventstest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/events"
)

var noonMS = noon.Truncate(time.Millisecond)

// post puts letters into the outbox of a table "a" with one entry.
func post(t *testing.T, log events.Log, letters ...events.Letter) []events.Letter {
	t.Helper()
	if v, err := log.Version(t.Context(), "a"); err != nil || v == 0 {
		commit(t, log, adding("a", 0, 1))
	}
	commit(t, log, events.Batch{Now: noon, Letters: letters})
	all, err := log.Letters(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// to is a letter to a seat.
func to(seat uint8, kind string) events.Letter {
	return events.Letter{Stream: "a", Seat: seat, Player: fmt.Sprint("p", seat), Kind: kind}
}

func claim(t *testing.T, log events.Log, now time.Time, want int) []events.Letter {
	t.Helper()
	got, err := log.Claim(t.Context(), now, 100)
	if err != nil || len(got) != want {
		t.Fatalf("claimed %v, %v, want %d", got, err, want)
	}
	return got
}

func render(t *testing.T, log events.Log, id int64, text string) {
	t.Helper()
	if err := log.Rendered(t.Context(), id, fmt.Sprintf("<%d@x>", id), []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func settle(t *testing.T, log events.Log, id int64, f events.Fate) {
	t.Helper()
	if err := log.Settle(t.Context(), id, f); err != nil {
		t.Fatal(err)
	}
}

func look(t *testing.T, log events.Log, id int64) events.Letter {
	t.Helper()
	l, err := log.LetterByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func filledIn(t *testing.T, open opener) {
	log := open.fresh(t)
	batch := adding("a", 0, 3)
	batch.Mail = &events.Mail{Key: "k"}
	due := noonMS.Add(time.Hour)
	batch.Letters = []events.Letter{
		{Stream: "a", Seat: 2, Player: "p", Kind: "answer", Mail: -1},
		{Stream: "a", Version: 2, Seat: 1, Player: "q", Kind: "reminder", Cause: "then", Due: due, State: events.Sent, Attempts: 4, Number: 9},
	}
	r := commit(t, log, batch)
	got, err := log.Letters(t.Context(), "a")
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	want := []events.Letter{
		{
			ID: got[0].ID, Stream: "a", Version: 3, Seat: 2, Player: "p", Kind: "answer", Mail: r.MailID,
			Cause: fmt.Sprintf("mail:%d", r.MailID), Due: noonMS, Next: noonMS, Latest: noonMS, State: events.Waiting,
		},
		{
			ID: got[1].ID, Stream: "a", Version: 2, Seat: 1, Player: "q", Kind: "reminder",
			Cause: "then", Due: due, Next: due, Latest: due, State: events.Waiting,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func dueOnce(t *testing.T, open opener) {
	log := open.fresh(t)
	post(t, log, to(1, "asked"), to(1, "asked"))
	if all := post(t, log, to(1, "asked"), to(2, "asked"), to(1, "answer")); len(all) != 3 {
		t.Errorf("%d letters, want 3: %v", len(all), all)
	}
}

func life(t *testing.T, open opener) {
	log := open.fresh(t)
	id := post(t, log, to(1, "asked"))[0].ID
	l := claim(t, log, noon, 1)[0]
	if diff := cmp.Diff(l, look(t, log, id)); diff != "" || l.State != events.Trying || l.Attempts != 1 || l.Number != 1 {
		t.Errorf("claimed %+v\n%s", l, diff)
	}
	claim(t, log, noon.Add(time.Hour), 0)
	if _, err := log.Bytes(t.Context(), id); !errors.Is(err, events.ErrNotFound) {
		t.Errorf("bytes before rendering: %v", err)
	}
	text := bytes.Repeat([]byte("Dear Pim, \xff\x00\r\n"), 100)
	render(t, log, id, string(text))
	render(t, log, id, string(text))
	for messageID, text := range map[string]string{fmt.Sprintf("<%d@x>", id): "other", "<other@x>": string(text)} {
		if err := log.Rendered(t.Context(), id, messageID, []byte(text)); !errors.Is(err, events.ErrRendered) {
			t.Errorf("rendered otherwise: %v", err)
		}
	}
	settle(t, log, id, events.Fate{State: events.Uncertain, Reply: "lost", Next: noonMS.Add(time.Minute), At: noonMS})
	claim(t, log, noon, 0)
	l = claim(t, log, noon.Add(time.Minute), 1)[0]
	if l.Attempts != 2 || l.Number != 1 || l.MessageID != fmt.Sprintf("<%d@x>", id) || l.Sum != sha256.Sum256(text) || l.Reply != "lost" {
		t.Errorf("claimed again: %+v", l)
	}
	settle(t, log, id, events.Fate{State: events.Sent, Reply: "250 ok", At: noonMS.Add(time.Hour)})
	if l = look(t, log, id); l.State != events.Sent || l.Reply != "250 ok" || !l.Sent.Equal(noonMS.Add(time.Hour)) {
		t.Errorf("sent: %+v", l)
	}
	if got, err := log.Bytes(t.Context(), id); err != nil || !bytes.Equal(got, text) {
		t.Errorf("bytes: %q, %v", got, err)
	}
	claim(t, log, noon.Add(1000*time.Hour), 0)
	if byMessage, err := log.LetterByMessage(t.Context(), l.MessageID); err != nil || byMessage.ID != id {
		t.Errorf("by message: %v, %v", byMessage, err)
	}
}

func schedule(t *testing.T, open opener) {
	log := open.fresh(t)
	if _, ok, err := log.NextLetter(t.Context()); ok || err != nil {
		t.Errorf("next of none: %v, %v", ok, err)
	}
	late, soon := to(1, "reminder"), to(2, "reminder")
	late.Due, soon.Due = noonMS.Add(2*time.Hour), noonMS.Add(time.Hour)
	all := post(t, log, late, soon)
	if next, ok, err := log.NextLetter(t.Context()); !ok || err != nil || !next.Equal(soon.Due) {
		t.Errorf("next: %v, %v, %v", next, ok, err)
	}
	claim(t, log, soon.Due.Add(-time.Millisecond), 0)
	if got := claim(t, log, soon.Due, 1); got[0].ID != all[1].ID {
		t.Errorf("claimed %v", got)
	}
	if next, ok, err := log.NextLetter(t.Context()); !ok || err != nil || !next.Equal(late.Due) {
		t.Errorf("then next: %v, %v, %v", next, ok, err)
	}
	settle(t, log, all[1].ID, events.Fate{State: events.Waiting, Next: noonMS.Add(3 * time.Hour)})
	both := claim(t, log, noon.Add(3*time.Hour), 2)
	if both[0].ID != all[0].ID {
		t.Errorf("not the oldest first: %v", both)
	}
}

func fates(t *testing.T, open opener) {
	log := open.fresh(t)
	id := post(t, log, to(1, "asked"))[0].ID
	refused := events.Fate{State: events.Refused, At: noonMS}
	try := func(what string, f events.Fate) {
		t.Helper()
		if err := log.Settle(t.Context(), id, f); err == nil {
			t.Errorf("settled: %s", what)
		}
	}
	try("not claimed", refused)
	if err := log.Rendered(t.Context(), id, "<1@x>", []byte("x")); err == nil {
		t.Error("rendered before it was claimed")
	}
	claim(t, log, noon, 1)
	try("no state", events.Fate{})
	try("unknown state", events.Fate{State: "eaten"})
	try("still trying", events.Fate{State: events.Trying})
	try("waiting for ever", events.Fate{State: events.Waiting})
	try("sent unrendered", events.Fate{State: events.Sent, At: noonMS})
	if err := log.Rendered(t.Context(), id, "", []byte("x")); err == nil {
		t.Error("rendered without Message-ID")
	}
	render(t, log, id, "text")
	try("sent some time", events.Fate{State: events.Sent})
	settle(t, log, id, refused)
	try("settled before", refused)
	for _, id := range []int64{0, id + 1} {
		_, errLook := log.LetterByID(t.Context(), id)
		_, errBytes := log.Bytes(t.Context(), id)
		errRendered := log.Rendered(t.Context(), id, "<9@x>", []byte("x"))
		for _, err := range []error{errLook, errBytes, errRendered, log.Settle(t.Context(), id, refused)} {
			if !errors.Is(err, events.ErrNotFound) {
				t.Errorf("no letter %d: %v", id, err)
			}
		}
	}
}

func claimedOnce(t *testing.T, open opener) {
	log := open.fresh(t)
	var letters []events.Letter
	for i := range 100 {
		letters = append(letters, to(uint8(i%4), fmt.Sprint("k", i)))
	}
	post(t, log, letters...)
	var mu sync.Mutex
	seen, numbers := map[int64]int{}, map[string]int{}
	for _, err := range together(func(int) error {
		for {
			got, err := log.Claim(t.Context(), noon, 3)
			if err != nil || len(got) == 0 {
				return err
			}
			mu.Lock()
			for _, l := range got {
				seen[l.ID]++
				numbers[fmt.Sprint(l.Seat, ".", l.Number)]++
			}
			mu.Unlock()
		}
	}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) != 100 || len(numbers) != 100 {
		t.Errorf("%d letters with %d numbers claimed, want 100", len(seen), len(numbers))
	}
	for id, times := range seen {
		if times != 1 {
			t.Errorf("letter %d claimed %d times", id, times)
		}
	}
}
