package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
)

// TestEveryRefusalLeadsOn: whoever is refused by the lobby is given an order for an
// example, or there is a reason why not; every example is an order.
func TestEveryRefusalLeadsOn(t *testing.T) {
	v := newVillage(t)
	catalog, err := newCatalog()
	v.must(err)
	isOrder := isOrder(v.service.house.Lobby)
	reasons := 0
	for _, key := range catalog.Keys("en") {
		key, ok := strings.CutPrefix(key, "refused.")
		if !ok || slices.ContainsFunc(games.All(), func(g engine.Game) bool { return strings.HasPrefix(key, g.Name()+".") }) {
			continue
		}
		example, why := lobby.Example(key), lobby.Unexampled[key]
		switch {
		case (example == "") == (why == ""):
			t.Errorf("%s: example %q, reason for none %q", key, example, why)
		case why != "":
			reasons++
		case !isOrder(example):
			t.Errorf("%s: the example %q is no order", key, example)
		}
	}
	if reasons != len(lobby.Unexampled) || reasons > 6 {
		t.Errorf("%d keys have reasons, %d reasons are listed", reasons, len(lobby.Unexampled))
	}
}

// TestEveryVerbIsExplained: in every language there is help on each verb, with orders
// of that verb; a game's have rulings that are there, the first one citing it.
func TestEveryVerbIsExplained(t *testing.T) {
	v := newVillage(t, "Ann")
	for _, g := range games.All() {
		for _, verb := range g.Verbs() {
			form, ok := engine.Formed(g.Forms(), verb.Word)
			if !ok || len(form.Rules) == 0 {
				t.Errorf("%s: %s has no form, or no rules", g.Name(), verb.Word)
				continue
			}
			for _, order := range form.Orders {
				if words := g.Lexicon().Read(order, nil); words[0] != verb.Word || !engine.IsOrder(g.Verbs(), words) {
					t.Errorf("%s: %q is no order of %s", g.Name(), order, verb.Word)
				}
			}
		}
		if len(g.Forms()) != len(g.Verbs()) {
			t.Errorf("%s: %d forms of %d verbs", g.Name(), len(g.Forms()), len(g.Verbs()))
		}
	}
	for _, lang := range []string{"en", "nl"} {
		v.ask("Ann", "language "+lang)
		for _, g := range games.All() {
			for _, f := range g.Forms() {
				opens, err := data.Ruling(g.Name(), lang, f.Rules[0])
				v.must(err)
				begin := strings.Fields(strings.NewReplacer("*", "", "`", "").Replace(opens))
				got := v.ask("Ann", "help "+f.Verb)
				wants(t, got, strings.Join(begin[:2], " "))
				explained(t, got)
			}
		}
		for _, verb := range v.service.house.Lobby.Verbs() {
			if verb.Word != "moderate" && !slices.Contains(lobby.Topics, verb.Word) {
				explained(t, v.ask("Ann", "help "+verb.Word))
			}
		}
	}
}

// explained wants a letter that has at least one order below the heading for them.
func explained(t *testing.T, l readLetter) {
	t.Helper()
	if !regexp.MustCompile(`\n(HOW IT IS WRITTEN|ZO SCHRIJF JE HET): .+\n  \S`).MatchString(l.text) {
		t.Errorf("nothing is explained:\n%s", l.text)
	}
}

// TestRulings: every ruling of a game can be asked for by its number, in each language,
// and what is asked for comes alone.
func TestRulings(t *testing.T) {
	for _, g := range games.All() {
		for _, lang := range []string{"en", "nl"} {
			text, err := data.Rules(g.Name(), lang)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(text), "\n**"); n != len(g.Rulings()) {
				t.Errorf("%s.%s has %d rulings, and says that it has %d", g.Name(), lang, n, len(g.Rulings()))
			}
			for _, n := range g.Rulings() {
				if text, err := data.Ruling(g.Name(), lang, n); err != nil || strings.Count(text, "**"+n+"**") != 1 {
					t.Errorf("%s.%s, %s: %q, %v", g.Name(), lang, n, text, err)
				}
			}
		}
	}
	v := newVillage(t, "Ann", "Bob")
	got := v.ask("Ann", "rules K10")
	wants(t, got, "Done:", "K10 A convoy is 2, 3 or 4 cards")
	for _, other := range []string{"K9 ", "K11 ", "N10"} {
		if strings.Contains(got.text, other) {
			t.Errorf("%q stands in\n%s", other, got.text)
		}
	}
	wants(t, v.ask("Ann", "regels n11, n25"), "N11 ", "N25 ")
	wants(t, v.ask("Ann", "rules konvooi k5 k6"), "K5 ", "K6 ")
	wants(t, v.ask("Ann", "rules konvooi"), "K1 ", "K33 ")
	wants(t, v.ask("Ann", "rules K34"), "Not done:", "go from K1 to K33: there is no K34", "For example: rules K10")
	wants(t, v.ask("Ann", "rules konvooi N3"), "Not done:", "there is no N3")
	wants(t, v.ask("Ann", "rules K3 N3"), "Not done:", "there is no N3")
	wants(t, v.ask("Ann", "rules K10 quickly"), "Not done:")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	wants(t, v.reply(turn, "rules K7\nrules K9"), "K7 ", "K9 ", "it is your turn.", "Answer by")
	if got := v.ask("Ann", "rules K10"); strings.Contains(got.text, "asked of you") {
		t.Errorf("it is said what is asked:\n%s", got.text)
	}
}

