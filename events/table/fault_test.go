package table

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/konvooi"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// brittle is a game that breaks where it is told to, at tables opened with
// pass=stuck and at no others.
type brittle struct {
	engine.Game
	breaks map[string]bool
}

type brittlePlay struct {
	engine.Play
	breaks map[string]bool
	marked bool
}

var errBroken = errors.New("a spring broke")

func (b brittle) Play(records []engine.Record) (engine.Play, error) {
	play, err := b.Game.Play(records)
	return &brittlePlay{Play: play, breaks: b.breaks}, err
}

func (p *brittlePlay) strike(part string) {
	if p.marked && p.breaks[part] {
		panic("a spring broke in " + part)
	}
}

func (p *brittlePlay) Evolve(records ...engine.Record) error {
	for _, r := range records {
		p.marked = p.marked || bytes.Contains(r.Data, []byte(`"pass":"stuck"`))
	}
	p.strike("fold")
	if p.marked && p.breaks["fold with an error"] {
		return errBroken
	}
	return p.Play.Evolve(records...)
}

func (p *brittlePlay) Decide(s engine.Seat, c engine.Command, luck engine.Chance) ([]engine.Record, error) {
	p.strike("decide")
	switch {
	case p.marked && p.breaks["decide with an error"]:
		return nil, errBroken
	case p.marked && p.breaks["decide with a refusal"]:
		return nil, engine.Refuse("K1", "not-begun")
	}
	return p.Play.Decide(s, c, luck)
}

func (p *brittlePlay) Asked(s engine.Seat) engine.Ask {
	p.strike("ask")
	return p.Play.Asked(s)
}

func (p *brittlePlay) Hear(s engine.Seat, words []string) (engine.Command, error) {
	p.strike("hear")
	return p.Play.Hear(s, words)
}

func (p *brittlePlay) Lapse(s engine.Seat, luck engine.Chance) engine.Command {
	p.strike("silence")
	return p.Play.Lapse(s, luck)
}

func (p *brittlePlay) Bot(s engine.Seat, luck engine.Chance) string {
	p.strike("bot")
	if p.marked && p.breaks["bot says nonsense"] {
		return "fly to the moon"
	}
	return p.Play.Bot(s, luck)
}

// brittleInn has two tables of Ann and Bob: one whose game breaks as told in the
// map, and a sound one.
func brittleInn(t *testing.T) (n *inn, weak, sound string, breaks map[string]bool) {
	t.Helper()
	n, breaks = newInn(t), map[string]bool{}
	n.House.Lobby = lobby.Lobby{Games: []engine.Game{brittle{konvooi.Game, breaks}}}
	weak = n.hear("Ann", "", "new konvooi for 2 with pass=stuck").Tables[0]
	n.hear("Bob", "", "join "+weak)
	return n, weak, n.table("Ann", "Bob"), breaks
}

func (n *inn) version(id string) int64 {
	n.Helper()
	v, err := n.store.Version(n.Context(), id)
	if err != nil {
		n.Fatal(err)
	}
	return v
}

func (n *inn) letters(stream string) []events.Letter {
	n.Helper()
	all, err := n.store.Letters(n.Context(), stream)
	if err != nil {
		n.Fatal(err)
	}
	return all
}

// rest puts a table to rest as of noon.
func (n *inn) rest(id string) events.Fault {
	n.Helper()
	f := events.Fault{Stream: id, At: noon, What: "it broke"}
	if _, err := n.store.Commit(n.Context(), events.Batch{Now: noon, Faults: []events.Fault{f}}); err != nil {
		n.Fatal(err)
	}
	return f
}

