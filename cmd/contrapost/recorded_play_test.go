package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
	"contrapost/templates"
)

// recording says how a game comes about that is recorded.
type recording struct {
	game, name string
	players    []string
	with       string           // options and times of the table
	bots       int              // seats that are a bot's from the start
	play       manner           // how players play; nil: as the game's own bot would
	slips      map[int]string   // what the player writes in vain just before the n-th order, counted from 0
	acts       map[int][]string // what is done before the n-th order besides
	wanted     func(past) bool  // it is what the game is recorded for
	readers    []string         // whose letters are kept; nil: everybody's
	langs      []string         // of the letters that are kept; nil: English
}

// manner chooses a player's n-th order of the game; "": they stay silent.
type manner func(p engine.Play, seat engine.Seat, n int, luck engine.Chance) string

func asBot(p engine.Play, seat engine.Seat, _ int, luck engine.Chance) string {
	return p.Bot(seat, luck)
}

func neverAnswers(engine.Play, engine.Seat, int, engine.Chance) string { return "" }

func (r recording) manner() manner {
	if r.play == nil {
		return asBot
	}
	return r.play
}

func (r recording) opening() string {
	return strings.TrimSpace(fmt.Sprintf("new %s for %d %s", r.game, len(r.players)+r.bots, r.with))
}

// mostTried is how many games are tried to find one that is what is wanted.
const mostTried = 20_000

func fated(seed int) *rand.ChaCha8 {
	return rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "recorded game %d", seed)))
}

// record plays games until one is what is wanted.
func (r recording) record(t *testing.T) *export.History {
	t.Helper()
	for seed := range mostTried {
		if r.simple() && !r.wanted(r.foresee(t, seed)) {
			continue
		}
		h := r.played(newDesk(t, fated(seed), "en"), seed)
		if r.wanted(h.Entries) {
			return h
		}
		if r.simple() {
			t.Fatalf("game %d was played otherwise than foreseen", seed)
		}
	}
	t.Fatalf("none of %d games is one for %s", mostTried, r.name)
	return nil
}

// played plays one game to its end.
func (r recording) played(d *desk, seed int) *export.History {
	d.Helper()
	r.seat(d)
	r.acts = maps.Clone(r.acts)
	g := &recorder{recording: r, desk: d, seed: seed}
	for !g.over() {
		g.step()
	}
	return d.finish()
}

// seat opens the table and has everybody sit down, and the bots.
func (r recording) seat(d *desk) {
	d.Helper()
	for i, name := range r.players {
		d.pass(firstMail.Add(time.Duration(i) * 17 * time.Minute))
		if i == 0 {
			d.ask(name, r.opening())
			continue
		}
		d.ask(name, "join "+d.table)
	}
	if r.bots > 0 {
		d.pass(d.now.Add(5 * time.Minute))
		d.reply(r.players[0], fmt.Sprintf("bots %d", r.bots))
	}
}

// recorder is a game that is being played at a desk.
type recorder struct {
	recording
	*desk
	seed   int
	orders int     // so far
	before []int64 // the version before each
}

func (g *recorder) over() bool { return g.look().Over() }

// step has the next order given, or lets time go by where nobody wants to.
func (g *recorder) step() {
	g.Helper()
	for _, act := range g.acts[g.orders] {
		g.pass(g.now.Add(10 * time.Minute))
		g.act(act)
		if g.over() {
			return
		}
	}
	delete(g.acts, g.orders)
	t := g.look()
	for _, seat := range t.Play.Awaited() {
		if t.Lobby.Places[seat-1].Bot || !t.Lobby.Paused.IsZero() {
			continue
		}
		order := g.manner()(t.Play, seat, g.orders, g.luck(t.Version))
		if order == "" {
			continue
		}
		g.before = append(g.before, t.Version)
		g.order(g.slips[g.orders], g.now.Add(thinking(t.Version)), t.Names.Name(seat), templates.Named(order, t.Names))
		g.orders++
		return
	}
	next := g.due()
	if next.IsZero() {
		g.Fatalf("after %d orders the table waits for nothing", g.orders)
	}
	g.strike(next)
}

// luck is what players draw by. It is none of the table's.
func (g *recorder) luck(version int64) engine.Chance { return playersLuck(g.seed, version) }

func playersLuck(seed int, version int64) engine.Chance {
	return engine.NewChance(sha256.Sum256(fmt.Appendf(nil, "players of game %d", seed)), version)
}

// thinking is how long somebody takes who is asked at a version.
func thinking(version int64) time.Duration {
	return time.Duration(20+version*37%150) * time.Minute
}

// order has somebody's order of the game heard at a time, and first what they write in
// vain.
func (d *desk) order(slip string, at time.Time, name, order string) {
	d.Helper()
	if slip != "" {
		d.pass(at.Add(-5 * time.Minute))
		before := d.version()
		d.reply(name, slip)
		if after := d.version(); after != before {
			d.Errorf("%s wrote %q in vain, and the table went from version %d to %d", name, slip, before, after)
		}
	}
	d.pass(at)
	d.reply(name, order)
}

