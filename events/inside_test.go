package events

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

func fresh(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func note(ctx context.Context, mailbox string, then func(hand) error) *task {
	return &task{ctx: ctx, done: make(chan struct{}), do: func(h hand) error {
		if _, err := h.exec("INSERT INTO cursors VALUES (?, 1, 1)", mailbox); err != nil {
			return err
		}
		return then(h)
	}}
}

func well(hand) error { return nil }

// A group in which some fail: the others are written, and announced.
func TestGroupOfGoodAndBad(t *testing.T) {
	s := fresh(t)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	failure := errors.New("no")
	tasks := []*task{
		note(t.Context(), "first", well),
		note(t.Context(), "fails", func(hand) error { return failure }),
		note(ended, "too late", well),
		note(t.Context(), "first", well), // twice: a constraint
		note(t.Context(), "panics", func(hand) error { panic("oh") }),
		note(t.Context(), "last", well),
	}
	changed := s.Changed()
	s.finish(tasks)
	<-changed
	for i, want := range []bool{true, false, false, false, false, true} {
		<-tasks[i].done
		if got := tasks[i].err == nil; got != want {
			t.Errorf("task %d: %v", i, tasks[i].err)
		}
	}
	if !errors.Is(tasks[1].err, failure) || !errors.Is(tasks[2].err, context.Canceled) {
		t.Errorf("%v, %v", tasks[1].err, tasks[2].err)
	}
	kept(t, s, "first", "last")
}

func kept(t *testing.T, s *Store, want ...string) {
	t.Helper()
	got, err := list(t.Context(), s.reader, "list", scanValue[string], "SELECT mailbox FROM cursors ORDER BY 1")
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("kept %v, %v, want %v", got, err, want)
	}
}

// When the transaction itself is lost, nobody is told otherwise.
func TestGroupThatIsLost(t *testing.T) {
	s := fresh(t)
	for name, ruin := range map[string]func(hand) error{
		"the commit fails": func(h hand) error {
			_, err := h.exec("PRAGMA defer_foreign_keys = 1; INSERT INTO letter_bytes VALUES (99, x'00')")
			return err
		},
		"rolled back beneath us": func(h hand) error {
			_, err := h.exec("ROLLBACK")
			return errors.Join(errors.New("disk full"), err)
		},
		"ended beneath us": func(h hand) error { return h.tx.Rollback() },
	} {
		// Found what the first has written.
		seen := &task{ctx: t.Context(), done: make(chan struct{}), do: func(hand) error { return ErrSeen }}
		tasks := []*task{note(t.Context(), name, well), seen, note(t.Context(), name+"!", ruin), note(t.Context(), name+"?", well)}
		changed := s.Changed()
		s.finish(tasks)
		for i, task := range tasks {
			if task.err == nil || errors.Is(task.err, ErrSeen) {
				t.Errorf("%s: task %d is said to be written: %v", name, i, task.err)
			}
		}
		select {
		case <-changed:
			t.Errorf("%s: announced", name)
		default:
		}
		kept(t, s)
	}
	s.finish([]*task{note(t.Context(), "goes on", well)})
	kept(t, s, "goes on")
}

// Close lets what is being written come to its end.
func TestCloseWaits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		goOn, written, closed := make(chan struct{}), make(chan error, 1), make(chan error, 1)
		go func() {
			task := note(t.Context(), "slow", func(hand) error { <-goOn; return nil })
			written <- s.put(t.Context(), task.do)
		}()
		synctest.Wait()
		go func() { closed <- s.Close() }()
		synctest.Wait()
		select {
		case err := <-closed:
			t.Errorf("closed (%v) in the middle of a write", err)
		default:
		}
		close(goOn)
		if errWritten, errClosed := <-written, <-closed; errWritten != nil || errClosed != nil {
			t.Errorf("written: %v, closed: %v", errWritten, errClosed)
		}
	})
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	kept(t, s, "slow")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// What waits is written together, as far as it fits.
func TestGather(t *testing.T) {
	s := &Store{tasks: make(chan *task, 2*group)}
	for range group + 10 {
		s.tasks <- &task{}
	}
	if got := len(s.gather(&task{})); got != group {
		t.Errorf("gathered %d, want %d", got, group)
	}
	if got := len(s.gather(&task{})); got != 12 {
		t.Errorf("gathered %d, want the 12 that were left", got)
	}
}

// The table itself refuses what the check of versions has missed.
func TestStaleEntryIsConflict(t *testing.T) {
	s := fresh(t)
	err := s.put(t.Context(), func(h hand) error {
		c := clerk{hand: h, now: time.UnixMilli(1)}
		d := Draft{Kind: "k", Data: []byte("{}"), Cause: Cause{Kind: CauseBot}}
		if _, err := c.enter(d, Entry{Stream: "a"}, [32]byte{}); err != nil {
			t.Error(err)
		}
		_, err := c.enter(d, Entry{Stream: "a"}, [32]byte{})
		return err
	})
	if !errors.Is(err, ErrConflict) {
		t.Errorf("%v, want ErrConflict", err)
	}
}

