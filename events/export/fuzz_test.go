package export_test

import (
	"bytes"
	"errors"
	"testing"

	"contrapost/events/export"
)

// FuzzRead: whatever comes as an export is read or refused, and verified or found
// broken, without a panic. What is read to its end is written again to the byte, once
// its game is over.
func FuzzRead(f *testing.F) {
	n := newInn(f)
	id := n.write("Ann", "", "new konvooi for 2").Tables[0]
	h := n.gather(id)
	e := h.Entries[len(h.Entries)-1]
	e.Version, e.Kind, e.Data = e.Version+1, "secret-published", []byte(`{"secret":"00","seed":"00"}`)
	h.Entries = append(h.Entries, e) // too early, so that so short a log can be written
	early := written(f, h)
	f.Add(early)
	f.Add(early[:len(early)/2])
	f.Add(bytes.ReplaceAll(early, []byte(`\"seat\":1`), []byte(`\"seat\":7`)))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := export.Read(bytes.NewReader(text))
		if _, ok := errors.AsType[*export.FileError](err); err != nil && !ok {
			t.Fatal(err)
		}
		if h == nil {
			return
		}
		for _, c := range verify(h) {
			if c.State != export.Held && c.Why == "" {
				t.Errorf("%v says not why", c)
			}
		}
		if err == nil && h.Over() && !bytes.Equal(written(t, h), text) {
			t.Error("written again, it is another")
		}
	})
}
