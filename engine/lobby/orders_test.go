package lobby

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/games"
)

// TestReadAtATable: which lines are orders may hang on who sits there.
func TestReadAtATable(t *testing.T) {
	at := engine.Roster{"Ann", "Bob", "Zoë", "Mel"}
	for _, c := range []struct {
		line  string
		names engine.Roster
		words string // "" for prose
	}{
		{"say pass", at, "say pass"},
		{"Zeg dat wel.", at, "say dat wel"},
		{"say", at, "say"},
		{"Saying so is easy", at, ""},
		{"tell bob hi", at, "tell bob hi"},
		{"fluister Zo dag", at, "tell zo dag"},
		{"tell Cem hi", at, ""},
		{"tell Bob", at, ""},
		{"Tell me about it", at, ""},
		{"tell Cem hi", nil, "tell cem hi"},
		{"Tell me about it", nil, ""},
		{"Vergeet mij.", at, "forget me"},
		{"forget me K7F3QAB2C4", nil, "forget me k7f3qab2c4"},
		{"Forget me not, Bob", at, ""},
		{"history", at, "history"},
		{"Verloop van de avond", at, ""},
		{"leave", at, "leave"},
		{"leave K7F3Q", nil, "leave k7f3q"},
		{"verlaten K7F3Q", nil, "leave k7f3q"},
		{"take K7F3Q", nil, "take k7f3q"},
		{"overnemen k7f3q.", nil, "take k7f3q"},
		{"Take cards while you can", nil, ""},
		{"take", at, ""},
		{"zoek vervanger", at, "seek replacement"},
		{"Seek replacement off", at, "seek replacement off"},
		{"Seek replacement parts elsewhere", at, ""},
		{"Leave me alone", at, ""},
		{"invite bob@example.org", nil, "invite bob@example.org"},
		{"Invite whom you like", nil, ""},
		{"tafels", nil, "tables"},
		{"Tables are for eating", nil, ""},
		{"name Lou", nil, "name lou"},
		{"Name the day and place", nil, ""},
		{"timezone brussels", nil, "timezone brussels"},
		{"tijdzone America/New York", nil, "timezone america/new york"},
		{"Timezone trouble again, sorry", nil, ""},
		{"herinneringen uit", nil, "reminders off"},
		{"reminders 12", nil, "reminders 12"},
		{"Reminders are a nuisance", nil, ""},
		{"opnieuw", nil, "resend"},
		{"Opnieuw bedankt", nil, ""},
		{"help talk", nil, "help talk"},
		{"hulp praten", nil, "help talk"},
		{"help chess", nil, "help chess"},
		{"help me please", nil, ""},
	} {
		words, ok := house.Read(c.line, c.names)
		if got := strings.Join(words, " "); ok != (c.words != "") || (ok && got != c.words) {
			t.Errorf("%q read as %q, order %v; want %q", c.line, got, ok, c.words)
		}
	}
}

func TestInvitingReadsAddresses(t *testing.T) {
	for line, want := range map[string][]string{
		"invite bob@example.org":                                {"bob@example.org"},
		"invite Bob@example.org, <cem@x.org>; BOB@EXAMPLE.ORG.": {"Bob@example.org", "cem@x.org"},
		"uitnodigen bob@x.org<mailto:bob@x.org>":                {"bob@x.org"},
		"invite mailto:bob@x.org and cem@x.org":                 {"bob@x.org", "and", "cem@x.org"},
		"invite":                                                nil,
		"invite ,":                                              nil,
		"invite" + strings.Repeat(" a@x", MostInvited+2):        {"a@x"},
	} {
		got, err := ParseInviting(line)
		if diff := cmp.Diff(want, got); diff != "" || (err == nil) != (want != nil) {
			t.Errorf("%q: %v, -want +got\n%s", line, err, diff)
		}
	}
	var many strings.Builder
	for i := range MostInvited + 1 {
		many.WriteString(" " + strings.Repeat("a", i+1) + "@x")
	}
	if _, err := ParseInviting("invite" + many.String()); refusalKey(err) != "invite-many" {
		t.Errorf("one more than may be: %v", err)
	}
}