func TestMigrations(t *testing.T) {
	list, err := migrations(schema)
	if err != nil {
		t.Fatal(err)
	}
	today := fstest.MapFS{}
	for _, m := range list {
		today[m.name] = &fstest.MapFile{Data: []byte(m.text)}
	}
	and := func(number int, text string) fstest.MapFS {
		more := maps.Clone(today)
		more[fmt.Sprintf("schema/%04d.sql", number)] = &fstest.MapFile{Data: []byte(text)}
		return more
	}
	next := len(list) + 1
	two := and(next, "CREATE TABLE second (id INTEGER) STRICT")
	fails := and(next, "CREATE TABLE half (id INTEGER) STRICT; CREATE nonsense")
	gap := and(next+1, "")
	other := maps.Clone(two)
	other[list[0].name] = &fstest.MapFile{Data: []byte(list[0].text + " ")}

	path := filepath.Join(t.TempDir(), "log.db")
	for _, step := range []struct {
		name   string
		schema fstest.MapFS
		fits   bool
		misfit bool // ErrSchema
		tables int
	}{
		{"new", today, true, false, 0},
		{"fails half way", fails, false, false, 0},
		{"as before", today, true, false, 0},
		{"a file is missing", gap, false, false, 0},
		{"grows", two, true, false, 1},
		{"again", two, true, false, 1},
		{"older binary", today, false, true, 1},
		{"first file changed", other, false, true, 1},
	} {
		s, err := open(t.Context(), path, step.schema)
		if (err == nil) != step.fits || errors.Is(err, ErrSchema) != step.misfit {
			t.Errorf("%s: %v", step.name, err)
		}
		if s == nil {
			continue
		}
		const query = "SELECT count(*) FROM sqlite_schema WHERE name IN ('second', 'half')"
		if n, err := counted(t, s, query); err != nil || n != step.tables {
			t.Errorf("%s: %d tables, %v, want %d", step.name, n, err, step.tables)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A log that an older binary made is not read as it is; opening it to write brings
// it up to date, and it is whole then.
func TestOlderLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.db")
	first, err := schema.ReadFile("schema/0001.sql")
	if err != nil {
		t.Fatal(err)
	}
	old, err := connect(nameOf(path)+writing, 1) // this binary's statements do not fit what it makes
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(migrate(t.Context(), old, fstest.MapFS{"schema/0001.sql": {Data: first}}), old.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenToRead(t.Context(), path); !errors.Is(err, ErrSchema) {
		t.Errorf("read as it is: %v", err)
	}
	s, err := OpenExisting(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Error(err)
	}
	r, err := OpenToRead(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func counted(t *testing.T, s *Store, query string) (int, error) {
	return one(t.Context(), s.reader, "count", scanValue[int], query)
}

// The layout of what is hashed, written out by hand: it may never change.
func TestSum(t *testing.T) {
	secret := [32]byte{1, 2, 3}
	salt := Salt(secret, 12)
	if got := fmt.Sprintf("%x", salt); got != "7d0ec43d968fd3e1b50411d03cc7a3be" {
		t.Errorf("salt %s", got)
	}
	e := Entry{
		Draft: Draft{
			Kind: "bid-sealed", Data: []byte(`{"é":1}`), Seat: 3, Order: "bid 2", Rules: 1,
			Cause: Cause{Kind: CauseMail, Ref: "0f"},
		},
		Stream: "T7", Version: 12, Position: 99, At: time.UnixMilli(1_900_000_000_123),
	}
	text := "2:T7,2:12,10:bid-sealed,8:{\"é\":1},1:3,5:bid 2,1:1,4:mail,2:0f,13:1900000000123,"
	prev := [32]byte{9}
	if got, want := Sum(prev, salt, e), sha256.Sum256([]byte(string(prev[:])+string(salt[:])+text)); got != want {
		t.Errorf("sum %x, want %x", got, want)
	}
}

func TestBackoff(t *testing.T) {
	const most = ^uint64(0)
	for attempt, want := range map[int]time.Duration{
		-1: time.Minute, 0: time.Minute, 1: time.Minute, 2: 2 * time.Minute, 3: 5 * time.Minute, 8: 4 * time.Hour, 1000: 4 * time.Hour,
	} {
		least, middle, top := Backoff(attempt, 0), Backoff(attempt, most/2+1), Backoff(attempt, most)
		if least != want*8/10 || middle != want || top > want*12/10 || top < want*1199/1000 {
			t.Errorf("attempt %d: %v to %v to %v, want about %v", attempt, least, middle, top, want)
		}
	}
}
