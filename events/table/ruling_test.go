package table

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// ruled has a moderator rule, at a time.
func (n *inn) ruled(id, order string, at time.Time) {
	n.Helper()
	n.Address = func(a string) (string, error) { return a, nil }
	if _, err := n.Rule(n.Context(), id, order, at); err != nil {
		n.Fatalf("%s: %v", order, err)
	}
}

// unruled wants a ruling refused under a key, and nothing changed.
func (n *inn) unruled(id, order, key string) *engine.Refusal {
	n.Helper()
	n.Address = func(a string) (string, error) {
		if a == "nobody" {
			return "", errors.New("no address")
		}
		return a, nil
	}
	version, letters := n.version(id), len(n.letters(id))
	_, err := n.Rule(n.Context(), id, order, noon)
	var no *engine.Refusal
	if !errors.As(err, &no) || no.Key != key {
		n.Errorf("%s: %v, want it refused as %s", order, err, key)
	}
	if n.version(id) != version || len(n.letters(id)) != letters {
		n.Errorf("%s was refused and changed something", order)
	}
	return no
}

// told lists the kinds of the letters, from one on, by player's name.
func (n *inn) told(id string, since int) map[string][]string {
	n.Helper()
	t, got := n.load(id), map[string][]string{}
	for _, l := range n.letters(id)[since:] {
		got[t.Called(l.Player)] = append(got[t.Called(l.Player)], l.Kind)
	}
	return got
}

func (n *inn) seat(id, name string) engine.Seat {
	n.Helper()
	seat, ok := n.load(id).Names.Find(name)
	if !ok {
		n.Fatalf("nobody is called %s", name)
	}
	return seat
}

func TestRulingsRefused(t *testing.T) {
	n := newInn(t)
	forming := n.hear("Cem", "", "new konvooi for 3").Tables[0]
	id := n.table("Ann", "Bob")
	n.unruled(forming, "pause", "not-begun")
	for order, key := range map[string]string{
		"": "ruling-form", "pause now": "ruling-form", "dance": "ruling-form", "extend": "ruling-form", "note": "ruling-note",
		"extend soon": "ruling-time", "extend 1s": "ruling-time", "extend 10000h": "ruling-time",
		"rewind x": "ruling-version", "rewind -3": "ruling-version", "rewind 1": "rewind-version",
		"bot 3": "ruling-seat", "bot Zed": "ruling-seat", "replace 0 c@test": "ruling-seat",
		"replace 1 nobody": "address-bad", "replace 1 bob@test": "replace-seated", "replace 1 ann@test": "replace-seated",
		"resume": "not-paused",
	} {
		n.unruled(id, order, key)
	}
	n.ruled(id, "pause", noon)
	n.unruled(id, "pause", "paused-already")
	n.ruled(id, "bot Ann", noon)
	n.unruled(id, "bot Ann", "bot-already")
	n.ruled(id, "close", noon)
	n.unruled(id, "note too late", "table-ended")
	n.ruled(forming, "close", noon)
	n.unruled(forming, "pause", "table-closed")
	n.unruled("AAAAA", "pause", "ruling-table")
}

