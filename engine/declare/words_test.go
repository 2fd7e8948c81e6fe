package declare

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
		if !strings.HasPrefix(key, "declare.") && !strings.HasPrefix(key, "refused.declare.") {
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
	"place", "place 1 2", "place 1 2 3", "play", "play x", "play 0", "play 14", "play 2 with 1", "play 10 with 1", "play 10 with", "play 99", "play 36 with #1 1", "play 36 with #2 1",
	"conceal", "conceal x", "conceal 7", "conceal 1", "conceal 1 2 3", "conceal 2 2", "conceal #1 1", "conceal #2 2", "safe", "safe 1", "safe 1 1", "safe 1 2 3",
	"reveal", "reveal 1", "reveal 1 2", "reveal #1", "reveal #1 1", "reveal #2 1", "reveal #3 1 #3 2", "reveal #9 1", "reveal #2 1 #2 1", "reveal #2 1 #1 1",
	"swap", "swap 1", "swap 1 #2 1", "swap #1 1 #2 1", "swap #2 1 #2 2", "swap 1 2", "swap #1 1 #1 2", "swap 2 #1 1", "swap #3 1 #1 2", "steal", "steal 1", "steal #1 1", "steal #2 1",
	"discard", "discard 1", "discard 2", "discard #1 1", "discard #2 2", "discard 1 steal #1 1", "discard 1 steal #2 1", "discard 1 steal", "nothing", "nothing now", "draw", "draw 1", "draw now",
	"extra", "extra 2", "extra nothing", "extra reveal", "extra reveal #1 1", "extra reveal #9 1", "extra conceal #2 1", "extra reveal #1 1 #1 2", "extra draw", "extra conceal me 4",
	"when", "when inspected", "when inspected reveal x", "when inspected reveal 7", "when inspected reveal 1 1", "when inspected reveal lowest 1", "when inspected reveal highest",
	"cancel", "cancel 7", "cancel 1", "cancel all", "sing", "open answers",
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
	for i := range 24 {
		chosen := map[string]string{}
		for j, o := range options {
			chosen[o.Name] = o.Values[(i>>j)%len(o.Values)]
		}
		seats := 2 + i%5
		all := make([]mover, seats)
		for s := range all {
			all[s] = withStandingOrders(byChance)
			if (s+i)%3 == 0 {
				all[s] = byBot
			}
		}
		told, n := make([]int, seats+1), 0
		playOut(t, newSetup(t, seats, chosen), fmt.Sprint("words ", i), all, func(p engine.Play) {
			n++
			for s := range seats + 1 {
				p.Page(rec, engine.Seat(s), told[s])
				told[s] = p.Known(engine.Seat(s))
			}
			for s := range seats + 1 {
				for q := range 3 {
					refused(p, engine.Seat(s), probes[(n*3+q+s*7)%len(probes)])
				}
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
	if len(rec.said) < 19*len(rec.known)/20 {
		t.Errorf("only %d of %d messages came up", len(rec.said), len(rec.known))
	}
}

// withStandingOrders has a seat give and cancel standing orders now and then, and
// order things in advance that may have become impossible by their time.
func withStandingOrders(next mover) mover {
	return func(p engine.Play, s engine.Seat, luck engine.Chance) string {
		k := know(s, factsOf(p, s))
		extra := []string{"when inspected reveal highest", "when inspected reveal 3 1", "cancel all"}
		if n := k.numbers(); len(n) > 0 {
			extra = append(extra,
				fmt.Sprintf("play %d with %s 2", n[0], k.board.next(s)),
				fmt.Sprintf("play %d with 1 %s 2", n[0], k.board.next(s)),
				fmt.Sprintf("play %d with 3", n[0]),
			)
		}
		order := extra[luck.Intn("test/extra", len(extra))]
		if luck.Intn("test/whether", 3) == 0 {
			if _, err := p.Hear(s, Game.Lexicon().Read(order, nil)); err == nil {
				return order
			}
		}
		return next(p, s, luck)
	}
}

// factsOf gives a seat's facts as the game's own.
func factsOf(p engine.Play, s engine.Seat) []fact {
	var all []fact
	for _, f := range p.Facts(s) {
		all = append(all, f)
	}
	return all
}

// TestRefusalsAreWorded looks the keys of refusals up in the code itself.
func TestRefusalsAreWorded(t *testing.T) {
	known := messages(t, english)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	call := regexp.MustCompile(`Refuse\([^,]+, "(declare\.[a-z.-]+)"(\+?)`)
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
