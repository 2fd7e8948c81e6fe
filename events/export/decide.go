package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// checkDecisions has everything decided again that the log says was decided, and
// compares it with the log to the byte: the deal, and every order, silence and bot's
// move. It stops at the first difference, as what follows would follow from something
// else.
func (h *History) checkDecisions(play Replay) []Check {
	r := &rehearing{entries: h.Entries, dealing: dealing(h.Entries), play: play, reason: h.reason, withholds: h.withholds, deckless: h.Deck.Text == "", deal: Skipped("deal", "the game has not begun"), orders: held("orders")}
	for r.next < len(r.entries) && !r.stopped {
		r.decide()
	}
	switch {
	case r.orders.State == Broken:
	case r.stopped:
		r.orders = Skipped("orders", "what the log has before them was not decided so")
	case r.others > 0:
		r.orders = Skipped("orders", "%d of %d were decided by older rules than this binary's %d; the rest is held", r.others, r.heard+r.others, play.Rules())
	}
	return []Check{r.deal, r.orders}
}

// rehearing is a log being decided again.
type rehearing struct {
	entries      []events.Entry
	dealing      []bool // by entry: the cards are dealt by what begins with it
	next         int
	play         Replay
	reason       func(error) error
	withholds    func(events.Entry) bool
	deal, orders Check
	stopped      bool
	others       int  // orders decided by other rules
	heard        int  // orders decided again
	deckless     bool // the deal cannot be drawn again
	believed     bool // what follows from the last order or deal is taken as it is
}

func (r *rehearing) decide() {
	e := r.entries[r.next]
	if r.unheardOf(e) {
		r.stop("orders", e.Version, "decided by rules %d, which this binary does not know", e.Rules)
		return
	}
	if r.withholds(e) || r.passed(e) {
		if err := r.play.Fold(e); err != nil {
			r.stop("orders", e.Version, "it does not fold: %v", r.reason(err))
		}
		r.next++
		return
	}
	drafts, err := r.play.Again(e)
	if err != nil {
		r.stop(r.failing(), e.Version, "it cannot be decided again: %v", r.reason(err))
		return
	}
	if len(drafts) == 0 {
		r.stop("orders", e.Version, "decided again, nothing follows")
		return
	}
	if e.Order != "" {
		r.heard++
	}
	r.compare(e, drafts)
}

// unheardOf tells whether an order was decided by rules that are newer than this
// binary's: whoever makes up what follows could claim it of any.
func (r *rehearing) unheardOf(e events.Entry) bool {
	return e.Order != "" && !lobby.Owns(e.Kind) && e.Rules > r.play.Rules()
}

// passed tells whether an entry follows from an order that other rules decided, or is
// of a deal from a deck that is not at hand.
func (r *rehearing) passed(e events.Entry) bool {
	switch {
	case r.deckless && r.failing() == "deal":
		r.believed, r.deal = true, Skipped("deal", "its deck is not at hand")
	case lobby.Owns(e.Kind):
		r.believed = r.believed && e.Kind == (lobby.Published{}).Kind()
	case e.Order != "":
		if r.believed = e.Rules != r.play.Rules(); r.believed {
			r.others++
		}
	}
	return r.believed
}

// failing names the check that an entry fails which cannot be decided again.
func (r *rehearing) failing() string {
	if r.dealing[r.next] {
		return "deal"
	}
	return "orders"
}

// dealing tells of every entry whether the cards are dealt by what begins with it: by
// whatever of the lobby's begins the game at the same time.
func dealing(entries []events.Entry) []bool {
	deals := make([]bool, len(entries))
	for i, e := range slices.Backward(entries) {
		if lobby.Owns(e.Kind) {
			deals[i] = e.Kind == (lobby.Begun{}).Kind() || i+1 < len(entries) && deals[i+1] && entries[i+1].At.Equal(e.At)
		}
	}
	return deals
}

func (r *rehearing) stop(name string, version int64, why string, args ...any) {
	r.stopped = true
	broken := Breaks(name, version, why, args...)
	if name == "deal" {
		r.deal = broken
		return
	}
	r.orders = broken
}

// compare holds what was decided again against the log.
func (r *rehearing) compare(first events.Entry, drafts []events.Draft) {
	name := "orders"
	for i, d := range drafts {
		if r.next+i == len(r.entries) {
			r.stop(name, first.Version+int64(i), "the log ends before the %s that follows", d.Kind)
			return
		}
		e := r.entries[r.next+i]
		if what := differing(d, e, first); what != "" && !(name == "deal" && renumbered(d, e)) {
			r.stop(name, e.Version, "decided again, %s", what)
			return
		}
		if d.Kind == (lobby.Begun{}).Kind() {
			name = "deal"
		}
	}
	if name == "deal" {
		r.deal = held(name)
	}
	r.next += len(drafts)
}

// differing says how an entry differs from what was decided. It tells none of what
// the entry holds: the table may be live.
func differing(d events.Draft, e, first events.Entry) string {
	switch {
	case d.Kind != e.Kind:
		return fmt.Sprintf("it is %s, and the log has %s", d.Kind, e.Kind)
	case !bytes.Equal(d.Data, e.Data):
		return fmt.Sprintf("%s says something else", e.Kind)
	case d.Seat != e.Seat || d.Cause != e.Cause || d.Order != e.Order || d.Rules != e.Rules:
		return fmt.Sprintf("%s comes of something else", e.Kind)
	case !e.At.Equal(first.At):
		return fmt.Sprintf("%s happened at another time than what it follows from", e.Kind)
	}
	return ""
}

// renumbered tells whether a deal's event differs in nothing but the version of the
// rules that it notes: rules that deal alike may be numbered anew.
func renumbered(d events.Draft, e events.Entry) bool {
	var again, was map[string]any
	if d.Kind != e.Kind || json.Unmarshal(d.Data, &again) != nil || json.Unmarshal(e.Data, &was) != nil {
		return false
	}
	if again["rules"] == nil || was["rules"] == nil || reflect.DeepEqual(again["rules"], was["rules"]) {
		return false
	}
	delete(again, "rules")
	delete(was, "rules")
	return reflect.DeepEqual(again, was)
}

// checkFold: every entry can be folded in, and the game is over where its secret is
// published, and nowhere before.
func (h *History) checkFold(play Replay) (over bool, c Check) {
	for _, e := range h.Entries {
		if e.Kind == (lobby.Published{}).Kind() && !over {
			return over, Breaks("fold", e.Version, "the secret is published, and the game is not over")
		}
		err := play.Fold(e)
		if err == nil {
			over, err = play.Over()
		}
		if err != nil {
			return false, Breaks("fold", e.Version, "%s does not fold: %v", e.Kind, h.reason(err))
		}
	}
	return over, held("fold")
}
