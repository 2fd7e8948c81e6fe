package mailer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTails: what a mail program breaks off a quoted line is nobody's order.
func TestTails(t *testing.T) {
	long := "> " + strings.Repeat("x", 64)
	for _, c := range []struct {
		name string
		text string
		want []Line
	}{
		{"broken off", "Ha.\n\n" + long + "\ndraw 2\n> y\n", []Line{{Text: "Ha."}, {Text: "draw 2", Tail: true}}},
		{"at the end", long + "\ndraw 2\n", []Line{{Text: "draw 2", Tail: true}}},
		{"marks inside", ">>" + long + "\ndraw 2\n", []Line{{Text: "draw 2", Tail: true}}},
		{"many bytes in few columns", "> " + strings.Repeat("é", 34) + "\ndraw 2\n", []Line{{Text: "draw 2", Tail: true}}},
		{"broken off twice", long + "\n" + strings.Repeat("y", 66) + "\ndraw 2\n", []Line{{Text: "draw 2", Tail: true}}},
		{"prose below one", long + "\nabc\ndraw 2\n", []Line{{Text: "draw 2", Order: true}}},
		{"it would have fitted", long[:64] + "\ndraw 2\n", []Line{{Text: "draw 2", Order: true}}},
		{"a blank between", long + "\n\ndraw 2\n", []Line{{Text: "draw 2", Order: true}}},
		{"above", "draw 2\n" + long + "\ndraw 3\n", []Line{{Text: "draw 2", Order: true}}},
		{"below prose", strings.Repeat("x", 66) + "\ndraw 2\n", []Line{{Text: strings.Repeat("x", 66)}, {Text: "draw 2", Order: true}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := written(strings.Split(c.text, "\n"), sampleOrder, false)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// TestNoTailInHTML: a block quotation ends where it says.
func TestNoTailInHTML(t *testing.T) {
	m := read(t, "From: a@b.c\nContent-Type: text/html\n\n<blockquote>"+strings.Repeat("x ", 60)+"</blockquote>draw 2")
	if diff := cmp.Diff([]Line{{Text: "draw 2", Order: true}}, m.Lines); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
