package main

import (
	"slices"
	"strings"
	"testing"

	"contrapost/engine/games"
	"contrapost/templates"
)

// TestInvitationOffersLinks: on a phone, the answer to an invitation is one tap.
func TestInvitationOffersLinks(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.write("Ann", testMail{to: demoAddress, text: "new konvooi for 3\ninvite bob@contrapost.test"})
	id := strings.TrimPrefix(joinOrder.FindString(v.next("Ann").text), "join ")
	wants(t, v.next("Bob"), "It is played by the usual rules.")
	mails := v.server.Mails(v.people["Bob"].address)
	page, err := htmlOf(mails[0])
	v.must(err)
	var orders []string
	for _, l := range linksOf(page) {
		if l.to != demoAddress {
			t.Errorf("a link to %s", l.to)
		}
		orders = append(orders, l.body)
	}
	if want := []string{"join " + id, "rules konvooi"}; !slices.Equal(orders, want) {
		t.Errorf("links %q, want %q", orders, want)
	}
}

// TestWillingGuest: whoever answers an invitation in prose is told the order, as the
// invitation's Message-ID shows that it is they who have got it; but not once there is
// no seat, nor for another's invitation.
func TestWillingGuest(t *testing.T) {
	v := newVillage(t, "Ann", "Bob", "Eve")
	id := v.open("Ann", "new konvooi for 2\ninvite bob@contrapost.test")
	invitation := v.next("Bob").messageID
	v.write("Bob", testMail{to: demoAddress, text: "I'd love to!", answers: invitation})
	wants(t, v.next("Bob"), "There is no order in your mail.", "Did you mean: join "+id)
	v.write("Eve", testMail{to: demoAddress, text: "So would I!", answers: invitation})
	v.ask("Eve", "join "+id)
	n := v.mails("Bob")
	v.write("Bob", testMail{to: demoAddress, text: "I'd love to, still!", answers: invitation})
	v.ask("Ann", "status")
	if v.mails("Bob") != n {
		t.Error("somebody without a seat to take is answered")
	}
}

// TestGamesIntroducesThem, each with its rules to ask for.
func TestGamesIntroducesThem(t *testing.T) {
	v := newVillage(t, "Ann")
	l := v.ask("Ann", "games")
	wants(t, l, "In Konvooi you send goods", "In Nothing To Declare you hide baggage")
	for _, order := range templates.Choices(l.text) {
		wants(t, v.ask("Ann", order), "The rules of")
	}
	if n := len(templates.Choices(l.text)); n != len(games.All()) {
		t.Errorf("%d choices in\n%s", n, l.text)
	}
	wants(t, v.ask("Ann", "help konvooi"), "rules konvooi", "Anybody may pass at any time (pass=always).", "After a refused bribe, the smuggler may make a second offer (bribe-rounds=2).")
}

// TestOptionsAreWordedInTables, and in Dutch the times may be as well.
func TestOptionsAreWordedInTables(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "taal nl\nnieuw konvooi voor 3 met bribe-rounds=2 beurt=48u antwoord=12u")
	wants(t, v.people["Ann"].last, "Na een geweigerd bod mag de smokkelaar nog een tweede bod doen (bribe-rounds=2).", "regels konvooi")
	lacks(t, v.people["Ann"].last, "Opties:")
	wants(t, v.ask("Bob", "tables"), "After a refused bribe, the smuggler may make a second offer (bribe-rounds=2).")
	times := v.lobby(id).Times
	if times.Turn.Hours() != 48 || times.Answer.Hours() != 12 {
		t.Errorf("times %+v", times)
	}
}

// TestTheFirstLetterOfAGameIntroducesIt, and later ones do not.
func TestTheFirstLetterOfAGameIntroducesIt(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.open("Ann", "new declare for 2")
	l := v.ask("Bob", "join "+id)
	wants(t, l, "In Nothing To Declare you hide baggage", "To read the rules, write: rules declare")
	lacks(t, v.reply("Bob", "look"), "you hide baggage")
}

// TestEveryOptionIsWorded, every value of it, in every language.
func TestEveryOptionIsWorded(t *testing.T) {
	c, err := newCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"en", "nl"} {
		w := c.For(lang, nil)
		for _, g := range games.All() {
			for _, o := range g.Options() {
				for _, value := range o.Values {
					key := g.Name() + ".option." + o.Name + "." + value
					if text := w.Say(key, nil); !strings.HasSuffix(text, ".") {
						t.Errorf("%s: %s is %q", lang, key, text)
					}
				}
			}
		}
	}
}