func TestSayingKeepsWhatWasWritten(t *testing.T) {
	for line, want := range map[string]string{
		"say Nice try, Bob.":                               "Nice try, Bob.",
		"  ZEG   two   blanks ":                            "two blanks",
		"say a\u202eb\u2069\u200bc\x07\td":                 "abc d",
		"say \u0646\u200c\u0645":                           "\u0646\u200c\u0645",
		"say #2 and 100%":                                  "#2 and 100%",
		"say a\u2800\u3164\u115f\uffa0b\u00a0c":            "a b c",
		"say a\ue000b\U0001d159c\ufffcd":                   "a b c d",
		"say a\u0301\u0302\u0303\u0304\u200d\u0301b\u0301": "a\u0301\u0302\u0303b\u0301",
		"say \u0301a \u200db\u034fc\u17b4d\U000e0100e":     "a bcde",
		"say \u2764\ufe0f\u200d\U0001f525":                 "\u2764\ufe0f\u200d\U0001f525",
	} {
		if got, err := ParseSaying(line); got != want || err != nil {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"say": "say-form", "say \u202e \u2066": "say-form", "say \u2800 \u3164 \u200d": "say-form",
		"say " + strings.Repeat("é", LongestTalk+1): "say-long",
	} {
		if _, err := ParseSaying(line); refusalKey(err) != want {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
	}
	if got, err := ParseSaying("say " + strings.Repeat("é", LongestTalk)); len([]rune(got)) != LongestTalk || err != nil {
		t.Errorf("the longest: %d characters, %v", len([]rune(got)), err)
	}
}

func TestTellingFindsTheName(t *testing.T) {
	at := engine.Roster{"Ann", "Bob", "Bo", "Cemal", "Cem-2"}
	for _, c := range []struct {
		line    string
		to      engine.Seat
		text    string
		refused string
	}{
		{"tell ANN Hello.", 1, "Hello.", ""},
		{"tell bo Bob is bluffing", 3, "Bob is bluffing", ""},
		{"fluister Cema hoi", 4, "hoi", ""},
		{"tell Cem hi", 0, "", "tell-whom"},
		{"tell Bob \u2066", 2, "", "tell-form"},
	} {
		got, err := ParseTelling(c.line, at)
		if err == nil && got != (Telling{c.to, c.text}) || (err == nil) != (c.refused == "") || err != nil && refusalKey(err) != c.refused {
			t.Errorf("%q: %+v, %v; want %d %q %s", c.line, got, err, c.to, c.text, c.refused)
		}
	}
}

func TestReminders(t *testing.T) {
	for line, want := range map[string]string{
		"reminders on": "", "reminders off": "off", "reminders 1": "1", "reminders 240": "240", "reminders 012": "12", "reminders 6h": "6",
		"reminders 0": "!", "reminders 241": "!", "reminders": "!", "reminders 12 24": "!", "reminders 99999999999999999999": "!",
	} {
		got, err := ParseReminders(engine.Fold(line))
		if (err != nil) != (want == "!") || (err == nil && got != want) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
}

func TestLettersOfTheDay(t *testing.T) {
	for line, want := range map[string]string{
		"digest off": "", "digest 18": "18:00", "digest 0": "00:00", "digest 7:05": "07:05", "bundel 23:59": "23:59", "digest 08": "08:00",
		"digest": "!", "digest 24": "!", "digest 18:60": "!", "digest 18:5": "!", "digest 18:": "!", "digest 018": "!", "digest at six": "!", "digest on": "!",
		"digest -1": "!", "digest 99999999999999999999": "!", "digest 18 18": "!",
		"quiet off": "", "quiet 22-07": "22:00-07:00", "quiet 22:30-7:00": "22:30-07:00", "stil 12-14": "12:00-14:00", "quiet 0-6": "00:00-06:00",
		"quiet": "!", "quiet 22": "!", "quiet 22-": "!", "quiet -7": "!", "quiet 7-7": "!", "quiet 07:00-7": "!", "quiet 22-25": "!", "quiet 22-7-9": "!", "quiet 22 - 7": "!",
	} {
		words, _ := house.Read(line, nil)
		parse := ParseDigest
		if words[0] == "quiet" {
			parse = ParseQuiet
		}
		got, err := parse(words)
		if (err != nil) != (want == "!") || (err == nil && got != want) {
			t.Errorf("%q: %q, %v; want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]bool{
		"digest 18": true, "quiet 22-07": true, "quiet 22-25": true, "unsubscribe": true, "afmelden": true, "aanmelden": true, "digest 99": true,
		"digest this": false, "quiet please": false, "Quiet evening, was it not?": false, "unsubscribe me now": false,
	} {
		if _, ours := house.Read(line, nil); ours != want {
			t.Errorf("%q: an order: %v", line, ours)
		}
	}
}

func TestHelpTopics(t *testing.T) {
	for line, want := range map[string]string{
		"help": "", "help talk": "talk", "hulp tafels": "tables", "help konvooi": "konvooi", "help grace": " lobby:grace", "help K10": "rules k10", "help konvooi K10 K16": "rules konvooi k10 k16", "help K10 please": "k10 please?", "help with tables": "tables",
		"help chess": "chess?", "help me": "me?", "help tables": "tables", "help convoy": " konvooi:convoy", "hulp laat gaan": " konvooi:let go",
		"help draw": " konvooi:draw", "help join": " lobby:join", "hulp vergeet mij": " lobby:forget me", "help seek": " lobby:seek replacement",
		"help cancel": " lobby:cancel waiting konvooi:cancel", "hulp schrap": " lobby:cancel waiting konvooi:cancel", "help forget": " lobby:forget me",
	} {
		words, _ := house.Read(line, nil)
		h := house.ParseHelp(words, "")
		topic := h.Topic + strings.Join(h.Rules, " ")
		for _, v := range h.Verbs {
			of := "lobby"
			if v.Game != nil {
				of = v.Game.Name()
			}
			topic += " " + of + ":" + v.Verb
		}
		if !h.Known() {
			topic = h.Asked + "?"
		}
		if topic != want {
			t.Errorf("%q: %q, want %q", line, topic, want)
		}
	}
}

// seated is a table for so many with players at it.
func seated(want int, players ...string) State {
	s := fold(opened(want))
	for _, p := range players {
		for _, e := range s.Join(p, "join "+p) {
			s = Evolve(s, e)
		}
	}
	return s
}

func leave(s State, player string) State {
	for _, e := range s.Leave(player) {
		s = Evolve(s, e)
	}
	return s
}

// TestLeaving: those behind move up, bots too, the next player is the host, and a
// table of bots alone is closed.
func TestLeaving(t *testing.T) {
	s := seated(5, "ada", "bo")
	for _, e := range append(s.AddBots(1), &Joined{Seat: 4, Player: "cy", Join: "join cy"}) {
		s = Evolve(s, e)
	}
	before := s
	s = leave(s, "ada")
	want := []Place{{Player: "bo", Join: "join bo"}, {Join: "bot:3", Bot: true}, {Player: "cy", Join: "join cy"}}
	if diff := cmp.Diff(want, s.Places); diff != "" || s.Host() != "bo" || s.Closed {
		t.Errorf("host %q, closed %v, -want +got\n%s", s.Host(), s.Closed, diff)
	}
	if s.Contributions() != "join bo\nbot:2\njoin cy\n" {
		t.Errorf("contributions %q", s.Contributions())
	}
	if before.Places[0].Player != "ada" || before.Places[1].Player != "bo" {
		t.Errorf("the state before has changed: %+v", before.Places)
	}
	s = leave(s, "cy")
	if s.Closed {
		t.Error("closed while bo sits there")
	}
	if s = leave(s, "bo"); !s.Closed {
		t.Error("bots alone keep the table open")
	}
	for name, err := range map[string]error{
		"begin": house.MayBegin(s, ""), "bots": house.MayAddBots(s, "", 1), "say": house.MaySay(s, 1),
	} {
		if got := refusalKey(err); got != "table-closed" {
			t.Errorf("%s at a closed table: %s", name, got)
		}
	}
}

func TestWhoMayLeave(t *testing.T) {
	s := seated(2, "ada")
	if err := house.MayLeave(s, "ada"); err != nil {
		t.Error(err)
	}
	if got := refusalKey(house.MayLeave(s, "bo")); got != "table-unknown" {
		t.Errorf("somebody who does not sit there: %s", got)
	}
	s = seated(2, "ada", "bo")
	err := house.MayLeave(s, "ada")
	if r, ok := err.(*engine.Refusal); !ok || r.Key != "leave-begun" || r.Try != "resign" {
		t.Errorf("once the game has begun: %v", err)
	}
}

func TestWhoMayInvite(t *testing.T) {
	s := seated(4, "ada", "bo")
	for range MostInvitations - 1 {
		s = Evolve(s, s.Invite(2, "cy"))
	}
	if diff := cmp.Diff(Invitation{By: "bo", Player: "cy"}, s.Invited[0]); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		s      State
		player string
		n      int
		want   string
	}{
		{s, "bo", 1, ""},
		{s, "bo", 2, "invite-table"},
		{s, "cy", 1, "table-unknown"},
		{seated(2, "ada", "bo"), "ada", 1, "already-begun"},
	} {
		if err := house.MayInvite(c.s, c.player, c.n); (err == nil) != (c.want == "") || err != nil && refusalKey(err) != c.want {
			t.Errorf("%s inviting %d: %v, want %q", c.player, c.n, err, c.want)
		}
	}
	for player, want := range map[string]string{"ada": "invite-twice", "cy": "invite-twice", "di": ""} {
		if err := house.MayBeInvited(s, player, "x@y"); (err == nil) != (want == "") {
			t.Errorf("inviting %s: %v, want %q", player, err, want)
		}
	}
}

func TestWhoMaySpeak(t *testing.T) {
	s := seated(4, "ada", "bo")
	s = Evolve(s, &BotJoined{Seat: 3, Join: "bot:3"})
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"to all":        {house.MaySay(s, 1), ""},
		"to one":        {house.MayTell(s, 1, 2), ""},
		"to a bot":      {house.MayTell(s, 1, 3), "bot-deaf"},
		"to oneself":    {house.MayTell(s, 2, 2), "tell-self"},
		"as a bot":      {house.MaySay(s, 3), "resigned-already"},
		"as one to one": {house.MayTell(s, 3, 1), "resigned-already"},
	} {
		if (c.err == nil) != (c.want == "") || c.err != nil && refusalKey(c.err) != c.want {
			t.Errorf("%s: %v, want %q", name, c.err, c.want)
		}
	}
}

// TestTellingIsShownToTwo: and to nobody who looks on.
func TestTellingIsShownToTwo(t *testing.T) {
	s := seated(4, "ada", "bo", "cy")
	told := s.Tell(1, 3, "sum")
	if e := told.(*Told); e.Player != "ada" || e.Hearer != "cy" {
		t.Errorf("told %+v", e)
	}
	var shown []engine.Seat
	for seat := range engine.Seat(5) {
		if Shows(told, seat) {
			shown = append(shown, seat)
		}
	}
	if !slices.Equal(shown, []engine.Seat{1, 3}) {
		t.Errorf("shown to %v", shown)
	}
	if !Shows(s.Say(1, "sum"), engine.Onlooker) {
		t.Error("what is said to all is not shown to all")
	}
}

func TestSpelling(t *testing.T) {
	words, _ := house.Read("new konvooi for 5 with tie=first-received", nil)
	o, _ := ParseOpening(words)
	g, options, err := house.MayOpen(o)
	if err != nil {
		t.Fatal(err)
	}
	s := fold(&Opened{Game: "konvooi", Options: options})
	if got := s.Unusual(g); got != "tie=first-received" {
		t.Errorf("unusual %q", got)
	}
	if got := s.Agreed(); !strings.HasPrefix(got, "bribe-rounds=1 ") || !strings.HasSuffix(got, " tie=first-received") {
		t.Errorf("agreed %q", got)
	}
	for d, want := range map[time.Duration]string{72 * time.Hour: "72h", 90 * time.Minute: "1h30m", 30 * time.Minute: "30m"} {
		if got := Span(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

// vocabulary is every word that an order can hold in English and Dutch.
const vocabulary = `help hulp say zeg draw trek rules regels tell fluister deck stapel games spellen look kijk done klaar
	tables tafels history verloop convoy konvooi status resign opgeven pass pas new nieuw seek replacement zoek vervanger
	inspect controleer for with as from of voor met als van pause resume pauze hervat let go laat gaan private besloten
	preview proef check draai invite uitnodigen when wanneer bribe no bied geen bod join meedoen cancel all schrap alles
	accept refuse aanvaard weiger leave verlaten name naam legal illegal legaal illegaal begin beginnen language taal
	lieutenant luitenant bots timezone tijdzone captain kapitein take overnemen vacation vakantie inspector inspecteur
	forget vergeet me mij reminders herinneringen place play leg speel resend opnieuw digest quiet bundel stil conceal
	reveal verberg toon on off aan uit swap steal ruil steel inspected controle lowest highest laagste hoogste discard
	safe weg veilig nothing niets extra note notitie l x lt cpt ins talk praten settings instellingen`

// TestNoNameIsAWordOfAnOrder, in either language and any case.
func TestNoNameIsAWordOfAnOrder(t *testing.T) {
	house := Lobby{Games: games.All()}
	for _, word := range strings.Fields(vocabulary) {
		for _, name := range []string{word, strings.ToUpper(word)} {
			if got := refusalKey(house.MayBeNamed(name, nil)); got != "name-bad" {
				t.Errorf("%q can be a name: %s", name, got)
			}
		}
	}
}

// TestDutchSpellsEnglish: the lobby's words mean the same in both languages.
func TestDutchSpellsEnglish(t *testing.T) {
	for dutch, want := range map[string]string{
		"nieuw konvooi voor 4 met pass=stuck besloten": "new konvooi for 4 with pass=stuck private",
		"uitnodigen a@b": "invite a@b", "meedoen K7F3Q als Lou": "join k7f3q as lou", "verlaten K7F3Q": "leave k7f3q",
		"beginnen": "begin", "bots 2": "bots 2", "zeg hallo": "say hallo", "kijk": "look", "verloop": "history",
		"opgeven": "resign", "naam Lou": "name lou", "taal nl": "language nl", "tijdzone utc": "timezone utc",
		"herinneringen aan": "reminders on", "opnieuw": "resend", "hulp": "help", "regels konvooi": "rules konvooi",
		"spellen": "games", "tafels": "tables", "status": "status", "fluister lou hallo": "tell lou hallo",
	} {
		if words, ok := house.Read(dutch, nil); !ok || strings.Join(words, " ") != want {
			t.Errorf("%q: %q, %v; want %q", dutch, words, ok, want)
		}
	}
}

// TestDutchIsWrittenAsItIsRead: what letters tell a Dutch reader to write is the order
// that was meant, with texts and names as they are.
func TestDutchIsWrittenAsItIsRead(t *testing.T) {
	l := house.Lexicon()
	for _, word := range l.Canon() {
		written, ok := l.Written["nl"][word]
		if got := l.Read(written, nil); !ok || len(got) != 1 || got[0] != word {
			t.Errorf("%q is written %q, which reads %q", word, written, got)
		}
	}
	names := engine.Roster{"Ann", "Lou"}
	for order, want := range map[engine.Order]string{
		"new konvooi for 4": "nieuw konvooi voor 4", "name For": "naam For",
		"language nl": "taal nl", "forget me abcdefghij": "vergeet mij abcdefghij", "reminders off": "herinneringen uit",
		"say new for all": "zeg new for all", "tell #2 say on": "fluister Lou say on", "invite for@example.org": "uitnodigen for@example.org",
		"moderate K7F3Q pause": "modereer K7F3Q pauze", "moderate K7F3Q note for all": "modereer K7F3Q notitie for all",
	} {
		if got := l.Write(order, "nl", names); got != want {
			t.Errorf("%q is written %q, want %q", order, got, want)
		}
	}
}