// act does what is no order of the game: "moderate RULING", "outage HOURS", or
// "NAME: ORDER". A return can be given as a number of orders.
func (g *recorder) act(act string) {
	g.Helper()
	who, what, talk := strings.Cut(act, ": ")
	words := strings.Fields(act)
	switch {
	case talk:
		g.reply(who, what)
	case words[0] == "outage":
		lasts, err := time.ParseDuration(words[1])
		g.must(err)
		g.excuse(lobby.Outage{From: g.now, To: g.now.Add(lasts)})
	case words[1] == lobby.RuleRewind:
		back := 0
		_, err := fmt.Sscan(words[2], &back)
		g.must(err)
		g.rule(fmt.Sprintf("rewind %d", g.before[len(g.before)-back]))
	default:
		g.rule(strings.Join(words[1:], " "))
	}
}

// simple tells whether nothing happens but orders of players, so that the game can be
// foreseen.
func (r recording) simple() bool { return r.bots == 0 && len(r.acts) == 0 }

// foresee plays a game in memory as it will be played at a desk: so fast that one that
// is wanted can be found among thousands.
func (r recording) foresee(t *testing.T, seed int) past {
	t.Helper()
	f := &foresight{manner: r.manner(), seats: len(r.players), seed: seed, luck: seedOf(t, seed, len(r.players))}
	if err := f.play(r); err != nil {
		t.Fatalf("game %d: %v", seed, err)
	}
	return f.past
}

// seedOf is the seed of the luck of a table to be, whose secret is the second thing
// that is drawn.
func seedOf(t *testing.T, seed, seats int) [32]byte {
	t.Helper()
	var s lobby.State
	var id [5]byte
	var secret [32]byte
	entropy := fated(seed)
	for _, drawn := range [][]byte{id[:], secret[:]} {
		if _, err := entropy.Read(drawn); err != nil {
			t.Fatal(err)
		}
	}
	for i := range seats {
		s.Places = append(s.Places, lobby.Place{Player: "somebody", Join: lobby.Contribution(mailID(i + 1))})
	}
	return s.Seed(secret)
}

// foresight is a game in memory.
type foresight struct {
	past    past
	manner  manner
	seats   int
	seed    int
	luck    [32]byte
	orders  int
	version int64
}

func (f *foresight) play(r recording) error {
	g, _ := games.Find(r.game)
	opening, err := lobby.ParseOpening(strings.Fields(r.opening()))
	if err != nil {
		return err
	}
	options, err := engine.Choose(g.Options(), opening.Chosen)
	if err != nil {
		return err
	}
	text, err := data.Deck(g.DefaultDeck())
	if err != nil {
		return err
	}
	agreed, err := lobby.Encode(&lobby.Opened{Game: r.game, Options: options})
	if err != nil {
		return err
	}
	f.note("", events.CauseMail, []engine.Record{agreed})
	f.version = int64(f.seats) + 2 // opened, joined, begun
	deck := engine.Deck{Name: g.DefaultDeck(), Text: text}
	records, err := g.Deal(engine.Setup{Seats: f.seats, Options: options, Deck: deck}, f.chance())
	if err != nil {
		return err
	}
	f.note("", events.CauseMail, records)
	p, err := g.Play(records)
	for err == nil && f.orders < longestGame {
		if _, over := p.Result(); over {
			return nil
		}
		err = f.order(p, g)
	}
	return err
}

func (f *foresight) chance() engine.Chance { return engine.NewChance(f.luck, f.version) }

// order is one order, silence, or the opening of answers.
func (f *foresight) order(p engine.Play, g engine.Game) error {
	for _, seat := range p.Awaited() {
		order := f.manner(p, seat, f.orders, playersLuck(f.seed, f.version))
		if order == "" {
			continue
		}
		command, err := p.Hear(seat, g.Lexicon().Read(order, nil))
		if err != nil {
			return fmt.Errorf("%s: %w", order, err)
		}
		f.orders++
		return f.decide(p, seat, command, events.CauseMail)
	}
	seat := engine.Onlooker
	if asked := p.Awaited(); len(asked) > 0 {
		seat = asked[0]
	}
	return f.decide(p, seat, p.Lapse(seat, f.chance()), events.CauseClock)
}

func (f *foresight) decide(p engine.Play, seat engine.Seat, c engine.Command, cause string) error {
	records, err := engine.Step(p, seat, c, f.chance())
	f.note(c.String(), cause, records)
	return err
}

func (f *foresight) note(order, cause string, records []engine.Record) {
	for i, r := range records {
		e := events.Entry{Draft: events.Draft{Kind: r.Kind, Data: r.Data, Cause: events.Cause{Kind: cause}}}
		if i == 0 {
			e.Order = order
		}
		f.past = append(f.past, e)
		f.version++
	}
}
