package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"strings"
	"time"

	"contrapost/events/export"
	"contrapost/mailer"
)

// tripChecks are those that need a mail that has gone round.
var tripChecks = []string{"round-trip", "plus-address", "idle-wake", "authserv", "clock"}

// mail tries both mail servers, and sends a mail round.
func (e *examination) mail(ctx context.Context) []export.Check {
	box, checks := e.incoming(ctx)
	if box != nil {
		defer box.Close()
	}
	heard, check := e.movedTo(ctx)
	checks = append(checks, check)
	if heard != nil {
		defer heard.Close()
	}
	courier, check := e.outgoing(ctx)
	checks = append(checks, check)
	if courier != nil {
		defer courier.Close()
	}
	if box == nil || courier == nil {
		return append(checks, skipped("it takes a mail that goes round: imap and smtp come first", tripChecks...)...)
	}
	t := &trip{settings: e.settings, wait: e.wait, box: box, heard: heard, courier: courier, served: served(e.settings.db)}
	return append(checks, t.round(ctx)...)
}

// incoming opens the mailbox.
func (e *examination) incoming(ctx context.Context) (*mailer.Probe, []export.Check) {
	box, err := mailer.OpenProbe(ctx, e.settings.imap)
	switch {
	case err != nil:
		return nil, append([]export.Check{failed("imap", err)}, skipped("imap comes first", "imap-idle")...)
	case !box.CanIdle():
		return box, append([]export.Check{fine("imap")}, skipped("the server offers no IDLE: mail is looked for every five minutes", "imap-idle")...)
	}
	return box, []export.Check{fine("imap"), fine("imap-idle")}
}

// movedTo opens the folder of mails heard.
func (e *examination) movedTo(ctx context.Context) (*mailer.Probe, export.Check) {
	const name = "moved-to"
	c := e.settings.imap
	if c.MoveTo == "" {
		return nil, export.Skipped(name, "none is configured: mails heard are marked as read and stay")
	}
	c.Mailbox = c.MoveTo
	heard, err := mailer.OpenProbe(ctx, c)
	if err != nil {
		return nil, export.Breaks(name, 0, "%v; make the folder, or take moved_to out", err)
	}
	return heard, fine(name)
}

// outgoing logs in where letters are handed in.
func (e *examination) outgoing(ctx context.Context) (*mailer.Courier, export.Check) {
	const name = "smtp"
	courier, err := mailer.NewCourier(e.settings.smtp)
	if err != nil {
		return nil, export.Breaks(name, 0, "%v", err)
	}
	if r := courier.Try(ctx); r.Err != nil {
		courier.Close()
		return nil, failed(name, r.Err)
	}
	return courier, fine(name)
}

// trip is the way of one mail from the service to itself.
type trip struct {
	settings settings
	wait     time.Duration
	box      *mailer.Probe
	heard    *mailer.Probe // where a service that runs puts it; nil if nowhere
	served   bool          // a service runs on the database
	courier  *mailer.Courier

	to, id   string
	sent     time.Time
	came     time.Time
	woken    bool
	mail     mailer.Fetched
	message  mailer.Message
	mistaken error // taking it away again failed
}

// round sends the mail, waits for it, takes it away and looks at it.
func (t *trip) round(ctx context.Context) []export.Check {
	ctx, cancel := context.WithTimeout(ctx, 2*t.wait+time.Minute)
	defer cancel()
	err := t.send(ctx)
	if err == nil {
		err = t.await(ctx)
	}
	if err != nil {
		return append([]export.Check{export.Breaks("round-trip", 0, "%v", err)}, skipped("no mail came round", tripChecks[1:]...)...)
	}
	arrived := fine("round-trip")
	if t.mistaken != nil {
		arrived = export.Breaks("round-trip", 0, "the mail came and could not be taken away (%v); delete it", t.mistaken)
	}
	return []export.Check{arrived, t.plus(), t.wake(), t.vouched(), t.clock()}
}

// send hands the mail in, idling meanwhile where that is possible. A service that runs
// knows it for its own by the sender, and leaves it alone.
func (t *trip) send(ctx context.Context) error {
	local, host, _ := strings.Cut(t.settings.address, "@")
	word := strings.ToLower(rand.Text()[:10])
	t.to, t.id = local+"+doctor-"+word+"@"+host, "doctor."+strings.ToLower(rand.Text())+"@"+host
	t.sent = t.settings.now()
	raw, err := mailer.Compose(mailer.Outgoing{
		From: t.settings.address, FromName: t.settings.name, To: t.to, Subject: "contrapost doctor", Mark: "doctor",
		Text: "This mail tries whether mail goes round. It can be deleted.\n", MessageID: t.id, Date: t.sent,
	})
	if err != nil {
		return err
	}
	hand := func() error {
		r := t.courier.Send(ctx, t.settings.address, t.to, raw)
		if r.Err != nil {
			return fmt.Errorf("to %s: %w; see whether the server knows plus addressing, and whether this account may send as %s", t.to, r.Err, t.settings.address)
		}
		return nil
	}
	if !t.box.CanIdle() {
		return hand()
	}
	t.woken, err = t.box.Wake(ctx, t.wait, hand)
	return err
}

