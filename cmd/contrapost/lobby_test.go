package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"contrapost/engine/lobby"
)

// open opens a table and gives its id.
func (v *village) open(name, order string) string {
	v.Helper()
	l := v.ask(name, order)
	join := saidToJoin.FindStringSubmatch(l.text)
	if join == nil {
		v.Fatalf("the opening letter does not say how to join:\n%s", l.text)
	}
	return join[1]
}

var saidToJoin = regexp.MustCompile(`(?:join|meedoen) ([A-Z2-7]{5})\b`)

// lobby folds a table's lobby.
func (v *village) lobby(id string) lobby.State {
	v.Helper()
	t, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	return t.Lobby
}

// mails counts what has been delivered to somebody.
func (v *village) mails(name string) int { return len(v.server.Mails(v.people[name].address)) }

func lacks(t *testing.T, l readLetter, phrases ...string) {
	t.Helper()
	for _, phrase := range phrases {
		if strings.Contains(strings.Join(strings.Fields(l.text), " "), phrase) {
			t.Errorf("the letter says %q:\n%s", phrase, l.text)
		}
	}
}

// TestInvitation: whoever is invited gets everything needed to decide, and to sit
// down by one line, and keeps the id that the log knows them by.
func TestInvitation(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.write("Ann", testMail{to: demoAddress, text: "new konvooi for 3 with pass=stuck turn=48h\ninvite <bob@contrapost.test>, eve@elsewhere.test"})
	l := v.next("Bob")
	opened := v.next("Ann")
	wants(t, opened, "sent to 2 people", "Seated: Ann")
	id := strings.TrimPrefix(joinOrder.FindString(opened.text), "join ")
	wants(t, l, "Ann invites you to a game of Konvooi for 3", "whoever has most money wins", "A turn may take 48 hours, any other answer 24 hours",
		"Passing is allowed only to those who can neither draw nor send a convoy (pass=stuck).",
		"join "+id, "rules konvooi", "Your answer goes to the service", v.lobby(id).Commitment)
	lacks(t, l, "bribe-rounds", "ann@contrapost.test")
	if l.replyTo != demoAddress || strings.Contains(l.subject, id) || strings.Contains(l.subject, "Ann") {
		t.Errorf("reply to %s, subject %q", l.replyTo, l.subject)
	}
	invited := v.lobby(id).Invited
	if len(invited) != 2 || invited[0].By != v.lobby(id).Player(1) {
		t.Fatalf("invited %+v", invited)
	}
	wants(t, v.reply("Bob", "join "+id), "as Bob")
	if got := v.lobby(id).Player(2); got != invited[0].Player {
		t.Errorf("Bob is known as %s, and was invited as %s", got, invited[0].Player)
	}
}

// TestOnlyInvited: somebody who was only invited is not known yet: their prose is not
// answered, nor is a mail in their name, and their first order introduces them.
func TestOnlyInvited(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Eve")
	id := v.open("Ann", "taal nl\nnieuw konvooi voor 3\nuitnodigen bob@contrapost.test")
	wants(t, v.next("Bob"), "Ann nodigt je uit", "meedoen "+id)
	key := v.people["Ann"].last.replyTo
	v.write("Bob", testMail{to: demoAddress, text: "What is this?"})
	v.write("Bob", testMail{to: mangled(key), text: "join " + id})
	// What was written last is heard last: once it is answered, so are the others.
	v.ask("Eve", "games")
	if n := v.mails("Bob"); n != 1 {
		t.Errorf("Bob has %d mails, want the invitation alone", n)
	}
	wants(t, v.ask("Bob", "status"), "Je zit aan geen enkele tafel")
	players, err := v.service.store.Players(v.ctx)
	v.must(err)
	for _, p := range players {
		if p.Name == "" {
			t.Errorf("a player without a name after an order: %+v", p)
		}
	}
}

