package main

import (
	"encoding/hex"
	"path/filepath"
	"strings"
	"testing"

	"contrapost/events"
)

// TestUnsealedExport: a live game leaves in every format, once everybody is told why,
// and its secret in none; nothing that was drawn can be checked without it, and nothing
// can be imported. Who sits there may not.
func TestUnsealedExport(t *testing.T) {
	o, s, config, ids := playing(t)
	whole := read(t, config)
	store, err := events.OpenToRead(t.Context(), o.path("game.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	secret, err := store.Secret(t.Context(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	version := func() int64 {
		v, err := store.Version(t.Context(), ids[0])
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := version()
	o.file("taken", "")
	args := []string{"export", ids[0], "--unseal", "--why", "Bob says his cards are wrong.", "--config", config, "--format"}
	o.file("contrapost.toml", "operator = \"ann@localhost\"\n"+whole)
	for told, wrong := range map[string][]string{
		"ann@localhost sits at table": append(args, "jsonl"),
		"is there already":            append(args, "jsonl", "--out", o.path("taken")),
		"or before with --unseal":     {"export", ids[0], "--format", "text", "--config", config},
		"--unseal takes --why":        {"export", ids[0], "--format", "text", "--unseal", "--config", config},
	} {
		if _, got := o.contrapost(exitUsage, wrong...); !strings.Contains(got, told) {
			t.Errorf("told %q, want %q", got, told)
		}
	}
	if version() != before {
		t.Error("what was refused has changed the log")
	}
	o.file("contrapost.toml", "operator = \"kim@localhost\"\noperator_name = \"Kim\"\n"+whole)
	for i, format := range []string{"jsonl", "text", "mbox"} {
		out, _ := o.contrapost(exitDone, append(args, format)...)
		if strings.Contains(strings.ToLower(out), hex.EncodeToString(secret[:])) || version() != before+int64(i)+1 {
			t.Errorf("%s: the secret is out, or nothing is noted: version %d, was %d", format, version(), before)
		}
		for range 2 {
			wants(t, o.next(s), "The log of this table has been opened, secrets and all, by: Kim.", `"Bob says his cards are wrong."`)
		}
		o.file("live."+format, out)
	}
	o.end(s, exitDone)
	out, _ := o.contrapost(exitDone, "verify", "--file", o.path("live.jsonl"))
	for _, name := range []string{"chain", "commitment", "deal", "orders", "seed", "published"} {
		if !strings.Contains(out, "not-checked "+name+": ") {
			t.Errorf("%s is not said to be unchecked:\n%s", name, out)
		}
	}
	if text := read(t, o.path("live.text")); !strings.Contains(text, "Live: yes\n#   The game was not over") || !strings.Contains(text, "] Kim unseals the log") {
		t.Errorf("the text:\n%s", text)
	}
	if !strings.Contains(read(t, o.path("live.jsonl")), `"secret":"","seed":"","live":true}`) {
		t.Error("the header does not say that the game is live")
	}
	fresh := filepath.Join(o.dir, "fresh.db")
	if _, told := o.contrapost(exitUsage, "import", o.path("live.jsonl"), "--db", fresh); !strings.Contains(told, "the game is not over") {
		t.Error(told)
	}
	if told, _ := o.contrapost(exitNotHeld, "import", o.path("live.text"), "--db", fresh); !strings.Contains(told, "without its secret it can only be read") {
		t.Error(told)
	}
}