// TestPause: no time runs, the game waits, talk goes on, and what an outage took
// meanwhile is not counted twice.
func TestPause(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	due, asked := n.load(id).Deadline(n.seat(id, who))
	since := len(n.letters(id))
	n.ruled(id, "pause", noon.Add(time.Hour))
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "Bob": {KindRuling}}, n.told(id, since)); diff != "" || !asked {
		t.Error(diff)
	}
	if got := refusal(n.hear(who, id, "draw deck")); got != "table-paused" {
		t.Errorf("an order of the game: %q", got)
	}
	if got := verdicts(n.hear(who, id, "say A pause at last.")); !slices.Equal(got, []engine.Verdict{engine.Done}) {
		t.Errorf("talk: %v", got)
	}
	version := n.version(id)
	late := noon.Add(1000 * time.Hour)
	for what, err := range map[string]error{"lapse": n.Lapse(t.Context(), id, late), "settle": n.Settle(t.Context(), id, late)} {
		if err != nil || n.version(id) != version {
			t.Errorf("%s: %v, version %d became %d", what, err, version, n.version(id))
		}
	}
	if due, asked := n.load(id).Deadline(n.seat(id, who)); asked {
		t.Errorf("paused, and due %v", due)
	}
	n.excuse(id, noon, noon.Add(3*time.Hour)) // of which an hour is not the pause's
	n.ruled(id, "resume", noon.Add(11*time.Hour))
	if got, _ := n.load(id).Deadline(n.seat(id, who)); !got.Equal(due.Add(11 * time.Hour)) {
		t.Errorf("due %v, want %v", got, due.Add(11*time.Hour))
	}
	if got := verdicts(n.hear(who, id, "draw deck")); !slices.Equal(got, []engine.Verdict{engine.Done}) {
		t.Errorf("after the pause: %v", got)
	}
}

// TestPausedBots: a bot whose turn it is waits as well, and plays on afterwards.
func TestPausedBots(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	n.ruled(id, "bot "+who, noon)
	n.ruled(id, "pause", noon)
	version := n.version(id)
	if err := n.Settle(t.Context(), id, noon); err != nil || n.version(id) != version {
		t.Errorf("%v, version %d became %d", err, version, n.version(id))
	}
	n.ruled(id, "resume", noon)
	if err := n.Settle(t.Context(), id, noon); err != nil || n.version(id) <= version+1 {
		t.Errorf("%v, version %d after %d", err, n.version(id), version)
	}
}