// TestInvitationsAreBounded: who can be invited, and how many.
func TestInvitationsAreBounded(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	first := v.open("Ann", "new konvooi for 6")
	v.ask("Bob", "join "+first)
	guests := func(from, n int) string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf("guest%d@elsewhere.test", from+i))
		}
		return "invite " + strings.Join(all, " ")
	}
	for _, c := range []struct{ line, says string }{
		{"invite", "write their mail addresses"},
		{"invite cem@elsewhere.test Buy cheap pills now", "Buy is not a mail address"},
		{`invite "a b"@elsewhere.test`, "is not a mail address"},
		{"invite eve@[127.0.0.1]", "is not a mail address"},
		{"invite " + demoAddress, "is not a mail address"},
		{"invite " + strings.Replace(demoAddress, "@", "+K7F3Q.1@", 1), "is not a mail address"},
		{"invite ann@contrapost.test", "or sits there"},
		{"invite BOB@contrapost.test", "or sits there"},
		{guests(0, 11), "10 people at most"},
	} {
		wants(t, v.reply("Ann", c.line), "Not done:", c.says)
	}
	if n := len(v.lobby(first).Invited); n != 0 {
		t.Fatalf("%d were invited by refused orders", n)
	}
	wants(t, v.reply("Ann", guests(0, 10)), "sent to 10 people")
	wants(t, v.reply("Bob", "invite guest3@ELSEWHERE.test"), "or sits there")
	wants(t, v.reply("Ann", guests(10, 9)+"\n"+guests(19, 2)), "sent to 9 people", "20 people at most; this one can still invite 1")

	second := v.open("Ann", "new konvooi for 6\n"+guests(0, 10))
	wants(t, v.reply("Ann", guests(10, 2)), "30 people a day")
	wants(t, v.reply("Ann", guests(10, 1)), "sent to 1 person")
	if a, b := len(v.lobby(first).Invited), len(v.lobby(second).Invited); a != 19 || b != 11 {
		t.Errorf("%d and %d invited, want 19 and 11", a, b)
	}
	players, err := v.service.store.Players(v.ctx)
	v.must(err)
	if len(players) != 2+19 {
		t.Errorf("%d players, want Ann, Bob and 19 guests: the same address is the same player", len(players))
	}
}

// TestFromAfar: orders about sitting down need no reply to a table's letter where it
// is clear which table they mean.
func TestFromAfar(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	wants(t, v.ask("Ann", "bots 1"), "You sit at no table that still seats players", "new konvooi for 4")
	first := v.open("Ann", "new konvooi for 3\nbots 1")
	key := v.people["Ann"].last.replyTo
	if n := len(v.lobby(first).Places); n != 2 {
		t.Errorf("%d places, want Ann and a bot", n)
	}
	wants(t, v.ask("Ann", "invite bob@contrapost.test"), "sent to 1 person")
	v.next("Bob")
	second := v.open("Ann", "new konvooi for 4")
	wants(t, v.ask("Ann", "begin"), "Several of your tables", first, second)
	wants(t, v.ask("Bob", "begin"), "You sit at no table")
	// In the mail that opens a table its orders mean that one, even to another table.
	v.ask("Ann", "leave "+second)
	v.write("Ann", testMail{to: key, text: "new konvooi for 2\nbots 1"})
	letters := v.next("Ann").text + v.next("Ann").text
	third := saidToJoin.FindStringSubmatch(letters)
	if third == nil || third[1] == first || !v.lobby(third[1]).Begun || len(v.lobby(first).Places) != 2 {
		t.Errorf("the new table has not begun:\n%s", letters)
	}
}

// TestLeaving: the places behind move up, their letters' addresses go on being good,
// the next player is the host and is told so, and the last one closes the table.
func TestLeaving(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.open("Ann", "new konvooi for 5")
	ann := v.people["Ann"].last.replyTo
	v.ask("Bob", "join "+id)
	bob := v.people["Bob"].last.replyTo
	v.ask("Cem", "join "+id)
	cem := v.people["Cem"].last.replyTo
	v.reply("Ann", "bots 1")
	v.reply("Cem", "tell Bob Once.")
	v.next("Bob")
	wants(t, v.reply("Ann", "leave"), "You have left table "+id)
	host := v.next("Bob")
	wants(t, host, "you are its host now", "Seated: Bob, Cem, Bot-3", "begin")
	lacks(t, host, "Once.") // what Ann was sent in that seat is not what Bob was
	v.write("Cem", testMail{to: cem, text: "say Hello, host."})
	wants(t, v.next("Cem"), "Done:")
	wants(t, v.next("Bob"), `Cem: "Hello, host."`)
	v.write("Bob", testMail{to: bob, text: "look"}) // an address of the second seat
	wants(t, v.next("Bob"), "Seated: Bob, Cem, Bot-3", "bots 2")
	v.write("Ann", testMail{to: ann, text: "begin"}) // whoever left has no seat to write from
	wants(t, v.next("Ann"), "held")
	wants(t, v.ask("Cem", "leave "+id), "You have left")
	wants(t, v.ask("Cem", "leave "+id), "sent this before; it was done once")
	wants(t, v.ask("Cem", "leave "+id+"\nstatus"), "no such table")
	wants(t, v.ask("Bob", "leave "+id+"\ntables"), "You have left", "No open table")
	if s := v.lobby(id); !s.Closed || len(s.Places) != 1 {
		t.Errorf("the table the last player left: %+v", s)
	}
	wants(t, v.ask("Cem", "join "+id), "no such table")
	lacks(t, v.ask("Bob", "tables"), id)
}

