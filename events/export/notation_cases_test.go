package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// rule has a moderator rule.
func (n *inn) rule(id, order string) {
	n.Helper()
	n.now = n.now.Add(time.Minute + 1234567*time.Nanosecond) // clocks are finer than the log
	_, err := n.Rule(n.Context(), id, order, n.now)
	n.must(err)
}

// moves lets those who are awaited, and bots, order so often.
func (n *inn) moves(id string, times int) {
	n.Helper()
	for range times {
		n.must(n.Settle(n.Context(), id, n.now))
		t := n.load(id)
		if t.Over() {
			return
		}
		n.order(t, 0)
	}
}

// governed is a game in which everything has happened that a moderator can rule, and
// whatever else the lobby knows, short of the end.
func governed(t testing.TB, game string) (*inn, string) {
	n := newInn(t)
	id := n.write("Ann", "", "new "+game+" for 4 private turn=30h answer=10h").Tables[0]
	n.write("Bob", "", "join "+id)
	n.write("Cem", "", "join "+id)
	n.write("Cem", id, "leave")
	n.write("Ann", id, "bots 1", "invite dov@test eva@test")
	n.must(n.Excuse(n.Context(), id, lobby.Outage{From: n.now, To: n.now.Add(time.Hour)}, n.now.Add(2*time.Hour)))
	n.now = n.now.Add(2 * time.Hour)
	n.write("Ann", id, "begin")
	n.moves(id, 4)
	back := n.load(id).Version
	n.write("Bob", id, "say \"So much, and: no more!\" # [he said] -- the clock goes on")
	n.rule(id, "pause")
	n.write("Ann", id, "say Why?", "tell Bob Psst.")
	n.rule(id, "note Tea.")
	n.rule(id, "resume")
	n.agree(id)
	n.rule(id, "extend 90m")
	n.must(n.Unseal(n.Context(), id, "Kim the Good", "Somebody asked.", n.now))
	n.moves(id, 3)
	for v := back; ; v++ { // the first that can be returned to
		if _, err := n.Rule(n.Context(), id, fmt.Sprint("rewind ", v), n.now); err == nil {
			break
		} else if v > back+50 {
			t.Fatal(err)
		}
	}
	n.moves(id, 2)
	n.rule(id, "replace Ann dov@test")
	n.rule(id, "bot Bob")
	n.rule(id, "replace Bob eva@test")
	n.moves(id, 2)
	return n, id
}

// roundTrip writes, reads and writes again.
func roundTrip(t *testing.T, h *export.History) string {
	t.Helper()
	text := told(t, h)
	again := heard(t, text)
	sameGame(t, h, again)
	if diff := cmp.Diff(text, told(t, again)); diff != "" {
		t.Errorf("written again: %s", diff)
	}
	return text
}

// TestTextOfRulings: whatever a moderator can rule stands in the text in words, and
// leads to the same hashes; the game is played to its end, or closed.
func TestTextOfRulings(t *testing.T) {
	for _, game := range []string{"konvooi", "declare"} {
		for _, end := range []string{"played", "closed"} {
			n, id := governed(t, game)
			if end == "closed" {
				n.rule(id, "close")
			} else {
				n.moves(id, 1000)
			}
			n.write("Dov", id, "say Well.")
			text := roundTrip(t, n.gather(id))
			roundTrip(t, n.gather(id).Anonymized())
			for _, p := range []string{
				"the moderator stops the clocks at 2026-", "restarts the clocks", "gives 1h30m0s more", "the moderator gives the seat of Ann to dov",
				"the moderator gives the seat of Bob to a bot", "the moderator notes Tea. with the salt ", "takes the game back to version", `"Kim the Good" unseals the log because "Somebody asked." with the salt `,
				"Bob is away from 20", "Bob is back at 20", "Ann wishes for a pause at 20", "Ann wishes for no pause any more",
				"Bob wants the clocks to run again at 20", "the clocks run again that the players stopped from 20",
				"nobody could be heard from", "Cem leaves", "Ann begins the game", "Ann invites dov", "Private: yes", "Times: turn 30h0m0s answer 10h0m0s",
			} {
				if !strings.Contains(text, p) {
					t.Errorf("%s: the text lacks %q", game, p)
				}
			}
			if strings.Contains(text, "] event ") {
				t.Errorf("an event has no words of its own:\n%s", text)
			}
			if closed := strings.Contains(text, "the moderator closes the table"); closed != (end == "closed") {
				t.Errorf("%s, and the text says closed: %v", end, closed)
			}
		}
	}
}

