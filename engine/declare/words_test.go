package declare

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
	for _, wrong := range gametest.Unwritten(Game.Lexicon(), "nl", []string{verbExtra}, nil) {
		t.Error(wrong)
	}
}

// TestRefusalsAreWorded looks the keys of refusals up in the code itself.
func TestRefusalsAreWorded(t *testing.T) { gametest.RefusalsAreWorded(t, Game, os.DirFS("."), 40) }

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
	wording := gametest.NewWording(t, Game, probes)
	for i := range 24 {
		chosen := map[string]string{}
		for j, o := range options {
			chosen[o.Name] = o.Values[(i>>j)%len(o.Values)]
		}
		seats := 2 + i%5
		all := make([]mover, seats)
		for s := range all {
			all[s] = withStandingOrders(gametest.ByChance)
			if (s+i)%3 == 0 {
				all[s] = gametest.ByBot
			}
		}
		done := playOut(t, newSetup(t, seats, chosen), fmt.Sprint("words ", i), all, wording.Listener(seats, 3))
		wording.LookBack(done.Records)
	}
	wording.Want(95)
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
