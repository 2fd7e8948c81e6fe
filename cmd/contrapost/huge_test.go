package main

import (
	"strings"
	"testing"

	"contrapost/events"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// TestHugeMail: of a mail that is too big only the header is fetched; nothing in it is
// done, and its sender is told.
func TestHugeMail(t *testing.T) {
	o := newOffice(t, loopback.NoTLS)
	s := o.start(o.config(mailer.NoTLS, ""))
	o.write("ann", "new konvooi for 2")
	wants(t, o.next(s), "Seated: ann")
	o.write("ann", "new konvooi for 3\n"+strings.Repeat("and a very long story\n", mailer.MaxMail/20))
	wants(t, o.next(s), "too long to be read whole")
	o.end(s, exitDone)
	store, err := events.OpenToRead(o.ctx, o.path("game.db"))
	o.must(err)
	defer store.Close()
	if size, err := store.Size(o.ctx); err != nil || size.Streams != 1 {
		t.Errorf("%+v, %v", size, err)
	}
}