// TestARefusalShowsTheWay: with the line, the reason and the rule come the nearest order
// and an example; what is nearly an order is asked about, and not done.
func TestARefusalShowsTheWay(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	before := v.version(id)
	wants(t, v.reply(turn, "draw 9"), "Not done:", "> draw 9", "(rule K5)", "Did you mean: draw 4", "For example: draw 2 3")
	wants(t, v.reply(turn, "accept"), "(rule K18)", "What you can write now: draw ", "; convoy ", "Such an order is written: accept")
	wants(t, v.reply(turn, "cancel 3"), "You have no standing bids (rule K32).")
	wants(t, v.reply(other, "draw 9"), "It is the turn of")
	wants(t, v.reply(turn, "when convoy from Zoe let go"), "Did you mean: when convoy let go", "For example: when convoy of 3+ from "+other+" inspect INS")
	wants(t, v.reply(other, "draw deck"), "It is the turn of", "Such an order is written: draw 2 3; draw 2 deck")
	wants(t, v.reply(turn, "drwa deck\nDear all, then we can pass the cards"), "> drwa deck", "Did you mean: draw deck", "> Dear all")
	wants(t, v.reply(turn, "convooi 2L"), "Did you mean: convoy 2L")
	wants(t, v.ask("Ann", "jion "+id), "Did you mean: join")
	if got := v.ask("Ann", "Then the convoy of three went by.\nLou"); strings.Contains(got.text, "Did you mean") {
		t.Errorf("prose is guessed at:\n%s", got.text)
	}
	if v.version(id) != before {
		t.Error("the table has moved")
	}
}

// TestHelpIsWhole: what is asked about is answered once, with its limits, and a game's
// name is the game.
func TestHelpIsWhole(t *testing.T) {
	v := newVillage(t, "Ann")
	for _, c := range []struct {
		ask    string
		wanted []string
		absent string
	}{
		{"help draw", []string{"draw 3 look: ", "done to take none"}, ""},
		{"help seek", []string{"HOW IT IS WRITTEN: SEEK REPLACEMENT", "You play on until"}, ""},
		{"help cancel", []string{"HOW IT IS WRITTEN: CANCEL WAITING", "cancel 1, cancel all"}, ""},
		{"help new", []string{"new konvooi for 4: opens a table"}, "opens a table with four seats"},
		{"help K10", []string{"K10 A convoy is 2, 3 or 4 cards"}, "HOW IT IS"},
		{"help konvooi K10 K16", []string{"K10 ", "K16 "}, "HOW IT IS"},
		{"help konvooi", []string{"Konvooi. Cards:"}, "HOW IT IS"},
		{"help grace", []string{"new konvooi with grace=15m", "24 hours (24h)"}, "silences"},
		{"help bank", []string{"bank=7d", "one hour (1h) to 90 days (90d)"}, ""},
		{"help silences", []string{"silences=5", "1 to 9 turns in a row, without it 3"}, ""},
		{"help vacation", []string{"28 days within any 365"}, ""},
		{"help pause", []string{"all players", "within 7 days", "60 days at the most"}, ""},
		{"help resign", []string{"You cannot take the seat back"}, ""},
		{"help take", []string{"take TABLE", "that its player offers"}, ""},
	} {
		got := v.ask("Ann", c.ask)
		wants(t, got, c.wanted...)
		if c.absent != "" && strings.Contains(got.text, c.absent) {
			t.Errorf("%s: %q stands in\n%s", c.ask, c.absent, got.text)
		}
	}
	got := v.ask("Ann", "taal nl\ntaal en")
	wants(t, got, "Letters come to you in Dutch", "Letters come to you in English")
	wants(t, v.ask("Ann", "taal nl\nhulp pauze\nhulp grace\nhulp konvooi"), "Alle spelers", "grace=15m", "Konvooi. Kaarten:")
}

