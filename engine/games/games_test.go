package games

import "testing"

func TestFind(t *testing.T) {
	for _, g := range All() {
		if found, ok := Find(g.Name()); !ok || found.Name() != g.Name() {
			t.Errorf("%s is not found", g.Name())
		}
	}
	if _, ok := Find("chess"); ok {
		t.Error("chess is found")
	}
}

func TestIsOrder(t *testing.T) {
	for line, want := range map[string]bool{
		"draw 2 3": true, "laat gaan": true, "play 14 with 2 3": true, "niets": true, "inspect captain": true, "convoy 3 5 7": true,
		"pass me the salt": false, "nothing to worry about": false, "look forward to it": false, "": false,
	} {
		if IsOrder(line) != want {
			t.Errorf("%q is an order: %v", line, !want)
		}
	}
}
