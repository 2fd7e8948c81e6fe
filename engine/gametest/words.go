package gametest

import (
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
)

var (
	messageLine = regexp.MustCompile(`^\["([^"]+)"\]$|^"([^"]+)" = "(.*)"$|^(one|other) = "(.*)"$`)
	gapInText   = regexp.MustCompile(`\{\{\.([A-Za-z]+)\}\}`)
)

// gapsOf reads the gaps of every message; a message with forms needs both.
func gapsOf(t testing.TB, text []byte) map[string][]string {
	t.Helper()
	gaps := map[string][]string{}
	forms := map[string]int{}
	table := ""
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := messageLine.FindStringSubmatch(line)
		switch {
		case m == nil:
			t.Fatalf("line %d is no message: %s", i+1, line)
		case m[1] != "":
			table = m[1]
		case m[2] != "":
			if _, twice := gaps[m[2]]; twice || table != "" {
				t.Errorf("line %d: %s stands there twice, or below a table", i+1, m[2])
			}
			addGaps(gaps, m[2], m[3])
		default:
			addGaps(gaps, table, m[5])
			forms[table]++
		}
	}
	for key, n := range forms {
		if n != 2 {
			t.Errorf("%s has %d forms", key, n)
		}
	}
	return gaps
}

func addGaps(gaps map[string][]string, key, text string) {
	all := gaps[key]
	if all == nil {
		all = []string{}
	}
	for _, m := range gapInText.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(all, m[1]) {
			all = append(all, m[1])
		}
	}
	slices.Sort(all)
	gaps[key] = all
}

// LanguagesSayTheSame wants a game's messages in English and in Dutch to have the
// same keys, all of them the game's own, and the same gaps.
func LanguagesSayTheSame(t *testing.T, g engine.Game) {
	t.Helper()
	en, nl := gapsOf(t, g.Words()["en"]), gapsOf(t, g.Words()["nl"])
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if nl[key] == nil {
			t.Errorf("%s is English only", key)
		} else if !slices.Equal(en[key], nl[key]) {
			t.Errorf("%s: gaps %v in English, %v in Dutch", key, en[key], nl[key])
		}
	}
	own := g.Name() + "."
	for key := range nl {
		if en[key] == nil {
			t.Errorf("%s is Dutch only", key)
		}
		if !strings.HasPrefix(key, own) && !strings.HasPrefix(key, "refused."+own) {
			t.Errorf("%s is no key of this game's", key)
		}
	}
}

// RefusalsAreWorded looks the keys of refusals up in the code of the game, which
// lies in the folder, and wants to find so many at least: fewer would mean that they
// are written in a way that is not looked for.
func RefusalsAreWorded(t *testing.T, g engine.Game, folder fs.FS, least int) {
	t.Helper()
	known := gapsOf(t, g.Words()["en"])
	call := regexp.MustCompile(`Refuse\([^,]+, "(` + regexp.QuoteMeta(g.Name()) + `\.[a-z.-]+)"(\+?)`)
	n := 0
	for _, f := range read(t, folder, "*.go") {
		for _, m := range call.FindAllStringSubmatch(f.text, -1) {
			n++
			if key, begins := "refused."+m[1], m[2] == "+"; !worded(known, key, begins) {
				t.Errorf("%s: no message %s", f.name, key)
			}
		}
	}
	if n < least {
		t.Errorf("only %d refusals found in the code", n)
	}
}

// worded tells whether there is a message of a key, or of one that begins so.
func worded(known map[string][]string, key string, begins bool) bool {
	for k := range known {
		if k == key || begins && strings.HasPrefix(k, key) {
			return true
		}
	}
	return false
}

// Wording notes what a game says while it is played: the messages that come up,
// those that there are not, and the gaps that are not filled.
type Wording struct {
	engine.Plain
	t      *testing.T
	game   engine.Game
	probes []string
	known  map[string][]string
	said   map[string]bool
	wrong  map[string]bool
}

// NewWording listens to a game; probes are orders that go wrong in every way there is.
func NewWording(t *testing.T, g engine.Game, probes []string) *Wording {
	t.Helper()
	w := &Wording{t: t, game: g, probes: probes, known: gapsOf(t, g.Words()["en"]), said: map[string]bool{}, wrong: map[string]bool{}}
	w.sayOfTheGame()
	return w
}

// sayOfTheGame notes what is said of a game where none is played: in invitations, lists of
// tables and help.
func (w *Wording) sayOfTheGame() {
	w.Say(w.game.Name()+".about", nil)
	w.Say(w.game.Name()+".help", nil)
	for _, o := range w.game.Options() {
		for _, value := range o.Values {
			w.Say(w.game.Name()+".option."+o.Name+"."+value, nil)
		}
	}
}

// Say notes a message and its gaps.
func (w *Wording) Say(key string, args engine.Args) string {
	w.said[key] = true
	gaps, ok := w.known[key]
	if !ok {
		w.wrong["no message "+key] = true
	}
	for _, g := range gaps {
		if _, ok := args[g]; !ok {
			w.wrong["no "+g+" for "+key] = true
		}
	}
	return key
}

// Listener gives what is to be done after each step of one game: everybody's page is
// said, and everybody tries so many probes.
func (w *Wording) Listener(seats, each int) func(engine.Play) {
	told, n := make([]int, seats+1), 0
	return func(p engine.Play) {
		n++
		for s := range seats + 1 {
			p.Page(w, engine.Seat(s), told[s])
			told[s] = p.Known(engine.Seat(s))
			w.whatItDoes(p, engine.Seat(s))
		}
		for s := range seats + 1 {
			for q := range each {
				w.try(p, engine.Seat(s), w.probes[(n*each+q+s*7)%len(w.probes)])
			}
		}
	}
}

// whatItDoes says what one order of each sort would do for a seat.
func (w *Wording) whatItDoes(p engine.Play, s engine.Seat) {
	met := map[string]bool{}
	for _, move := range p.Moves(s) {
		if verb := first(move); !met[verb] {
			met[verb] = true
			p.Does(w, s, move)
		}
	}
}

// LookBack says what is shown of a game that is over with all cards open, after
// every record of it.
func (w *Wording) LookBack(records []engine.Record) {
	back, err := w.game.Hindsight(records)
	if err != nil {
		w.t.Fatal(err)
	}
	for n := range len(records) + 1 {
		back.Page(w, n)
	}
	for _, s := range []engine.Seat{engine.Onlooker, 1, 2} {
		back.Reckon(w, s)
	}
}

// try says the refusal of an order; what the refusal offers in its place must be heard.
func (w *Wording) try(p engine.Play, s engine.Seat, order string) {
	_, err := p.Hear(s, w.game.Lexicon().Read(order, nil))
	if err == nil {
		p.Does(w, s, order)
		return
	}
	r := err.(*engine.Refusal)
	w.Say("refused."+r.Key, r.Args)
	if r.Try == "" {
		return
	}
	if _, err := p.Hear(s, w.game.Lexicon().Read(r.Try, nil)); err != nil {
		w.t.Errorf("%q is refused, and so is %q in its place: %v", order, r.Try, err)
	}
}

// Want fails the test with what was said wrongly, and unless so many of a hundred
// messages came up.
func (w *Wording) Want(percent int) {
	w.t.Helper()
	for wrong := range w.wrong {
		w.t.Error(wrong)
	}
	for _, key := range slices.Sorted(maps.Keys(w.known)) {
		if !w.said[key] {
			w.t.Logf("not said: %s", key)
		}
	}
	if len(w.said)*100 < percent*len(w.known) {
		w.t.Errorf("only %d of %d messages came up", len(w.said), len(w.known))
	}
}