// TestExamplesKeepWhatWasRight: the table, the game and the days that were written stand
// in the example, which could be sent.
func TestExamplesKeepWhatWasRight(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new konvooi")
	wants(t, v.ask("Bob", "join "+id+" as Ann"), "is called Ann already", "For example: join "+id+" as Ann2")
	wants(t, v.ask("Bob", "join "+id+" please"), "Did you mean: join "+id)
	wants(t, v.ask("Ann", "new declare for 4 with pass=stuck"), "no option called pass. It has: extra-action,", "For example: new declare for 4 with extra-action=on")
	wants(t, v.ask("Ann", "new declare with memory=all"), "For example: new declare for 4 with memory=none")
	wants(t, v.ask("Ann", "new konvooi with grace=25h"), "For example: new konvooi for 4 with grace=15m")
	wants(t, v.ask("Ann", "new konvooi with grace=30m answer=20m"), "For example: new konvooi for 4 with grace=15m")
	for _, c := range []struct {
		from, to int
		wanted   []string
	}{
		{10, 67, []string{"Those are 58 days", "Did you mean: vacation " + v.day(10) + ".." + v.day(37)}},
		{-9, -3, []string{"Those days are over", "For example: vacation " + v.day(7) + ".." + v.day(16)}},
		{10, 37, []string{"Days that you can be away still: 0", "To be back before: vacation off"}},
		{60, 61, []string{"Those are 2 days", "For example: vacation"}},
	} {
		wants(t, v.ask("Ann", "vacation "+v.day(c.from)+".."+v.day(c.to)), c.wanted...)
	}
}

// day is the date so many days from now on.
func (v *village) day(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }

// TestWhatBeginsLikeAnOrder: how that order is written is told, and which values there
// are; nothing of it is done, and prose in a mail with orders is left alone.
func TestWhatBeginsLikeAnOrder(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	before := v.version(id)
	for _, c := range []struct {
		line   string
		wanted []string
	}{
		{"draw", []string{"An order is written so: draw 2 3, draw 2 deck, draw deck: takes open cards", "For example: draw 2 3"}},
		{"draw the lieutenant", []string{"An order is written so: draw 2 3", "For example: draw 2 3"}},
		{"trek", []string{"An order is written so: draw 2 3"}},
		{"accept for sure", []string{"An order is written so: accept: answers such an offer"}},
		{"tell Zoe hi", []string{"tell NAME TEXT", "There are: ", other}},
		{"tell " + other, []string{"in the same line, behind the name"}},
		{"take", []string{"take TABLE", "name the table"}},
		{"preview", []string{"preview draw 1: whether that could be ordered"}},
		{"vacation next week", []string{"vacation 2026-12-24..2027-01-02: your time", "For example: vacation " + v.day(7) + ".." + v.day(16)}},
		{"vacation 24-12-2026..02-01-2027", []string{"For example: vacation " + v.day(7)}},
		{"digest 6pm", []string{"digest 18: letters once a day", "at which hour of the day"}},
		{"language fr", []string{"English (language en) and Dutch (language nl)"}},
		{"rules konvoy", []string{"Say whose rules: konvooi, declare"}},
		{"rules 10", []string{"Say whose rules: konvooi, declare", "For example: rules konvooi"}},
		{"name Jan Peter van den Berg", []string{"name NAME", "in one word"}},
	} {
		text, says := "look\n"+c.line, "Not read as an order:"
		if c.line == "draw" { // of mails without any order few are answered
			text, says = c.line, "There is no order in your mail"
		}
		wants(t, v.reply(turn, text), append(c.wanted, says, "> "+c.line)...)
	}
	got := v.reply(turn, "look\nDraw your own conclusions, but I think we should go on\nTake care")
	if strings.Contains(got.text, "draw 2 3, draw 2 deck") {
		t.Errorf("prose is explained:\n%s", got.text)
	}
	if got := v.reply(other, "draw the lieutenant"); strings.Contains(got.text, "For example: draw") {
		t.Errorf("it is not their turn:\n%s", got.text)
	}
	if v.version(id) != before {
		t.Error("the table has moved")
	}
}

// TestTalkAfterTheEnd: whoever speaks once the game is over is shown the standings again,
// and no order of the game is named any more.
func TestTalkAfterTheEnd(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.passed()
	wants(t, v.reply("Ann", "say Well played."), "Done:", "FINAL STANDINGS", "Rank")
	got := v.reply("Ann", "draw 9")
	wants(t, got, "The game is over (rule K27).")
	for _, order := range []string{"Did you mean", "For example", "can write now", "is written"} {
		if strings.Contains(got.text, order) {
			t.Errorf("an order is named at table %s, which is over:\n%s", id, got.text)
		}
	}
}
