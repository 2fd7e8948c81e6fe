package lobby

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/engine/konvooi"
)

var house = Lobby{Games: []engine.Game{konvooi.Game}}

// fold plays events from nothing.
func fold(events ...Event) State {
	var s State
	for _, e := range events {
		s = Evolve(s, e)
	}
	return s
}

func opened(want int) *Opened {
	return &Opened{Game: "konvooi", Want: want, Times: DefaultTimes, Commitment: "c0ffee"}
}

func refusalKey(err error) string {
	if r := (*engine.Refusal)(nil); errors.As(err, &r) {
		return r.Key
	}
	return fmt.Sprint(err)
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		line  string
		words string // "" for prose
	}{
		{"new konvooi for 4", "new konvooi for 4"},
		{"Nieuw Konvooi voor 4 met pass=stuck besloten.", "new konvooi for 4 with pass=stuck private"},
		{"new chess for 2", "new chess for 2"},
		{"New York is lovely", ""},
		{"join K7F3Q", "join k7f3q"},
		{"meedoen K7F3Q als Lou", "join k7f3q as lou"},
		{"join us tonight", ""},
		{"help", "help"},
		{"help me please", ""},
		{"Look forward to it", ""},
		{"look.", "look"},
		{"opgeven", "resign"},
		{"bots 2", "bots 2"},
		{"bots are silly", ""},
		{"", ""},
	} {
		words, ok := house.Read(c.line, nil)
		if got := strings.Join(words, " "); ok != (c.words != "") || (ok && got != c.words) {
			t.Errorf("%q read as %q, order %v; want %q", c.line, got, ok, c.words)
		}
	}
}

func TestOpening(t *testing.T) {
	for _, c := range []struct{ line, refused string }{
		{"new konvooi", ""},
		{"new konvooi for 2", ""},
		{"new konvooi for 6 with pass=stuck tie=first-received turn=48h answer=12h private", ""},
		{"new konvooi for 7", "seats-bad"},
		{"new konvooi for 1", "seats-bad"},
		{"new chess for 2", "game-unknown"},
		{"new konvooi with pass=never", "option-value"},
		{"new konvooi with colour=red", "option-unknown"},
		{"new konvooi with turn=1s", "time-bad"},
		{"new konvooi with answer=soon", "time-bad"},
		{"new konvooi for 3 tomorrow", "word-unknown"},
		{"new konvooi for four", "seats-form"},
		{"new konvooi for 99999999999999999999", "seats-form"},
		{"new konvooi for 0", "seats-form"},
		{"new konvooi for 2 for 3", "word-unknown"},
	} {
		words, _ := house.Read(c.line, nil)
		o, err := ParseOpening(words)
		if err == nil {
			_, _, err = house.MayOpen(o)
		}
		if (err == nil) != (c.refused == "") || (err != nil && refusalKey(err) != c.refused) {
			t.Errorf("%q: refused with %v, want %q", c.line, err, c.refused)
		}
	}
}

func TestOpeningSaysWhatWasChosen(t *testing.T) {
	words, _ := house.Read("new konvooi for 5 with pass=stuck turn=48h private", nil)
	o, err := ParseOpening(words)
	if err != nil {
		t.Fatal(err)
	}
	g, options, err := house.MayOpen(o)
	if err != nil {
		t.Fatal(err)
	}
	deck := engine.Deck{Name: "d", Text: []byte("text")}
	got := Open(o, g, options, deck, "c0ffee")
	if got.Want != 5 || !got.Private || got.Options["pass"] != "stuck" || got.Options["tie"] != "seat" {
		t.Errorf("opened %+v", got)
	}
	if got.Times != (Times{Turn: 48 * time.Hour, Answer: 24 * time.Hour, Absence: Absence{Silences: UsualSilences}}) {
		t.Errorf("times %v", got.Times)
	}
	if got.DeckSum != fmt.Sprintf("%x", sha256.Sum256([]byte("text"))) {
		t.Errorf("deck sum %s", got.DeckSum)
	}
}

