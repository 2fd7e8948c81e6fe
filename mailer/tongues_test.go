package mailer

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestEveryAttribution puts each line of testdata/attributions.txt, as mail programs
// write it, whole and wrapped, above and below an answer.
func TestEveryAttribution(t *testing.T) {
	text, err := os.ReadFile("testdata/attributions.txt")
	if err != nil {
		t.Fatal(err)
	}
	const quote = "> Ann, it is your turn.\n>\n> draw 2 3\n> pass\n"
	for line := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		for _, width := range []int{36, 50, 76, 1000} {
			attribution := wrapped(line, width)
			if strings.Count(attribution, "\n") >= longestAttribution {
				continue
			}
			for _, form := range []string{"play 10\n\nAT\n\nQU", "play 10\nAT\nQU", "AT\nQU\nplay 10\n-- \nplay 3\n", "AT\n\n\nQU\nplay 10"} {
				mail := strings.NewReplacer("AT", attribution, "QU", quote).Replace(form)
				if got := ordersIn(mail); !slices.Equal(got, []string{"play 10"}) {
					t.Errorf("%q in\n%s", got, mail)
				}
			}
			if !angled.MatchString(line) {
				continue
			}
			if got := ordersIn("play 10\n\n" + attribution + "\n\n" + strings.ReplaceAll(quote, "> ", "")); !slices.Equal(got, []string{"play 10"}) && width > 70 {
				t.Errorf("%q below unmarked %q", got, attribution)
			}
		}
	}
}

func ordersIn(text string) (orders []string) {
	lines, _ := written(splitLines(text), sampleOrder, false)
	for _, l := range lines {
		if l.Order {
			orders = append(orders, l.Text)
		}
	}
	return orders
}

// wrapped breaks a line at blanks, as mail programs do.
func wrapped(line string, width int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(line) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
