package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"

	"contrapost/events"
)

// moderate rules at a table of the village from beside the service.
func (v *village) moderate(want int, id string, ruling ...string) string {
	v.Helper()
	var out, told strings.Builder
	if code := run(v.ctx, append([]string{"moderate", "--db", v.db, id}, ruling...), nil, &out, &told); code != want {
		v.Errorf("moderate %v: exit code %d, want %d\n%s%s", ruling, code, want, &out, &told)
	}
	return told.String()
}

// governed is a village whose service looks for what others write, and believes
// moderators.
func governed(t *testing.T, names ...string) *village {
	t.Helper()
	v := foundVillage(t)
	v.serve(func(s *service) {
		s.watch = 5 * time.Millisecond
		s.room.Authserv, s.room.Moderators = demoHost, []string{"mod@" + demoHost}
	})
	for _, name := range append(names, "Mod") {
		v.settle(name)
	}
	return v
}

// TestServiceNotices: whatever another process writes wakes the service, also one that
// has nothing else to do; so often nothing of its own could.
func TestServiceNotices(t *testing.T) {
	v := governed(t)
	wants(t, v.ask("Mod", "games"), "konvooi") // it runs
	other, err := events.Open(v.ctx, v.db)
	v.must(err)
	defer other.Close()
	for i := range 20 {
		changed := v.service.store.Changed()
		v.must(other.SetCursor(v.ctx, events.Cursor{Mailbox: "elsewhere", UIDValidity: 1, UID: uint32(i)}))
		select {
		case <-changed:
		case <-v.ctx.Done():
			t.Fatalf("the service has not noticed the write no. %d", i+1)
		}
	}
}

// TestModerateBesideService: a service that runs on the same database takes notice at
// once: letters leave, orders are refused, and heard again.
func TestModerateBesideService(t *testing.T) {
	o, s, config, ids := playing(t)
	program, err := exec.LookPath("contrapost") // the stories' own: a process beside this one
	o.must(err)
	if out, err := exec.CommandContext(o.ctx, program, "moderate", "--config", config, ids[0], "pause").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for range 2 {
		wants(t, o.next(s), "A moderator has paused the table.", "The table is paused by a moderator: no order of the game is heard until it goes on.")
	}
	out, _ := o.contrapost(exitDone, "tables", "--config", config)
	if !strings.Contains(out, "paused") {
		t.Errorf("tables:\n%s", out)
	}
	if _, told := o.contrapost(exitUsage, "moderate", "--config", config, ids[0], "pause"); told != "contrapost: That table is paused already.\n" {
		t.Errorf("told %q", told)
	}
	o.contrapost(exitDone, "moderate", "--config", config, strings.ToLower(ids[0]), "resume")
	for range 2 {
		wants(t, o.next(s), "A moderator lets the table go on.", "has moved by it")
	}
	if _, told := o.contrapost(exitUsage, "moderate", "--config", config, ids[0], "replace", "1", "game+x@localhost"); !strings.Contains(told, "is not a mail address") {
		t.Errorf("the service's own address: %s", told)
	}
	o.end(s, exitDone)
}

// TestReplacedByMail: the old player's reply address dies, the new one's first letter
// tells all the seat knows, and nothing that was told to the other alone.
func TestReplacedByMail(t *testing.T) {
	v := governed(t, "Ann", "Bob", "Dot")
	id := v.table("Ann", "Bob")
	v.reply("Ann", "tell Bob The blue one.\nsay Good luck, all.")
	v.until("Bob", "The blue one.")
	old := v.people["Bob"].last.replyTo
	v.moderate(exitDone, id, "replace", "Bob", "dot@"+demoHost)
	wants(t, v.until("Bob", "given your seat"), "given your seat at table "+id, "not heard any more")
	wants(t, v.until("Ann", "A moderator has given"), "the seat of Bob to dot")
	first := v.next("Dot")
	wants(t, first, "has given you a seat at table "+id, "This number binds it", "Hand")
	if strings.Contains(plain(first.text), "The blue one.") || strings.Contains(plain(first.text), "Good luck, all.") {
		t.Errorf("the new player reads what was said before:\n%s", first.text)
	}
	version := v.version(id)
	v.write("Bob", testMail{to: old, text: "draw deck\nsay I am still here."})
	wants(t, v.next("Bob"), "is being held")
	wants(t, v.reply("Dot", "look"), "Your page follows.")
	if v.version(id) != version {
		t.Errorf("version %d became %d", version, v.version(id))
	}
	v.moderate(exitDone, id, "replace", "dot", "bob@"+demoHost)
	wants(t, v.next("Bob"), "has given you a seat at table "+id, "SINCE THE DEAL", "The blue one.")
}

