package export_test

import (
	"errors"
	"strings"
	"testing"

	"contrapost/events/export"
)

// FuzzNotation: whatever comes as a text is read or refused, without a panic. What is
// read can be written, verified without anything broken but for what a text can
// claim, and read again; and then says the same.
func FuzzNotation(f *testing.F) {
	f.Add(byHand)
	const closed = "Game: declare\nSeats: Ann, Bob, Cem\nSeed: oak\n\nBob says \"Tea?\"\nAnn tells Cem something with the sha256 00\nthe moderator closes the table\n"
	f.Add(closed)
	f.Add(told(f, heard(f, closed)))
	f.Add(strings.ReplaceAll(byHand, "\n\n", "\n\n[2026-01-02 12:05:00.000 cause \"x y\" \"\"] event words-said seat 1 order \"\" rules 3 data \"{}\"\n"))
	f.Fuzz(func(t *testing.T, text string) {
		h, err := notation().Read(strings.NewReader(text))
		if err != nil {
			if _, ok := errors.AsType[*export.FileError](err); !ok || h != nil {
				t.Fatal(err)
			}
			return
		}
		once := told(t, h)
		if again := told(t, heard(t, once)); again != once {
			t.Errorf("written again, it is another:\n%s\n%s", once, again)
		}
		for _, c := range verify(h) {
			if c.State == export.Broken && (c.Name == "chain" || c.Name == "orders" || c.Name == "deal" || c.Name == "header") {
				t.Error(c)
			}
		}
	})
}