// TestLeavingAGame: once it has begun a seat can be resigned, and not left.
func TestLeavingAGame(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	wants(t, v.reply("Ann", "leave"), "Not done:", "give it to a bot", "resign")
	wants(t, v.ask("Ann", "leave "+id), "Not done:", "resign")
}

// TestListed: open tables are listed with what makes them different, private and
// closed ones are not, and a private one can be joined by its id.
func TestListed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	wants(t, v.ask("Cem", "tables"), "No open table waits for players")
	public := v.open("Ann", "new konvooi for 4 with pass=stuck turn=48h")
	hidden := v.open("Bob", "new declare for 2 private")
	wants(t, v.people["Bob"].last, "It is on no list")
	plain := v.open("Bob", "new declare for 3")
	list := v.ask("Cem", "tables")
	wants(t, list, public+": Konvooi, hosted by Ann, 3 seats free; 48 hours for a turn, 24 hours for an answer. Not as usual: Passing is allowed only to those who can neither draw nor send a convoy (pass=stuck). To sit down: join "+public,
		plain+": Nothing To Declare, hosted by Bob, 2 seats free")
	lacks(t, list, hidden)
	wants(t, v.ask("Cem", "join "+hidden), "You have a seat at table "+hidden)
	v.next("Bob")
	lacks(t, v.ask("Ann", "tafels"), hidden)
}

// TestSettings: each is kept, told, and refused with what to write instead.
func TestSettings(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.table("Ann", "Bob")
	subject := v.people["Ann"].last.subject
	for _, c := range []struct{ line, says string }{
		{"name Legal", "cannot be a name"},
		{"name", "in one word"},
		{"name Zoë", "you are called Zoë"},
		{"timezone Nowhere", "timezone Europe/Brussels"},
		{"timezone Brussels", "those of Europe/Brussels"},
		{"timezone europe/brussels", "those of Europe/Brussels"},
		{"tijdzone America/New York", "those of America/New_York"},
		{"reminders 241", "1 to 240"},
		{"reminders 0", "1 to 240"},
		{"herinneringen uit", "You will not be reminded"},
		{"reminders on", "good part of your time"},
		{"reminders 12", "12 hours before"},
	} {
		wants(t, v.reply("Ann", c.line), c.says)
	}
	p, err := v.service.store.PlayerByAddress(v.ctx, "ann@contrapost.test")
	v.must(err)
	if p.Name != "Zoë" || p.Zone != "America/New_York" || p.Reminders != "12" {
		t.Errorf("kept %+v", p)
	}
	if l := v.reply("Ann", "look"); l.subject != subject {
		t.Errorf("subject %q, was %q", l.subject, subject)
	}
	wants(t, v.ask("Ann", "new konvooi for 3"), "Seated: Zoë")
}

// TestResend: what the last letter told is told again, at one table or at all.
func TestResend(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	v.reply(turn, "say Here I come\ndraw deck")
	wants(t, v.next(other), "it is your turn", "Here I come", "SINCE YOUR LAST LETTER")
	lacks(t, v.reply(other, "look"), "Here I come")
	wants(t, v.reply(other, "resend"), "comes again", id)
	again := v.next(other)
	wants(t, again, "it is your turn", "Here I come", "SINCE YOUR LAST LETTER")
	if again.replyTo == demoAddress || !strings.Contains(again.subject, id) {
		t.Errorf("sent again: reply to %s, subject %q", again.replyTo, again.subject)
	}
	second := v.open(other, "new konvooi for 2")
	wants(t, v.ask(other, "opnieuw"), id, second)
	letters := v.next(other).text + v.next(other).text
	for _, said := range []string{"Here I come", "Table " + second} {
		if strings.Count(letters, said) != 1 {
			t.Errorf("the letters do not say %q once:\n%s", said, letters)
		}
	}
}

// TestStatus: whose answer is awaited, as far as the asker may know it, and until
// when the asker's own is.
func TestStatus(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	key := v.people[turn].last.replyTo
	wants(t, v.ask(turn, "status"), "Konvooi "+id+": waits for your answer, until ")
	wants(t, v.ask(other, "timezone Asia/Tokyo\nstatus"), "Konvooi "+id+": It is "+turn+"'s turn.")
	v.write(turn, testMail{to: key, text: "draw deck\nstatus"})
	wants(t, v.next(turn), "Konvooi "+id+": It is "+other+"'s turn.")
	v.next(other)
	wants(t, v.ask(other, "status"), "waits for your answer, until ", " JST (")
	open := v.open(turn, "new konvooi for 3")
	wants(t, v.ask(turn, "status"), "Konvooi "+open+": not begun yet")
	v.ask(turn, "leave "+open)
	lacks(t, v.ask(turn, "status"), open)
}
