package main

import (
	"strings"
	"testing"
	"unicode/utf16"

	"contrapost/mailer"
)

// TestTalkInAReply: wherever a mail program breaks the letter that it quotes, no word
// of what was said comes to be an order of whoever replies.
func TestTalkInAReply(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	v.table("Ann", "Bob")
	counts := map[string]func(string) int{
		"bytes":      func(s string) int { return len(s) },
		"characters": func(s string) int { return len([]rune(s)) },
		"units":      func(s string) int { return len(utf16.Encode([]rune(s))) },
	}
	for _, fill := range []string{"x", "a\u0301", "𝐀", "漢"} {
		said := ""
		for n := 30; n < 62; n += 8 {
			said += "say " + strings.Repeat(fill, n) + strings.Repeat(" resign", 12) + "\n"
		}
		wants(t, v.reply("Ann", said), "Done:")
		letter := v.next("Bob")
		for name, count := range counts {
			for width := 70; width <= 80; width++ {
				for _, quoted := range []string{requoted(letter.text, width, count), requoted(requoted(letter.text, width, count), width, count)} {
					if orders := ordersIn(v, "Thanks!\n\n"+quoted); orders != nil {
						t.Errorf("%q, broken at %d %s, gives the orders %q", fill, width, name, orders)
					}
				}
			}
		}
	}
}

// requoted is a text as a mail program quotes it that breaks marked lines anew and
// does not mark what it has broken off.
func requoted(text string, width int, count func(string) int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		length := 0
		for i, word := range strings.Fields("> " + line) {
			switch {
			case i == 0:
			case length+1+count(word) > width:
				b.WriteString("\n")
				length = 0
			default:
				b.WriteString(" ")
				length++
			}
			b.WriteString(word)
			length += count(word)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func ordersIn(v *village, text string) (orders []string) {
	v.Helper()
	m, err := mailer.Read([]byte("From: bob@x.test\nContent-Type: text/plain; charset=utf-8\n\n"+text), isOrder(v.service.house.Lobby))
	v.must(err)
	for _, line := range m.Lines {
		if line.Order {
			orders = append(orders, line.Text)
		}
	}
	return orders
}

// TestTailIsNotObeyed: what seems to be broken off a quoted line is said to be not
// read, even where it stands alone.
func TestTailIsNotObeyed(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	id := v.table("Ann", "Bob")
	turn, _ := v.whoseTurn(id)
	before := v.version(id)
	wants(t, v.reply(turn, "> "+strings.Repeat("y", 66)+"\npass\n"), "pass", "no order")
	if v.version(id) != before {
		t.Error("it was obeyed")
	}
	wants(t, v.reply(turn, "> "+strings.Repeat("y", 66)+"\n\npass\n"), "Done:")
}

// TestOrderRightBelowALetter: s-nail puts no blank line between the letter that it
// quotes whole and the cursor. What is written there is an order, and nothing broken
// off the quotation.
func TestOrderRightBelowALetter(t *testing.T) {
	v := newVillage(t, "Ann", "Bob")
	opened := v.ask("Ann", "new konvooi for 2 with pass=always\ninvite bob@"+demoHost)
	letters := []readLetter{opened, v.next("Bob"), v.reply("Bob", joinOrder.FindString(opened.text)), v.next("Ann")}
	letters = append(letters, v.ask("Ann", "language nl"), v.reply("Ann", "kijk"), v.ask("Ann", "spellen"))
	for _, l := range letters {
		for _, order := range []string{"reminders off", "timezone Europe/Brussels", "inspect CPT", "herinneringen uit"} {
			quoted := "game wrote:\n"
			for line := range strings.Lines(l.text) {
				quoted += "> " + line
			}
			if orders := ordersIn(v, quoted+order); len(orders) != 1 || orders[0] != order {
				t.Errorf("%q below\n%s\ngives the orders %q", order, quoted, orders)
			}
		}
	}
}
