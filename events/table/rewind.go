package table

import (
	"fmt"
	"slices"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// branch notes, before an entry is folded, that the one before it ended a decision:
// the entry begins another, or is the lobby's.
func (t *Table) branch(e events.Entry) {
	if n := len(t.marks); n > 0 && (e.Order != "" || lobby.Owns(e.Kind)) {
		t.marks[n-1].whole = true
	}
}

// span is what a return has taken back: the versions between the two.
type span struct{ to, at int64 }

func (t *Table) gone(version int64) bool {
	return slices.ContainsFunc(t.returns, func(r span) bool { return version > r.to && version < r.at })
}

// rewind takes the game back to how it stood at a version. What it has been since
// is left out of everybody's knowledge; the table itself stays as it is.
func (t *Table) rewind(to int64) error {
	at := t.Version + 1
	if to < 1 || to >= at || t.gone(to) || t.Play == nil {
		return fmt.Errorf("rewind to version %d of %d: it is not on the game's way", to, t.Version)
	}
	for i := range t.marks[to:] {
		t.marks[int(to)+i].known = t.marks[to-1].known
	}
	t.returns = append(t.returns, span{to, at})
	t.line, t.rewound, t.window = slices.Clip(t.lines[to-1]), at, nil
	t.silences = slices.DeleteFunc(t.silences, func(s Silence) bool { return s.Version > to })
	t.rewindBanks(to)
	play, err := t.Game.Play(t.line)
	t.Play = play
	return err
}

// Rewound tells whether a version was taken back, and gives the one to look at in
// its stead: that at which the table was whole again.
func (t *Table) Rewound(version int64) (instead int64, gone bool) {
	if !t.gone(version) {
		return version, false
	}
	for v := version + 1; v <= int64(len(t.marks)); v++ {
		if t.ends(v) && !t.gone(v) {
			return v, true
		}
	}
	return int64(len(t.marks)), true
}

// ends tells whether a version is the last of what was decided at once.
func (t *Table) ends(version int64) bool {
	return version == int64(len(t.marks)) || t.marks[version-1].whole
}

// mayRewind judges a return to a version: one at which a decision had been carried
// out and a player was awaited who is a player still, on the game's present way.
func (t *Table) mayRewind(to int64) error {
	if t.returnable(to) {
		return nil
	}
	nearest := int64(0)
	for v := int64(1); v <= int64(len(t.marks)); v++ {
		if t.returnable(v) && (nearest == 0 || distance(v, to) < distance(nearest, to)) {
			nearest = v
		}
	}
	if nearest == 0 {
		return engine.Refuse("", "rewind-nowhere")
	}
	return engine.Refuse("", "rewind-version", "Version", int(to), "Nearest", int(nearest))
}

func (t *Table) returnable(v int64) bool {
	if v < 1 || v > int64(len(t.marks)) || t.gone(v) || !t.ends(v) {
		return false
	}
	return slices.ContainsFunc(t.marks[v-1].awaited, func(s engine.Seat) bool { return !t.Lobby.Places[s-1].Bot })
}

func distance(a, b int64) int64 { return max(a-b, b-a) }