// TestFaults: whatever breaks in a table's game is that table's fault, says at which
// version, and changes nothing; the other table plays on.
func TestFaults(t *testing.T) {
	late := noon.Add(100 * time.Hour)
	settle := func(n *inn, id string, _ Heard) error { return n.Settle(n.Context(), id, late) }
	lapse := func(n *inn, id string, _ Heard) error { return n.Lapse(n.Context(), id, late) }
	order := func(n *inn, _ string, m Heard) error { _, err := n.Hear(n.Context(), m); return err }
	for _, c := range []struct {
		name, breaks string
		do           func(*inn, string, Heard) error
		panics       bool
	}{
		{"fold", "fold", settle, true},
		{"fold with an error", "fold with an error", order, false},
		{"ask over an order", "ask", order, true},
		{"ask over a deadline", "ask", lapse, true},
		{"hear", "hear", order, true},
		{"decide", "decide", order, true},
		{"decide with an error", "decide with an error", order, false},
		{"decide with a refusal", "decide with a refusal", order, false},
		{"decide over a deadline", "decide", lapse, true},
		{"silence", "silence", lapse, true},
		{"bot", "bot", settle, true},
		{"bot says nonsense", "bot says nonsense", settle, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, weak, sound, breaks := brittleInn(t)
			who, _ := n.turn(weak)
			if strings.HasPrefix(c.breaks, "bot") {
				n.hear(who, weak, "resign")
			}
			m := n.write(who, weak, "draw deck")
			version, letters := n.version(weak), n.letters(weak)
			breaks[c.breaks] = true

			err := c.do(n, weak, m)
			f, ok := errors.AsType[*Fault](err)
			if !ok || f.Table != weak || (f.Version != version && !strings.HasPrefix(c.breaks, "fold")) {
				t.Fatalf("at version %d: %v", version, err)
			}
			if c.panics != strings.Contains(f.Stack(), "strike") || strings.Contains(f.Error(), "goroutine") {
				t.Errorf("%q with the stack %q", f, f.Stack())
			}
			if errors.As(err, new(*engine.Refusal)) {
				t.Errorf("the fault could be taken for a refusal: %v", err)
			}
			if diff := cmp.Diff(letters, n.letters(weak)); diff != "" || n.version(weak) != version {
				t.Errorf("version %d became %d; letters:\n%s", version, n.version(weak), diff)
			}
			if _, err := n.store.MailByKey(t.Context(), m.Mail.Key); !errors.Is(err, events.ErrNotFound) {
				t.Errorf("the mail counts as heard: %v", err)
			}
			other, _ := n.turn(sound)
			if got := verdicts(n.hear(other, sound, "draw deck")); got[0] != engine.Done {
				t.Errorf("at the sound table: %v", got)
			}
		})
	}
}

// TestNoFaults: what the log, a context or a race does to a table is not its fault,
// and neither is what happens before a table is in the log.
func TestNoFaults(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	m := n.write(who, id, "draw deck")
	with := func(err error) *House {
		h := *n.House
		h.Log = refusing{n.store, err}
		return &h
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		do   func() error
		want error
	}{
		"disk":       {func() error { _, err := with(errBroken).Hear(t.Context(), m); return err }, errBroken},
		"race":       {func() error { _, err := with(events.ErrConflict).Hear(t.Context(), m); return err }, events.ErrConflict},
		"deadline":   {func() error { return with(errBroken).Lapse(t.Context(), id, noon.Add(100*time.Hour)) }, errBroken},
		"ended":      {func() error { return n.Settle(ended, id, noon) }, context.Canceled},
		"no table":   {func() error { return n.Lapse(t.Context(), "ZZZZZ", noon) }, events.ErrNotFound},
		"not opened": {func() error { return (&Table{ID: "ZZZZZ"}).Attempt(func() error { return errBroken }) }, errBroken},
	} {
		err := c.do()
		if _, ok := errors.AsType[*Fault](err); ok || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v and no fault", name, err, c.want)
		}
	}
}

// refusing is a log whose commits fail.
type refusing struct {
	events.Log
	err error
}

func (r refusing) Commit(context.Context, events.Batch) (events.Receipt, error) {
	return events.Receipt{}, r.err
}

// TestTwoTablesInOneMail: of a mail that touches two tables, only the one that breaks
// is at fault.
func TestTwoTablesInOneMail(t *testing.T) {
	n, _, sound, breaks := brittleInn(t)
	weak := n.hear("Cem", "", "new konvooi for 3 with pass=stuck").Tables[0]
	n.hear("Dov", "", "join "+weak) // the deal will break, not the fold
	breaks["fold"] = true
	who, _ := n.turn(sound)
	_, err := n.Hear(t.Context(), n.write(who, sound, "draw deck", "join "+weak))
	if f, ok := errors.AsType[*Fault](err); !ok || f.Table != weak {
		t.Errorf("%v, want a fault of %s", err, weak)
	}
}
