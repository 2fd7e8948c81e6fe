package main

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
)

// audit reads the log of a table of the village as a program does.
func (v *village) audit(args ...string) (rows []auditRow, text string) {
	v.Helper()
	var out, told strings.Builder
	if code := run(v.ctx, append([]string{"audit", "--json", "--db", v.db}, args...), nil, &out, &told); code != exitDone {
		v.Fatalf("audit %v: exit code %d\n%s", args, code, &told)
	}
	for lines := json.NewDecoder(strings.NewReader(out.String())); ; {
		var row auditRow
		if err := lines.Decode(&row); err == io.EOF {
			return rows, out.String()
		} else if err != nil {
			v.Fatal(err)
		}
		rows = append(rows, row)
	}
}

var serialCard = regexp.MustCompile(`"[A-Z]+\.[0-9]+"`)

// TestLiveAuditKeepsSecrets: of a game that goes on, the log tells what everybody
// knows: no card that lies face down, nobody's sealed word, nothing told to one alone.
func TestLiveAuditKeepsSecrets(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Cem")
	id := v.table("Ann", "Bob", "Cem")
	first, other := v.whoseTurn(id)
	wants(t, v.reply(other, "when convoy inspect CPT check 1\ntell "+first+" The blue one.\nsay Good luck."), "Done:")
	v.until(first, "The blue one.")
	wants(t, v.reply(first, "convoy CPT INS"), "Done:")
	wants(t, v.reply(first, "draw 9"), "Not done:")

	rows, text := v.audit(id)
	play, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	public, err := json.Marshal(play.Play.Facts(engine.Onlooker))
	v.must(err)
	for _, c := range serialCard.FindAllString(text, -1) {
		if !strings.Contains(string(public), c) {
			t.Errorf("the audit names the card %s, which not everybody has seen", c)
		}
	}
	sealed := 0
	for _, r := range rows {
		if r.Kind == kindSealed {
			sealed++
			if r.Seat != 0 || r.Player+r.Cause+r.How+r.Order+string(r.Data) != "" || !r.Time.IsZero() || len(r.Letters) > 0 {
				t.Errorf("a sealed row says %+v", r)
			}
		}
		for _, l := range r.Letters {
			if !slices.Contains(table.ToEverybody, l.Kind) {
				t.Errorf("a letter of the kind %s tells who was asked", l.Kind)
			}
		}
	}
	// Three are the pile, the standing bid and what was told; and the convoy has been
	// answered by that bid.
	if sealed < 4 {
		t.Errorf("%d rows are sealed:\n%s", sealed, text)
	}
	for _, word := range []string{"CPT INS", "inspect", "bid-sealed", "standing", "words-told", "order-refused", "draw 9"} {
		if strings.Contains(text, word) {
			t.Errorf("the audit says %q:\n%s", word, text)
		}
	}
	var told strings.Builder
	if code := run(v.ctx, []string{"audit", "--db", v.db, "--seat", "1", id}, nil, io.Discard, &told); code != exitUsage || !strings.Contains(told.String(), "see --unseal") {
		t.Errorf("a seat's knowledge: exit code %d, %s", code, &told)
	}
}