func TestJoiningKeepsTheNamesCase(t *testing.T) {
	line := "Join k7f3q as van-Dyck."
	words, _ := house.Read(line, nil)
	j, err := ParseJoining(words, line)
	if err != nil || j != (Joining{Table: "K7F3Q", Name: "van-Dyck"}) {
		t.Errorf("joining %+v, %v", j, err)
	}
}

func TestNames(t *testing.T) {
	taken := engine.Roster{"Ann", "Bob"}
	for name, refused := range map[string]string{
		"Cem": "", "Cem-2": "", "Zoë": "", "Annabel": "", "Аня": "", "さくら花": "", "Botond": "",
		"Аnn": "name-bad", "Ann\u3164": "name-bad", "\u3164": "name-bad", "Bot-6": "name-bad", "bot-x": "name-bad", "Player-2": "name-bad", "Player2": "", "Players": "", "a\u0301": "name-bad",
		"ann": "name-taken", "BOB": "name-taken",
		"": "name-bad", "2Fast": "name-bad", "a b": "name-bad", "-x": "name-bad", "semi;colon": "name-bad",
		"Legal": "name-bad", "kapitein": "name-bad", "Join": "name-bad", "let": "name-bad", "me": "name-bad", "LT": "name-bad",
		strings.Repeat("x", 41): "name-bad",
		"Ngọc":                  "", "Șerban": "", "Müller": "", "Ελένη": "", "Άννα": "", "Борис": "", "Ольга": "", "אנה": "", "عمر": "", "민준": "",
		"𝐀𝐧𝐧": "name-bad", "Ａｎｎ": "name-bad", "ᴬⁿⁿ": "name-bad", "ɑnn": "name-bad", "ᴀɴɴ": "name-bad", "Aℕℕ": "name-bad",
		"Anª": "name-bad", "Ĳs": "name-bad", "ﬁn": "name-bad", "Je\u017f\u017fe": "name-bad", "A\u01c0an": "name-bad", "ꓮꓠꓠ": "name-bad", "ᎪᏔ": "name-bad",
		"ｱﾝﾝ": "name-bad", "ㅎㅏㄴ": "name-bad", "\u1112\u1161\u11ab": "name-bad", "ﺁﻥ": "name-bad", "عـمر": "name-bad", "\uf900": "name-bad",
		"Ann\u0661": "name-bad", "Ann２": "name-bad", "Ann-": "name-bad",
		"Сосо": "name-bad", "ВОВ": "name-bad", "Ανα": "name-bad", "ΑΝΝΑ": "name-bad",
		"You": "name-bad", "iedereen": "name-bad", "Contrapost": "name-bad", "BOT": "name-bad", "Somebody": "name-bad",
	} {
		err := house.MayBeNamed(name, taken)
		if (err == nil) != (refused == "") || (err != nil && refusalKey(err) != refused) {
			t.Errorf("name %q: %v, want %q", name, err, refused)
		}
	}
}

func TestSeating(t *testing.T) {
	s := fold(opened(3))
	s = fold(append([]Event{opened(3)}, s.Join("ada", "j1")...)...)
	if s.Begun || len(s.Places) != 1 || s.Host() != "ada" {
		t.Fatalf("after one joined: %+v", s)
	}
	if got := refusalKey(house.MayJoin(s, "ada", "Ada", nil)); got != "already-seated" {
		t.Errorf("joining twice: %s", got)
	}
	for _, e := range s.AddBots(1) {
		s = Evolve(s, e)
	}
	for _, e := range s.Join("cy", "j3") {
		s = Evolve(s, e)
	}
	if !s.Begun || !s.Full() || s.Contributions() != "j1\nbot:2\nj3\n" {
		t.Errorf("after the last joined: %+v", s)
	}
	if got := refusalKey(house.MayJoin(s, "di", "Di", nil)); got != "table-unknown" {
		t.Errorf("joining a game: %s", got)
	}
}