// TestTextOfTheForgotten: a game in which somebody was forgotten is told without
// their name, and hangs together.
func TestTextOfTheForgotten(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	_, err := n.store.Forget(t.Context(), events.NewForgetting(h.Players[0].ID, "ann@test", [16]byte{1}, n.now))
	n.must(err)
	text := roundTrip(t, n.gather(id))
	for want, there := range map[string]bool{"Ann": false, "forgotten": true, "says what is gone, with the sha256": true, "@" + h.Players[0].ID + ": ": true} {
		if strings.Contains(text, want) != there {
			t.Errorf("%q in the text: %v", want, !there)
		}
	}
}

// TestTextWithoutWords: what no phrase tells without loss is told as it is stored.
func TestTextWithoutWords(t *testing.T) {
	n, id := played(t, "konvooi")
	h := n.gather(id)
	e := at(h, "player-invited", 0)
	e.Order = "invite somebody"
	rechain(h)
	if text := roundTrip(t, h); !strings.Contains(text, `] event player-invited seat 1 order "invite somebody" rules 1 data "{`) {
		t.Error(text)
	}
	h = n.gather(id)
	at(h, "turn-begun", 1).Data = []byte("{}")
	rechain(h)
	if err := notation().Write(&strings.Builder{}, h); !errors.Is(err, export.ErrUntold) {
		t.Errorf("an entry that does not follow from its order: %v", err)
	}
	h = n.gather(id)
	h.Entries[len(h.Entries)-10].Rules = 7
	if e := ordered(h, events.CauseMail); e != nil {
		e.Rules = 7
	}
	rechain(h)
	if err := notation().Write(&strings.Builder{}, h); !errors.Is(err, export.ErrUntold) || !strings.Contains(err.Error(), "rules 7") {
		t.Errorf("other rules: %v", err)
	}
}

// byHand is a game of a few lines. Whoever is not named plays on as bots do.
const byHand = `# a game that was never played by mail
Game: Konvooi
Seats: Ann, Bob, bot
Options: pass=stuck
Seed: tulip

Ann says "Good luck!"
Ann is silent
Bob: DRAW Deck 1
Bob resigns
Ann resigns
`

// TestTextByHand: what is left out is filled in, the same each time, and what comes
// of it is whole.
func TestTextByHand(t *testing.T) {
	h := heard(t, byHand)
	for _, c := range verify(h) {
		if c.State != export.Held && c.Name != "letters" {
			t.Error(c)
		}
	}
	text := roundTrip(t, h)
	if text != told(t, heard(t, byHand)) {
		t.Error("read twice, it is another")
	}
	for _, want := range []string{"Options: pass=stuck\n", "Player: Ann id ", "mail 5] Ann says \"Good luck!\" with the salt ", "Ann is silent\n", "Bob: draw deck 1\n", "bot] Bot-3: "} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %q:\n%s", want, text)
		}
	}
	mailed := strings.NewReplacer(`Ann says "Good luck!"`, "Ann: say Good luck!", "Bob resigns", "Bob: resign", "\n", "\r\n").Replace("\ufeff" + byHand)
	if told(t, heard(t, mailed)) != text {
		t.Error("written as in mails, it is another")
	}
	other := heard(t, strings.Replace(byHand, "tulip", "rose", 1))
	if other.Secret == h.Secret || other.Table == h.Table || other.Players[0].ID == h.Players[0].ID {
		t.Error("another seed makes the same")
	}
}

