package konvooi

import (
	"fmt"
	"os"
	"testing"

	"contrapost/engine"
	"contrapost/engine/gametest"
)

func TestLanguagesSayTheSame(t *testing.T) { gametest.LanguagesSayTheSame(t, Game) }

// TestDutchWordsAreRead: what letters write, orders say.
func TestDutchWordsAreRead(t *testing.T) {
	for _, wrong := range gametest.Unwritten(Game.Lexicon(), "nl", []string{legal, illegal, lieutenant, captain, inspector}, map[string]string{wordOf: wordFrom}) {
		t.Error(wrong)
	}
}

// TestRefusalsAreWorded looks the keys of refusals up in the code itself.
func TestRefusalsAreWorded(t *testing.T) { gametest.RefusalsAreWorded(t, Game, os.DirFS("."), 40) }

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
	wording := gametest.NewWording(t, Game, probes)
	for i := range 12 {
		chosen := map[string]string{}
		for _, o := range options {
			chosen[o.Name] = o.Values[i%len(o.Values)]
		}
		seats := 2 + i%5
		movers := make([]mover, seats)
		for s := range movers {
			movers[s] = withStandingBids(gametest.ByChance, s)
			if (s+i)%3 == 0 {
				movers[s] = gametest.ByBot
			}
		}
		done := playOut(t, newSetup(t, seats, chosen), fmt.Sprint("words ", i), movers, wording.Listener(seats, 1))
		wording.LookBack(done.Records)
	}
	wording.Want(90)
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