// TestRewoundByMail: what came after the version returned to stands in no later
// letter, and the game goes on.
func TestRewoundByMail(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	back := v.version(id)
	first, second := v.whoseTurn(id)
	v.reply(first, "draw deck")
	v.until(second, "it is your turn.")
	told := v.moderate(exitUsage, id, "rewind", "2")
	if !strings.Contains(told, fmt.Sprintf("The nearest is %d.", back)) {
		t.Errorf("told %q", told)
	}
	v.moderate(exitDone, id, "rewind", fmt.Sprint(back))
	letter := v.until(first, "taken the game back")
	wants(t, letter, "it is your turn.")
	if strings.Contains(letter.text, "SINCE YOUR LAST LETTER") {
		t.Errorf("something has happened since:\n%s", letter.text)
	}
	if l := v.until(second, "taken the game back"); strings.Contains(l.text, "drew") || !strings.Contains(l.text, "Nothing is asked of you now.") {
		t.Errorf("the other is told:\n%s", l.text)
	}
	wants(t, v.reply(first, "draw deck"), "Done:")
}

// TestClosedByMail: the secret is out, and there is no page any more.
func TestClosedByMail(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	v.moderate(exitDone, id, "close")
	for _, name := range []string{"Ann", "Bob"} {
		wants(t, v.next(name), "A moderator has ended table "+id, "There is no result.", "The secret that every shuffle")
	}
	wants(t, v.reply("Ann", "draw deck"), "Not done:", "A moderator has ended that table.")
	wants(t, v.ask("Ann", "status"), id+": closed.")
}

// TestModeratorsMail: a ruling by mail is done if the server vouches for a moderator,
// held if it does not, and refused to everybody else.
func TestModeratorsMail(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	version := v.version(id)
	order := "moderate " + id + " note Mind the time."
	v.write("Ann", testMail{to: demoAddress, from: "mod@" + demoHost, text: order})
	wants(t, v.next("Mod"), "A mail in your name that rules at a table is being held")
	v.write("Ann", testMail{to: demoAddress, from: "Mod@" + demoHost, text: order})
	wants(t, v.ask("Bob", order), "Not done:", "Only moderators can rule at a table.")
	if v.version(id) != version {
		t.Fatal("somebody else has ruled")
	}
	wants(t, v.ask("Mod", "Hello.\n"+order+"\nmoderate "+id+" extend 1s"), "Done:", "everybody at table "+id+" is told", "Not done:", "is no time to give")
	for _, name := range []string{"Ann", "Bob"} {
		wants(t, v.next(name), "A moderator writes to the table.", `The moderator: "Mind the time."`)
	}
	wants(t, v.ask("Mod", "moderate ZZZZZ pause"), "There is no table ZZZZZ.")
}

// TestRuledTablesVerify: a log with every sort of ruling in it holds, decided again.
func TestRuledTablesVerify(t *testing.T) {
	v := governed(t, "Ann", "Bob", "Dot")
	id := v.table("Ann", "Bob")
	back := v.version(id)
	first, _ := v.whoseTurn(id)
	wants(t, v.reply(first, "draw deck"), "Done:")
	for _, ruling := range []string{
		"note Be kind.", "pause", "resume", fmt.Sprintf("rewind %d", back), "extend 2h", "replace Bob dot@" + demoHost, "bot Ann", "close",
	} {
		v.moderate(exitDone, id, strings.Fields(ruling)...)
	}
	var out, told strings.Builder
	if code := run(v.ctx, []string{"verify", "--db", v.db, id}, nil, &out, &told); code != exitDone || !strings.Contains(out.String(), "held orders") || !strings.Contains(out.String(), " 0 broken") {
		t.Errorf("exit code %d\n%s%s", code, &out, &told)
	}
}

// TestStatusOfAPausedTable: it waits for nobody's answer.
func TestStatusOfAPausedTable(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	wants(t, v.ask(turn, "status"), id+": waits for your answer")
	_, err := v.service.house.Rule(v.ctx, id, "pause", time.Now())
	v.must(err)
	wants(t, v.next(turn), "A moderator has paused the table.")
	wants(t, v.ask(turn, "status"), id+": is paused by a moderator.")
	_, err = v.service.house.Rule(v.ctx, id, "resume", time.Now())
	v.must(err)
	v.next(turn)
	wants(t, v.ask(turn, "status"), id+": waits for your answer")
}
