package main

import (
	"errors"
	"strings"
	"testing"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// TestPreview: an order can be judged without being done, in either language, and is
// refused as the order itself would be.
func TestPreview(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	before := v.version(id)
	wants(t, v.reply(turn, "preview draw deck"), "Not done yet:", "> preview draw deck", "That would be done: draw deck. Nothing has been done yet.", "It takes a closed card from the pile.", "YOU MAY ANSWER")
	wants(t, v.reply(turn, "proef trek stapel"), "Nothing has been done yet")
	wants(t, v.reply(turn, "preview draw 9"), "Not done:", "> preview draw 9")
	wants(t, v.reply(other, "preview draw deck"), "Not done:", "It is the turn of")
	wants(t, v.reply(turn, "preview of coming attractions"), "no order in your mail")
	key := v.people[turn].last.replyTo
	wants(t, v.ask(turn, "preview draw deck"), "Not done:")
	if after := v.version(id); after != before {
		t.Errorf("a preview has moved the table from version %d to %d", before, after)
	}
	v.write(turn, testMail{to: key, text: "draw deck"})
	wants(t, v.next(turn), "Done:")
	v.next(other) // it is their turn
	wants(t, v.reply(other, "draw deck"), "Done:")
	v.next(turn)
	v.write(turn, testMail{to: key, text: "preview draw deck"}) // in answer to the turn before
	wants(t, v.next(turn), "Not done:", "a question that has passed")
}

// TestEverythingCanBePreviewed: an order of any verb, in any spelling, riders and
// standing orders too, by anybody at any time; it is answered as the order itself would
// be, and nothing comes of it: no entry, and no letter but the answer.
func TestEverythingCanBePreviewed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	l := v.service.house.Lobby
	for _, g := range l.Games {
		verbs := map[string]string{}
		for _, f := range g.Forms() {
			verbs[f.Verb] = strings.TrimPrefix(f.Orders[0], f.Verb)
		}
		for spelling, word := range g.Lexicon().Spell {
			if further, isVerb := verbs[word]; isVerb {
				if _, ours := l.Read("proef "+spelling+further, nil); !ours {
					t.Errorf("%s: %q is no preview", g.Name(), "proef "+spelling+further)
				}
			}
		}
	}
	id := v.table("Ann", "Bob")
	turn, other := v.whoseTurn(id)
	v.reply(other, "when convoy let go")
	before := v.version(id)
	sent := len(v.letters(id))
	orders := []string{"convoy L L bribe 9X", "when convoy of 3+ inspect CPT check 2 1", "cancel 1", "cancel 2", "cancel all", "wanneer konvooi laat gaan"}
	for _, f := range l.Game("konvooi").Forms() {
		for _, order := range f.Orders {
			orders = append(orders, strings.ReplaceAll(strings.ReplaceAll(order, "#1", "Ann"), "#2", "Bob"))
		}
	}
	for i, order := range orders {
		who := []string{turn, other}[i%2]
		at := v.load(id)
		seat, _ := at.Names.Find(who)
		heard, err := at.Play.Hear(seat, l.Game("konvooi").Lexicon().Read(order, at.Names))
		got := v.reply(who, "preview "+order)
		if no := (*engine.Refusal)(nil); errors.As(err, &no) {
			wants(t, got, "Not done:", "> preview "+order, "(rule K")
			continue
		}
		wants(t, got, "Not done yet:", "That would be done: "+templates.Named(heard.String(), at.Names)+".", "Nothing has been done yet.")
	}
	if after := v.version(id); after != before {
		t.Errorf("previews have moved the table from version %d to %d", before, after)
	}
	if more := len(v.letters(id)) - sent; more != len(orders) {
		t.Errorf("%d letters for %d previews", more, len(orders))
	}
	v.reply(turn, "say One more.") // and nobody else is told anything of them
	wants(t, v.next(other), "One more.")
}

// load is a table as it stands.
func (v *village) load(id string) *table.Table {
	v.Helper()
	t, err := v.service.house.Load(v.ctx, id, 0)
	v.must(err)
	return t
}

func (v *village) letters(id string) []events.Letter {
	v.Helper()
	all, err := v.service.store.Letters(v.ctx, id)
	v.must(err)
	return all
}