// TestTextRefused: what is wrong with a text is told with its line and what is
// expected.
func TestTextRefused(t *testing.T) {
	n, id := played(t, "konvooi")
	full := told(t, n.gather(id))
	lines := strings.Split(full, "\n")
	lineOf := func(part string) int {
		return 1 + slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, part) })
	}
	edit := func(old, new string) string { return strings.Replace(full, old, new, 1) }
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"empty":              {"", 0, "an empty line is expected"},
		"a diary":            {"Dear diary,\n", 1, "no field of a header"},
		"another notation":   {edit("notation: 1", "notation: 2"), 1, "no other notation"},
		"no game":            {"Seats: Ann, Bob\n\nAnn is silent\n", 1, "no game is called"},
		"no seats":           {"Game: konvooi\n\nAnn is silent\n", 1, "who plays"},
		"one seat":           {"Game: konvooi\nSeats: Ann\n\n", 2, "seats 2 to"},
		"a bot as host":      {"Game: konvooi\nSeats: bot, Ann\n\n", 2, "seat 1"},
		"a name with blanks": {"Game: konvooi\nSeats: Ann, \"Bob de Vries\", Zoe\nSeed: s\n\n", 2, `a name is letters, digits and hyphens; "Bob de Vries" is none`},
		"blanks at the end":  {"Seats: Ann \"Bob de Vries\"\nGame: konvooi\n\n", 1, `"Bob de Vries" is none`},
		"a name of nothing":  {"Game: konvooi\nSeats: Ann, \"\"\n\n", 2, `"" is none`},
		"no end of a quote":  {"Game: konvooi\nSeats: Ann, \"Bob\n\n", 2, "has no end"},
		"a name of a seat":   {"Game: konvooi\nSeats: Ann, #2\n\n", 2, `"#2" is none`},
		"a name of orders":   {"Game: konvooi\nSeats: Ann, draw\nSeed: s\n\n", 2, "name-bad"},
		"a name too long":    {"Game: konvooi\nSeats: Ann, " + strings.Repeat("b", lobby.LongestName+1) + "\nSeed: s\n\n", 2, "name-bad"},
		"a bot's name":       {"Game: konvooi\nSeats: Ann, Bob, Bot-2\nSeed: s\n\n", 2, "seat 3"},
		"twins":              {"Game: konvooi\nSeats: Ann, ann\n\n", 2, "two players"},
		"an unknown option":  {"Game: konvooi\nSeats: Ann, Bob\nOptions: tea=yes\nSeed: x\n\n", 3, "option-unknown"},
		"another value":      {"Game: konvooi\nOptions: pass=tea\nSeats: Ann, Bob\n\n", 2, "option-value"},
		"options as kept":    {edit("Secret:", "Options: tea=yes\nSecret:"), lineOf("Secret:"), "option-unknown"},
		"a short time":       {"Times: turn 1s answer 24h\nGame: konvooi\nSeats: Ann, Bob\n\n", 1, "time-bad"},
		"no time":            {"Times: turn 1h answer tea\nGame: konvooi\nSeats: Ann, Bob\n\n", 1, "time-bad"},
		"an unknown game":    {"Game: chess\nSeats: Ann, Bob\n# no more\n\n", 1, "no game is called"},
		"an unknown deck":    {"Game: konvooi\nDeck: tea\nSeats: Ann, Bob\n\n", 2, "not at hand"},
		"seats and players":  {edit("Secret:", "Seats: Ann, Bob\nSecret:"), lineOf("Secret:"), "who plays"},
		"a field twice":      {"Game: konvooi\nGame: declare\n", 2, "twice"},
		"a stranger":         {byHand + "Cem: pass\n", 12, "nobody at the table is called Cem"},
		"an illegal order":   {strings.Replace(byHand, "DRAW Deck 1", "draw 9", 1), 9, "refused by rule K5"},
		"unfinished":         {"Game: konvooi\nSeats: Ann, Bob\n\nAnn is silent\n", 4, "not over"},
		"out of turn":        {"Game: konvooi\nSeats: Ann, Bob\n\nBob is silent\n", 4, "asked nothing"},
		"no answers to open": {"Game: konvooi\nSeats: Ann, Bob\n\nthe clock goes on\n", 4, "has no place"},
		"nonsense":           {strings.Replace(byHand, "Bob resigns", "Bob weeps", 1), 10, "nothing that can happen"},
		"unquoted talk":      {strings.Replace(byHand, `"Good luck!"`, `Good luck!`, 1), 7, "... says ..."},
		"a time":             {edit("[2026-11-30 12:05:00.000 mail 5]", "[2026-11-30 12:05 mail 5]"), lineOf("mail 5]"), "is no time"},
		"a mail":             {edit("mail 5]", "mail 99]"), lineOf("mail 5]"), "no mail 99"},
		"a line less":        {edit(lines[lineOf(" says \"Well")-1]+"\n", ""), lineOf("-- ") - 1, "entries are expected"},
		"a word of talk":     {edit("Hello BOB", "Hello bob"), lineOf("-- "), "was changed"},
		"a minute":           {edit("12:05:00.000 mail 5", "12:05:01.000 mail 5"), lineOf("-- "), "was changed"},
		"the secret":         {edit("Secret: ", "Secret: 0"), lineOf("Secret"), "64 hex digits"},
		"after the end":      {full + "Ann is silent\n", len(lines), "nothing stands behind"},
		"a silence by a bot": {edit("[2026-11-30 12:05:00.000 mail 5] Ann: draw deck 1", "[2026-11-30 12:05:00.000 bot] Ann is silent"), lineOf("mail 5]"), "the clock's"},
		"an order too many":  {strings.Replace(full, "\n\n--", "\n[2027-11-30 12:05:00.000 mail 5] Ann: pass\n\n--", 1), lineOf("-- ") - 1, "the game is over"},
	} {
		_, err := notation().Read(strings.NewReader(c.text))
		wrong, ok := errors.AsType[*export.FileError](err)
		if !ok || wrong.Line != c.line || !strings.Contains(wrong.What, c.want) {
			t.Errorf("%s: %v, want line %d: %s", name, err, c.line, c.want)
		}
	}
	word := notation()
	word.Refused = func(no *engine.Refusal, names engine.Roster) string {
		return no.Key + " to " + strings.Join(names, "+")
	}
	if _, err := word.Read(strings.NewReader(strings.Replace(byHand, "DRAW Deck 1", "draw 9", 1))); err == nil || !strings.Contains(err.Error(), " to Ann+Bob+Bot-3") {
		t.Errorf("in words: %v", err)
	}
}