func TestHostOnly(t *testing.T) {
	s := fold(opened(4), &Joined{Seat: 1, Player: "ada", Join: "j"})
	for want, err := range map[string]error{
		"not-host": house.MayBegin(s, "bo"),
		"too-few":  house.MayBegin(s, "ada"),
		"bots-bad": house.MayAddBots(s, "ada", 4),
	} {
		if refusalKey(err) != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := house.MayAddBots(s, "ada", 3); err != nil {
		t.Error(err)
	}
}

func TestResigning(t *testing.T) {
	s := fold(opened(2), &Joined{Seat: 1, Player: "ada", Join: "j"}, &BotJoined{Seat: 2, Join: "bot:2"})
	if got := refusalKey(house.MayResign(s, 1)); got != "not-begun" {
		t.Errorf("before the game: %s", got)
	}
	s = Evolve(s, &Begun{Seats: 2})
	if err := house.MayResign(s, 1); err != nil {
		t.Error(err)
	}
	s = Evolve(s, &Resigned{Seat: 1})
	if got := refusalKey(house.MayResign(s, 1)); got != "resigned-already" || !s.Places[0].Bot {
		t.Errorf("twice: %s, %+v", got, s.Places[0])
	}
}

// TestSeedIsBoundToAllOfIt: every part of the seed counts.
func TestSeedIsBoundToAllOfIt(t *testing.T) {
	base := fold(opened(2), &Joined{Seat: 1, Player: "a", Join: "1"}, &Joined{Seat: 2, Player: "b", Join: "2"})
	swapped := fold(opened(2), &Joined{Seat: 1, Player: "a", Join: "2"}, &Joined{Seat: 2, Player: "b", Join: "1"})
	other := [32]byte{1}
	seeds := map[[32]byte]bool{base.Seed([32]byte{}): true, swapped.Seed([32]byte{}): true, base.Seed(other): true}
	if len(seeds) != 3 {
		t.Errorf("%d different seeds, want 3", len(seeds))
	}
	want := sha256.Sum256(append(make([]byte, 32), "1\n2\n"...))
	if base.Seed([32]byte{}) != want {
		t.Error("the seed is not SHA-256 of secret and contributions")
	}
}

func TestEventsSurviveStorage(t *testing.T) {
	for _, e := range []Event{
		&Opened{Game: "konvooi", Want: 3, Options: map[string]string{"tie": "seat"}, Deck: "d", DeckSum: "00", Private: true, Times: DefaultTimes, Commitment: "c"},
		&Joined{Seat: 2, Player: "p", Join: "j"}, &BotJoined{Seat: 3, Join: "bot:3"}, &Begun{Seats: 3},
		&Invited{By: 1, Player: "p"}, &Left{Seat: 2, Player: "p"}, &Closed{Why: ClosedSilent},
		&Said{Seat: 1, Player: "p", Text: "00"}, &Told{Seat: 1, Player: "p", To: 2, Hearer: "q", Text: "00"},
		&Excused{Outage{From: time.Unix(0, 0).UTC(), To: time.Unix(60, 0).UTC()}},
		&Resigned{Seat: 1}, &Published{Secret: "s", Seed: "d"},
		&Opened{Game: "konvooi", Times: Times{Turn: time.Hour, Answer: time.Hour, Absence: Absence{Silences: 2, Absent: AbsentReplaced}}},
		&Waiting{Seat: 1, Lines: []string{"draw deck"}, Due: time.Unix(60, 0).UTC()}, &Cancelled{Seat: 1}, &Due{Seat: 1},
		&LeftToBot{Seat: 1}, &Offered{Seat: 1}, &Kept{Seat: 1}, &Taken{Seat: 1, Was: "p", Player: "q", Join: "j"},
	} {
		r, err := Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Decode(r)
		if err != nil || !reflect.DeepEqual(back, e) || !Owns(r.Kind) {
			t.Errorf("%s came back as %+v, %v", r.Kind, back, err)
		}
	}
	if _, err := Decode(engine.Record{Kind: "unheard-of", Data: []byte("{}")}); err == nil || Owns("unheard-of") {
		t.Error("an unknown kind was taken")
	}
	if _, err := Decode(engine.Record{Kind: "game-begun", Data: []byte(`{"seats":2,"more":1}`)}); err == nil {
		t.Error("an unknown field was taken")
	}
}
