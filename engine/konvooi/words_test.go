package konvooi

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"contrapost/engine"
)

var (
	keyLine = regexp.MustCompile(`^\["([^"]+)"\]$|^"([^"]+)" = "(.*)"$|^(one|other) = "(.*)"$`)
	gap     = regexp.MustCompile(`\{\{\.([A-Za-z]+)\}\}`)
)

// messages reads the gaps of every message; a message with forms needs both.
func messages(t *testing.T, text []byte) map[string][]string {
	t.Helper()
	gaps := map[string][]string{}
	forms := map[string]int{}
	table := ""
	add := func(key, text string) {
		if gaps[key] == nil {
			gaps[key] = []string{}
		}
		for _, m := range gap.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(gaps[key], m[1]) {
				gaps[key] = append(gaps[key], m[1])
			}
		}
		slices.Sort(gaps[key])
	}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		m := keyLine.FindStringSubmatch(line)
		switch {
		case m == nil:
			t.Fatalf("line %d is no message: %s", i+1, line)
		case m[1] != "":
			table = m[1]
		case m[2] != "":
			if _, twice := gaps[m[2]]; twice || table != "" {
				t.Errorf("line %d: %s stands there twice, or below a table", i+1, m[2])
			}
			add(m[2], m[3])
		default:
			add(table, m[5])
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

func TestLanguagesSayTheSame(t *testing.T) {
	en, nl := messages(t, english), messages(t, dutch)
	for _, key := range slices.Sorted(maps.Keys(en)) {
		if !slices.Equal(en[key], nl[key]) {
			t.Errorf("%s: gaps %v in English, %v in Dutch", key, en[key], nl[key])
		}
	}
	for key := range nl {
		if en[key] == nil {
			t.Errorf("%s is Dutch only", key)
		}
		if !strings.HasPrefix(key, "konvooi.") && !strings.HasPrefix(key, "refused.konvooi.") {
			t.Errorf("%s is no key of this game's", key)
		}
	}
}

// recorder notes the keys that are said, and the gaps that are not filled.
type recorder struct {
	engine.Plain
	known map[string][]string
	said  map[string]bool
	wrong map[string]bool
}

func (r recorder) Say(key string, args engine.Args) string {
	r.said[key] = true
	gaps, ok := r.known[key]
	if !ok {
		r.wrong["no message "+key] = true
	}
	for _, g := range gaps {
		if _, ok := args[g]; !ok {
			r.wrong["no "+g+" for "+key] = true
		}
	}
	return key
}

// probes are orders that go wrong in every way there is.
var probes = []string{
	"draw deck deck", "draw 1 2 3", "draw 5", "draw 1 look", "draw 1 2 look", "draw me", "draw", "draw 1", "draw deck", "draw 1 deck", "draw 4 4", "done", "done now",
	"convoy L", "convoy L L L L L", "convoy 9L", "convoy 99L", "convoy L Q", "convoy X X X X", "convoy L L bribe", "convoy L L bribe INS INS", "convoy L L bribe 2CPT", "convoy LT LT LT", "convoy CPT CPT CPT", "convoy INS INS INS",
	"pass", "inspect LT", "inspect CPT", "inspect INS", "inspect", "inspect CPT slowly", "inspect CPT check 4", "inspect INS check 1 1", "let go",
	"bribe", "bribe X X X X X", "bribe Q", "no bribe", "accept", "refuse", "check", "check 9", "check 1 1", "check 1 2 3 4", "check x", "check 1",
	"when", "when convoy", "when convoy of 7 let go", "when convoy of blue let go", "when convoy from #1 let go", "when convoy from #9 let go", "when convoy of 3+ inspect LT check 1 2",
	"cancel", "cancel 7", "cancel all", "sing", "open answers",
}

// TestEveryWordIsThere plays games with all options and says every page and
// refusal that comes up.
func TestEveryWordIsThere(t *testing.T) {
	rec := recorder{known: messages(t, english), said: map[string]bool{}, wrong: map[string]bool{}}
	refused := func(p engine.Play, s engine.Seat, order string) {
		if _, err := p.Hear(s, Game.Lexicon().Read(order, nil)); err != nil {
			r := err.(*engine.Refusal)
			rec.Say("refused."+r.Key, r.Args)
			if r.Try == "" {
				return
			}
			if _, err := p.Hear(s, Game.Lexicon().Read(r.Try, nil)); err != nil {
				t.Errorf("%q is refused, and so is %q in its place: %v", order, r.Try, err)
			}
		}
	}
	for i := range 12 {
		chosen := map[string]string{}
		for _, o := range options {
			chosen[o.Name] = o.Values[i%len(o.Values)]
		}
		seats := 2 + i%5
		movers := make([]mover, seats)
		for s := range movers {
			movers[s] = withStandingBids(byChance, s)
			if (s+i)%3 == 0 {
				movers[s] = byBot
			}
		}
		told, n := make([]int, seats+1), 0
		playOut(t, newSetup(t, seats, chosen), fmt.Sprint("words ", i), movers, func(p engine.Play) {
			n++
			for s := range seats + 1 {
				p.Page(rec, engine.Seat(s), told[s])
				told[s] = p.Known(engine.Seat(s))
			}
			for s := range seats + 1 {
				refused(p, engine.Seat(s), probes[(n+s*7)%len(probes)])
			}
		})
	}
	for wrong := range rec.wrong {
		t.Error(wrong)
	}
	for _, key := range slices.Sorted(maps.Keys(rec.known)) {
		if !rec.said[key] {
			t.Logf("not said: %s", key)
		}
	}
	if len(rec.said) < 9*len(rec.known)/10 {
		t.Errorf("only %d of %d messages came up", len(rec.said), len(rec.known))
	}
}

// withStandingBids has a seat give and cancel standing bids now and then, and ask
// for looks and riders.
func withStandingBids(next mover, n int) mover {
	return func(p engine.Play, s engine.Seat, luck engine.Chance) string {
		extra := []string{
			fmt.Sprintf("when convoy from #%d let go", 1+(n+1)%2), "when convoy of 3+ inspect CPT check 2 1", "when convoy inspect INS",
			"cancel 1", "cancel all", "convoy L L bribe X", "convoy L X L bribe L",
		}
		order := extra[luck.Intn("test/extra", len(extra))]
		if luck.Intn("test/whether", 4) == 0 {
			if _, err := p.Hear(s, Game.Lexicon().Read(order, nil)); err == nil {
				return order
			}
		}
		return next(p, s, luck)
	}
}

// TestRefusalsAreWorded looks the keys of refusals up in the code itself.
func TestRefusalsAreWorded(t *testing.T) {
	known := messages(t, english)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`Refuse\([^,]+, "(konvooi\.[a-z.-]+)"(\+?)`)
	n := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range call.FindAllStringSubmatch(string(text), -1) {
			n++
			for key := range known {
				if key == "refused."+m[1] || m[2] == "+" && strings.HasPrefix(key, "refused."+m[1]) {
					m[1] = ""
					break
				}
			}
			if m[1] != "" {
				t.Errorf("%s: no message refused.%s", name, m[1])
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d refusals found in the code", n)
	}
}