// TestUnsealedAudit: it shows all but what one told another, is entered in the log,
// and told to everybody; who sits there may not.
func TestUnsealedAudit(t *testing.T) {
	o, s, config, ids := playing(t)
	o.write("ann", "name Annie")
	o.next(s)
	whole := read(t, config)
	o.file("contrapost.toml", "operator = \"ann@localhost\"\n"+whole)
	args := []string{"audit", "--unseal", "--why", "Bob says his cards are wrong.", "--config", config, ids[0]}
	before, _ := o.contrapost(exitDone, "audit", "--json", "--config", config, ids[0])
	if _, told := o.contrapost(exitUsage, args...); !strings.Contains(told, "ann@localhost sits at table "+ids[0]) {
		t.Errorf("told %q", told)
	}
	if after, _ := o.contrapost(exitDone, "audit", "--json", "--config", config, ids[0]); after != before {
		t.Error("what was refused has changed the log")
	}
	o.file("contrapost.toml", "operator = \"kim@localhost\"\noperator_name = \"Kim\"\n"+whole)
	out, _ := o.contrapost(exitDone, args...)
	for _, want := range []string{"log-unsealed", `{"by":"Kim","why_sha256":"`, `"Bob says his cards are wrong."`, "pile-shuffled"} {
		if !strings.Contains(out, want) {
			t.Errorf("unsealed, it does not say %q:\n%s", want, out)
		}
	}
	for range 2 {
		wants(t, o.next(s), "The log of this table has been opened, secrets and all, by: Kim.", `The moderator: "Bob says his cards are wrong."`)
	}
	out, _ = o.contrapost(exitDone, append(args, "--seat", "2")...)
	if !strings.Contains(out, "YOUR CARDS") || !strings.Contains(out, "told by letter 1 to bob") {
		t.Errorf("what the seat knew:\n%s", out)
	}
	if _, told := o.contrapost(exitUsage, "moderate", "--config", config, ids[0], "replace", "2", "kim@localhost"); !strings.Contains(told, "has been unsealed: kim@localhost") {
		t.Errorf("who has seen the cards may sit down: %q", told)
	}
	o.contrapost(exitDone, "moderate", "--config", config, ids[0], "replace", "1", "eve@localhost")
	o.file("contrapost.toml", "operator = \"ann@localhost\"\n"+whole)
	if _, told := o.contrapost(exitUsage, args...); !strings.Contains(told, "ann@localhost sits at table "+ids[0]) {
		t.Errorf("who has played may see the cards: %q", told)
	}
	o.end(s, exitDone)
}

// TestAuditTellsWhatWasTakenBack: the old branch stands in the log, and what was
// refused beside it, once the game is over.
func TestAuditTellsWhatWasTakenBack(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	back := v.version(id)
	first, _ := v.whoseTurn(id)
	wants(t, v.reply(first, "draw 9\nlook"), "Not done:")
	wants(t, v.reply(first, "draw deck"), "Done:")
	v.moderate(exitDone, id, "rewind", fmt.Sprint(back))
	v.moderate(exitDone, id, "close")
	rows, text := v.audit(id)
	if i := slices.IndexFunc(rows, func(r auditRow) bool { return r.Version == back+1 }); i < 1 || !rows[i].Gone || rows[i].Order != "draw deck" ||
		rows[i-1].Kind != kindRefused || rows[i-1].Rule != "K5" || rows[i-1].Order != "draw 9" {
		t.Errorf("around version %d: %s", back+1, text)
	}
	last := rows[len(rows)-1]
	if last.Kind != "secret-published" || last.Gone || len(last.Letters) != 2 {
		t.Errorf("the end: %+v", last)
	}
	for _, r := range rows {
		if (r.Kind == "game-rewound" || r.Kind == "pile-reshuffled") && (r.How != "ruling" || r.Gone) {
			t.Errorf("%+v", r)
		}
	}
}

// TestAuditRowsHaveTheWords: what everybody was told, and why an order was refused,
// stands in the rows for programs as well; what one told another does not.
func TestAuditRowsHaveTheWords(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	first, other := v.whoseTurn(id)
	wants(t, v.reply(first, "say Hello, all.\ntell "+other+" Psst.\ndraw 9"), "Not done:")
	v.moderate(exitDone, id, "note", "Be", "kind.")
	v.must(v.service.house.Unseal(v.ctx, id, "Kim", "Somebody asked.", time.Now()))
	v.moderate(exitDone, id, "close")
	rows, out := v.audit(id)
	for kind, text := range map[string]string{
		"words-said": "Hello, all.", "moderator-noted": "Be kind.", "log-unsealed": "Somebody asked.", kindRefused: "slots 1 to 4",
	} {
		i := slices.IndexFunc(rows, func(r auditRow) bool { return r.Kind == kind })
		if i < 0 || !strings.Contains(rows[i].Text, text) {
			t.Errorf("%s lacks the text %q:\n%s", kind, text, out)
		}
	}
	if strings.Contains(out, "Psst.") {
		t.Error("it tells what one told another")
	}
}

