package post

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/data"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
)

// chamber is a room with a store and a table "of Ann and Bob", without mail.
type chamber struct {
	*Room
	store *events.Store
	mails int
}

func newChamber(t *testing.T) *chamber {
	t.Helper()
	store, err := events.Open(t.Context(), filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	house := &table.House{
		Log: store, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck, Prompt: true,
		Entropy: rand.NewChaCha8([32]byte{5}),
		Sitting: func(context.Context, string) ([]table.Sitting, error) { return nil, nil },
	}
	return &chamber{store: store, Room: &Room{
		Log: store, House: house, Operator: "operator@test", Key: []byte("a key"),
		Now: func() time.Time { return noon }, Slog: slog.New(slog.DiscardHandler),
	}}
}

// hear has somebody's line heard by the service.
func (c *chamber) hear(t *testing.T, who, line string) table.Reply {
	t.Helper()
	c.mails++
	address := strings.ToLower(who) + "@test"
	player, err := c.store.PlayerByAddress(t.Context(), address)
	if err != nil && !notFound(err) {
		t.Fatal(err)
	}
	player.Address = address
	reply, err := c.House.Hear(t.Context(), table.Heard{
		Mail:   events.Mail{Key: fmt.Sprint(c.mails), MessageID: fmt.Sprint(c.mails, "@test"), Received: noon},
		Player: player, FromName: who, Lines: []string{line}, Now: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func (c *chamber) table(t *testing.T) string {
	t.Helper()
	id := c.hear(t, "Ann", "new konvooi for 2").Tables[0]
	c.hear(t, "Bob", "join "+id)
	return id
}

// spoil adds an entry that nobody can fold, and gives the fault that comes of it.
func (c *chamber) spoil(t *testing.T, id string) error {
	t.Helper()
	version, err := c.store.Version(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.store.Commit(t.Context(), events.Batch{Now: noon, Appends: []events.Append{{
		Stream: id, Expected: version,
		Drafts: []events.Draft{{Kind: "unheard-of", Data: []byte("{}"), Cause: events.Cause{Kind: events.CauseRuling}}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.House.Load(t.Context(), id, 0)
	return err
}

// told lists the letters about faults: to whom, and what they are about.
func (c *chamber) told(t *testing.T) map[string]int {
	t.Helper()
	letters, err := c.store.Letters(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for _, l := range letters {
		if l.Kind != table.KindFault {
			continue
		}
		p, err := c.store.Player(t.Context(), l.Player)
		if err != nil {
			t.Fatal(err)
		}
		about, _, _ := strings.Cut(l.Cause, ":")
		told[p.Address+" "+about]++
	}
	return told
}

// TestContainedOnce: however many find a fault at the same time, its table is put to
// rest once and everybody is told once; the operator by a row that has no name.
func TestContainedOnce(t *testing.T) {
	c := newChamber(t)
	id := c.table(t)
	fault := c.spoil(t, id)
	var finding sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		finding.Go(func() { errs[i] = c.Contain(t.Context(), fmt.Errorf("somewhere: %w", fault)) })
	}
	finding.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	// A mail that was in hand when the table was put to rest may still have its entry.
	if err := c.Contain(t.Context(), c.spoil(t, id)); err != nil {
		t.Error(err)
	}
	want := map[string]int{"ann@test table": 1, "bob@test table": 1, "operator@test fault": 1}
	if diff := cmp.Diff(want, c.told(t)); diff != "" {
		t.Errorf("told:\n%s", diff)
	}
	f, err := c.store.Fault(t.Context(), id)
	if err != nil || !strings.Contains(f.What, "unheard-of") || !f.At.Equal(noon) {
		t.Errorf("fault %+v, %v", f, err)
	}
	if p, err := c.store.PlayerByAddress(t.Context(), "operator@test"); err != nil || p.Name != "" {
		t.Errorf("operator %+v, %v", p, err)
	}
}

// TestOperators: one who plays at the table gets both letters, one that is not there
// none, and two tables need one row.
func TestOperators(t *testing.T) {
	for operator, want := range map[string]map[string]int{
		"ann@test":      {"ann@test table": 2, "bob@test table": 2, "ann@test fault": 2},
		"":              {"ann@test table": 2, "bob@test table": 2},
		"operator@test": {"ann@test table": 2, "bob@test table": 2, "operator@test fault": 2},
	} {
		c := newChamber(t)
		c.Operator = operator
		for range 2 {
			if err := c.Contain(t.Context(), c.spoil(t, c.table(t))); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, c.told(t)); diff != "" {
			t.Errorf("operator %q:\n%s", operator, diff)
		}
	}
}

// TestUncontained: what is no fault is given back, and so is a fault that cannot be
// written down.
func TestUncontained(t *testing.T) {
	c := newChamber(t)
	id := c.table(t)
	for _, err := range []error{nil, errDisk, events.ErrNotFound, events.ErrConflict, context.Canceled} {
		if got := c.Contain(t.Context(), err); got != err {
			t.Errorf("%v came back as %v", err, got)
		}
	}
	if err := c.Contain(t.Context(), table.ErrResting); err != nil {
		t.Errorf("a table that rests already: %v", err)
	}
	fault := c.spoil(t, id)
	c.Log = &failing{Log: c.store, times: 1}
	if err := c.Contain(t.Context(), fault); !errors.Is(err, errDisk) {
		t.Errorf("on a full disk: %v", err)
	}
	if len(c.told(t)) != 0 {
		t.Error("somebody was told of a table that does not rest")
	}
	if err := c.Contain(t.Context(), fault); err != nil || len(c.told(t)) != 3 {
		t.Errorf("afterwards: %v, told %v", err, c.told(t))
	}
}

// TestReport: an operator is mailed what failed, but no more of it than fits.
func TestReport(t *testing.T) {
	f := &table.Fault{Table: "K7F3Q", Version: 12, Err: errors.New(strings.Repeat("ü", 2000))}
	got := report(f)
	if !strings.HasPrefix(got, "at version 12: ü") || len(got) > longestReport || strings.ToValidUTF8(got, "") != got {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// TestClockPassesFaultsOver: at a table that does not fold no deadline lapses, and
// the clock goes on to the next table.
func TestClockPassesFaultsOver(t *testing.T) {
	c := newChamber(t)
	weak, sound := c.table(t), c.table(t)
	late := noon.Add(100 * time.Hour)
	rows := func(context.Context) ([]projector.Table, error) {
		seat := projector.Seat{Player: "p", Asked: "turn", Version: 1, Opened: noon, Deadline: noon.Add(time.Hour)}
		return []projector.Table{
			{Stream: weak, State: projector.Playing, Seats: []projector.Seat{seat}},
			{Stream: sound, State: projector.Playing, Seats: []projector.Seat{seat}},
		}, nil
	}
	clock := &Clock{
		Log: c.store, House: c.House, Tables: rows, Contain: c.Contain,
		Outage: time.Hour, Now: func() time.Time { return late }, Slog: c.Slog,
	}
	if err := clock.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := clock.Caught(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	_ = c.spoil(t, weak)
	versions := map[string]int64{}
	for _, id := range []string{weak, sound} {
		versions[id], _ = c.store.Version(t.Context(), id)
	}
	for range 2 { // once to find it, once to pass it over
		if err := clock.Tick(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if _, err := c.store.Fault(t.Context(), weak); err != nil {
		t.Errorf("the table does not rest: %v", err)
	}
	for id, moved := range map[string]bool{weak: false, sound: true} {
		version, err := c.store.Version(t.Context(), id)
		if err != nil || version > versions[id] != moved {
			t.Errorf("table %s went from version %d to %d, %v", id, versions[id], version, err)
		}
	}
	if len(c.told(t)) != 3 {
		t.Errorf("told %v", c.told(t))
	}
}