func TestExtend(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	due, _ := n.load(id).Deadline(n.seat(id, who))
	n.ruled(id, "extend 24h", noon.Add(time.Hour))
	if got, _ := n.load(id).Deadline(n.seat(id, who)); !got.Equal(due.Add(24 * time.Hour)) {
		t.Errorf("due %v, want %v", got, due.Add(24*time.Hour))
	}
	m := n.write(who, id, "draw deck")
	m.Now = noon.Add(2 * time.Hour)
	if _, err := n.Hear(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	next, _ := n.turn(id)
	if got, _ := n.load(id).Deadline(n.seat(id, next)); !got.Equal(m.Now.Add(72 * time.Hour)) {
		t.Errorf("the next turn is due %v, want %v", got, m.Now.Add(72*time.Hour))
	}
}

// TestReplace: the new player has the seat's knowledge and name of their own, the
// old one is told by a letter of the service, and the shuffle stays what it was.
func TestReplace(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	n.hear("Ann", id, "tell Bob Between us.")
	before := n.load(id)
	bob := before.Lobby.Player(2)
	since, own := len(n.letters(id)), len(n.letters(""))
	n.ruled(id, "replace Bob dot@test", noon)
	after := n.load(id)
	if after.Names[1] != "dot" || after.Lobby.Player(2) == bob || after.Called(bob) != "Bob" {
		t.Errorf("names %v, in seat 2 %s", after.Names, after.Lobby.Player(2))
	}
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "dot": {KindTaken}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if l := n.letters("")[own:]; len(l) != 1 || l[0].Player != bob || l[0].Kind != KindReplaced || l[0].Cause != AboutTable(id) {
		t.Errorf("the old player gets %+v", l)
	}
	if !reflect.DeepEqual(before.Play.Facts(2), after.Play.Facts(2)) || before.Lobby.Seed(before.secret) != after.Lobby.Seed(after.secret) {
		t.Error("the seat's knowledge or the seed has changed")
	}
	if talk := after.Talk(after.Lobby.Player(2), 0); len(talk) != 0 {
		t.Errorf("the new player hears %v", talk)
	}
	n.ruled(id, "replace dot bob@test", noon.Add(time.Hour))
	if got := n.load(id).Names[1]; got != "Bob" {
		t.Errorf("back again as %q", got)
	}
}

// TestReplaceABot: a seat that was a bot's from the start keeps its part of the seed,
// also where somebody before it has left.
func TestReplaceABot(t *testing.T) {
	n := newInn(t)
	id := n.hear("Ann", "", "new konvooi for 4").Tables[0]
	n.hear("Bob", "", "join "+id)
	n.hear("Ann", id, "bots 1")
	n.hear("Bob", id, "leave "+id)
	n.hear("Ann", id, "begin")
	before := n.load(id)
	n.ruled(id, "replace 2 cem@test", noon)
	after := n.load(id)
	if before.Lobby.Seed(before.secret) != after.Lobby.Seed(after.secret) || after.Lobby.Places[1].Bot || after.Names[1] != "cem" {
		t.Errorf("the seed changed, or %+v", after.Lobby.Places[1])
	}
}

func TestBotByRuling(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	since := len(n.letters(id))
	n.ruled(id, "bot Bob", noon)
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "Bob": {KindRuling}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	if got := refusal(n.hear("Bob", id, "draw deck")); got != "resigned-already" {
		t.Errorf("Bob plays on: %q", got)
	}
}

// TestCloseByRuling: no result, the secret is out, nobody is asked anything.
func TestCloseByRuling(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	who, _ := n.turn(id)
	n.ruled(id, "close", noon)
	c := n.load(id)
	_, scored := c.Play.Result()
	_, open := c.Published()
	_, asked := c.Question(n.seat(id, who))
	if !c.Over() || scored || !open || asked {
		t.Errorf("over %v, scored %v, secret out %v, asked %v", c.Over(), scored, open, asked)
	}
	if got := refusal(n.hear(who, id, "draw deck")); got != "table-ended" {
		t.Errorf("an order of the game: %q", got)
	}
	if got := refusal(n.hear(who, id, "resign")); got != "table-ended" {
		t.Errorf("a resignation: %q", got)
	}
}

// TestUnseal: it is in the log, and everybody is told why.
func TestUnseal(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	since := len(n.letters(id))
	if err := n.Unseal(t.Context(), id, "operator", "Bob says his cards are wrong.", noon); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "Bob": {KindRuling}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	last := n.entries(id)[n.version(id)-1]
	if last.Kind != "log-unsealed" || last.Cause.Kind != events.CauseRuling || !slices.Equal(n.said(id), []string{"Bob says his cards are wrong."}) {
		t.Errorf("logged %+v, said %v", last, n.said(id))
	}
}

// TestRulingByMail: only whom the service takes for a moderator can rule.
func TestRulingByMail(t *testing.T) {
	n := newInn(t)
	id := n.table("Ann", "Bob")
	order := "moderate " + id + " note Be kind."
	if got := refusal(n.hear("Ann", "", order)); got != "not-moderator" {
		t.Errorf("from Ann: %q", got)
	}
	m := n.write("Mod", "", order, "moderate "+id+" pause", "moderate "+id+" pause")
	m.Moderator = true
	since := len(n.letters(id))
	reply, err := n.Hear(t.Context(), m)
	if err != nil || !slices.Equal(verdicts(reply), []engine.Verdict{engine.Done, engine.Done, engine.Refused}) {
		t.Fatalf("%+v, %v", reply, err)
	}
	if diff := cmp.Diff(map[string][]string{"Ann": {KindRuling}, "Bob": {KindRuling}}, n.told(id, since)); diff != "" {
		t.Error(diff)
	}
	c := n.load(id)
	if got := c.Rulings(n.letters(id)[since].Cause); len(got) != 2 {
		t.Errorf("the letters tell of %v", got)
	}
}

func (n *inn) entries(id string) []events.Entry {
	n.Helper()
	all, err := n.store.Stream(n.Context(), id, 1, 0)
	if err != nil {
		n.Fatal(err)
	}
	return all
}

func (n *inn) excuse(id string, from, to time.Time) {
	n.Helper()
	if err := n.Excuse(n.Context(), id, lobby.Outage{From: from, To: to}, to); err != nil {
		n.Fatal(err)
	}
}