// TestWhatAnAuditChooses: what is not in the log at all is told with what is; a player
// goes by name, id or seat; what would be passed over is refused.
func TestWhatAnAuditChooses(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	v.moderate(exitDone, id, "close")
	for told, args := range map[string][]string{
		"--kind nope: there is none in this log; there are table-opened, player-joined, game-begun, ": {"--kind", "nope"},
		"--player Eve: there is none in this log; there are Ann, Bob\n":                               {"--player", "Eve"},
		"--player 3: there is none in this log; there are Ann, Bob\n":                                 {"--player", "3"},
		"--kind does not go with --seat":                                                              {"--seat", "1", "--kind", "game-dealt"},
		"--player does not go with --seat":                                                            {"--seat", "1", "--player", "Ann"},
		"--since does not go with --seat":                                                             {"--seat", "1", "--since", "2026-01-01"},
		"--why goes with --unseal":                                                                    {"--why", "Somebody asked."},
	} {
		var out, complaint strings.Builder
		if code := run(v.ctx, append([]string{"audit", "--db", v.db, id}, args...), nil, &out, &complaint); code != exitUsage || !strings.Contains(complaint.String(), told) || out.Len() > 0 {
			t.Errorf("%v: exit code %d, told %q, %q", args, code, &complaint, &out)
		}
	}
	byName, _ := v.audit(id, "--player", "bob")
	bySeat, text := v.audit(id, "--player", "2")
	if len(byName) == 0 || len(byName) != len(bySeat) {
		t.Errorf("by name %v, by seat %s", byName, text)
	}
	if rows, _ := v.audit(id, "--kind", "game-begun", "--since", "2999-01-01"); len(rows) > 0 {
		t.Errorf("since then: %v", rows)
	}
}

// sent waits until the log knows that a table's letters have left: whoever reads one may
// have it before that.
func (v *village) sent(id string) {
	v.Helper()
	for {
		changed := v.service.store.Changed()
		all, err := v.service.store.Letters(v.ctx, id)
		v.must(err)
		if !slices.ContainsFunc(all, func(l events.Letter) bool { return l.State != events.Sent }) {
			return
		}
		select {
		case <-changed:
		case <-v.ctx.Done():
			v.Fatal(v.ctx.Err())
		}
	}
}

// TestLettersOfASeatByName: export takes a seat as audit does.
func TestLettersOfASeatByName(t *testing.T) {
	v := governed(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	v.moderate(exitDone, id, "close")
	for _, name := range []string{"Ann", "Bob"} {
		v.until(name, "A moderator has ended table "+id)
	}
	v.sent(id)
	export := func(want int, args ...string) string {
		var out, told strings.Builder
		if code := run(v.ctx, append([]string{"export", "--db", v.db, id, "--format", "mbox"}, args...), nil, &out, &told); code != want {
			t.Fatalf("%v: exit code %d\n%s", args, code, &told)
		}
		return out.String() + told.String()
	}
	if bob := export(exitDone, "--seat", "bob"); bob != export(exitDone, "--seat", "2") || bob == export(exitDone, "--seat", "1") {
		t.Error("the letters of a seat by its name are others")
	}
	if told := export(exitUsage, "--seat", "Eve"); !strings.Contains(told, "no seat is called \"Eve\"; there are: Ann, Bob") {
		t.Errorf("told %q", told)
	}
	if told := export(exitUsage, "--why", "Somebody asked."); !strings.Contains(told, "--why goes with --unseal") {
		t.Errorf("told %q", told)
	}
}