// TestManualByHand: what the manual shows as written by hand can be read.
func TestManualByHand(t *testing.T) {
	manual, err := os.ReadFile("notation.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(manual), "## By hand\n\n")
	part, _, _ = strings.Cut(part, "\n\nThe header ends")
	text := strings.ReplaceAll("\n"+part, "\n    ", "\n")
	if h := heard(t, text[1:]); len(h.Texts) != 1 || h.Players[1].Name != "Bob" {
		t.Errorf("%+v", h.Players)
	}
}

// TestTextOfEveryOption: games that bots play out, with every value of every option,
// and with more and fewer at the table, are the same after they were written and read.
func TestTextOfEveryOption(t *testing.T) {
	for _, game := range games.All() {
		for _, o := range game.Options() {
			for i, value := range o.Values {
				t.Run(game.Name()+" "+o.Name+"="+value, func(t *testing.T) {
					t.Parallel()
					least, most := game.Seats()
					seats := "Ann, Bob" + strings.Repeat(", bot", least-2+i%(most-least+1))
					text := roundTrip(t, heard(t, fmt.Sprintf("Game: %s\nSeats: %s\nOptions: %s=%s\nSeed: %s-%s\n\nAnn resigns\nBob resigns\n",
						game.Name(), seats, o.Name, value, o.Name, value)))
					if told := strings.Contains(text, "Options: "+o.Name+"="+value+"\n"); told != (i > 0) {
						t.Errorf("the text names the option: %v", told)
					}
				})
			}
		}
	}
}

// TestTextOfTheNameless: players without names are told apart by their ids, which are
// not names, and two with the same name as well.
func TestTextOfTheNameless(t *testing.T) {
	for _, name := range []string{"", "Twin"} {
		n, id := played(t, "declare")
		h := n.gather(id)
		for p, short := range map[int]string{0: "ab", 1: "AB"} {
			for i := range h.Entries {
				h.Entries[i].Data = bytes.ReplaceAll(h.Entries[i].Data, []byte(h.Players[p].ID), []byte(short))
			}
			h.Players[p].ID, h.Players[p].Name = short, name
		}
		rechain(h)
		if text := roundTrip(t, h); !strings.Contains(text, "] @AB: ") || strings.Contains(text, "] @ab: ") == (name != "") {
			t.Errorf("%q:\n%s", name, text)
		}
	}
}