// await looks for the mail until it is there or the wait is over, and takes it away.
func (t *trip) await(ctx context.Context) error {
	end := time.Now().Add(t.wait)
	if !t.woken && t.box.CanIdle() {
		end = time.Now() // it has had its time
	}
	const often = 200 * time.Millisecond
	for {
		over := !time.Now().Before(end)
		for _, at := range t.places(over) {
			if found, err := t.look(ctx, at); found || err != nil {
				return err
			}
		}
		if over {
			return fmt.Errorf("what was sent to %s did not arrive within %v; see whether the server knows plus addressing, and look among the spam", t.to, t.wait)
		}
		rest := time.NewTimer(often)
		select {
		case <-rest.C:
		case <-ctx.Done():
			rest.Stop()
			return ctx.Err()
		}
	}
}

// places are where the mail is looked for. What a service that runs is about to move
// is left to it, unless it does not come to that.
func (t *trip) places(over bool) []*mailer.Probe {
	switch {
	case t.heard == nil:
		return []*mailer.Probe{t.box}
	case t.served && !over:
		return []*mailer.Probe{t.heard}
	}
	return []*mailer.Probe{t.heard, t.box}
}

// served tells whether a service runs on a database.
func served(db string) bool {
	if _, err := os.Stat(db); err != nil {
		return false
	}
	lock, err := hold(db)
	if err != nil {
		return true
	}
	_ = lock.Close() // it was free
	return false
}

// look looks for the mail in one folder.
func (t *trip) look(ctx context.Context, at *mailer.Probe) (found bool, err error) {
	m, found, err := at.Find(ctx, t.id)
	if err != nil || !found {
		return false, err
	}
	t.mail, t.came = m, t.settings.now()
	if t.message, err = mailer.Read(m.Raw, nil); err != nil {
		return false, fmt.Errorf("read what came round: %w", err)
	}
	t.mistaken = at.Remove(ctx, m.UID)
	return true, nil
}

// plus looks whether what stands behind the plus sign is still to be seen.
func (t *trip) plus() export.Check {
	for _, address := range t.message.Delivered {
		if strings.EqualFold(address, t.to) {
			return fine("plus-address")
		}
	}
	return export.Breaks("plus-address", 0, "the mail to %s came as to %s; have the server keep what stands behind the plus sign, in To or Delivered-To",
		t.to, strings.Join(t.message.Delivered, ", "))
}

func (t *trip) wake() export.Check {
	switch {
	case t.woken:
		return fine("idle-wake")
	case !t.box.CanIdle():
		return export.Skipped("idle-wake", "the server offers no IDLE")
	}
	return export.Breaks("idle-wake", 0, "the server did not tell of the mail within %v; mail is looked for every five minutes all the same", t.wait)
}

// vouched looks whether our mail server writes down, under the name in the config,
// what it found out about the sender.
func (t *trip) vouched() export.Check {
	const name = "authserv"
	says := "nothing"
	if len(t.message.Auth) > 0 {
		says, _, _ = strings.Cut(t.message.Auth[0], ";")
		says = strings.TrimSpace(says)
	}
	switch authserv := t.settings.authserv; {
	case authserv == "" && says == "nothing":
		return export.Skipped(name, "none is configured, and the mail came without Authentication-Results: nobody can moderate by mail")
	case authserv == "":
		return export.Skipped(name, "none is configured; this mail server calls itself %q: write that to have moderators believed", says)
	case !strings.EqualFold(authserv, says):
		return export.Breaks(name, 0, "the mail came with Authentication-Results of %s, not of %q; mails are vouched for by nobody else: have the server write it, also for mail it sends itself, or correct authserv",
			says, authserv)
	}
	return fine(name)
}

// clockOff is how far two clocks may be apart.
const clockOff = 2 * time.Minute

// clock holds our clock against the mail server's, as far as its stamps tell.
func (t *trip) clock() export.Check {
	off, whose := t.off(t.mail.Received), "time of arrival"
	if stamp, err := received(t.mail.Raw); err == nil && t.off(stamp).Abs() > off.Abs() {
		off, whose = t.off(stamp), "topmost Received"
	}
	if off.Abs() > clockOff {
		return export.Breaks("clock", 0, "the mail server's %s is %v off ours; set this machine's clock by NTP, or tell the provider", whose, off.Round(time.Second))
	}
	return fine("clock")
}

// off is how far a stamp lies outside the time in which the mail was on its way.
func (t *trip) off(stamp time.Time) time.Duration {
	switch {
	case stamp.Before(t.sent):
		return stamp.Sub(t.sent)
	case stamp.After(t.came):
		return stamp.Sub(t.came)
	}
	return 0
}

var errNoStamp = errors.New("no Received field")

// received is when the server that wrote the topmost Received says it took the mail
// in.
func received(raw []byte) (time.Time, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return time.Time{}, err
	}
	fields := m.Header["Received"]
	if len(fields) == 0 {
		return time.Time{}, errNoStamp
	}
	_, stamp, _ := strings.Cut(fields[0], ";")
	return mail.ParseDate(strings.TrimSpace(stamp))
}
