//go:build mailstack

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// audit waits until all that was sent has arrived, stops the service, holds log and
// mailboxes against each other, and reports.
func (e *evening) audit() {
	e.Helper()
	store, err := events.Open(e.ctx, e.file("game.db"))
	if err != nil {
		e.Fatal(err)
	}
	defer store.Close()
	e.until("all mails are heard and all letters delivered", func() bool { return e.settled(store) })
	if err := e.service.end(syscall.SIGTERM); err != nil {
		e.Errorf("the service did not stop well: %v", err)
	}
	var sum tally
	e.auditOrders(store, &sum)
	e.auditLetters(store, &sum)
	e.verify()
	e.Log("\n" + e.report(sum))
	if len(e.restarts) != 3 {
		e.Errorf("restarted: %q", e.restarts)
	}
}

// settled tells whether nothing is on its way any more.
func (e *evening) settled(store *events.Store) bool {
	e.Helper()
	size, err := store.Size(e.ctx)
	if err != nil {
		e.Fatal(err)
	}
	return !slices.ContainsFunc(e.letters(store), func(l events.Letter) bool { return l.State != events.Sent }) &&
		int(size.Mails) == len(e.mails("game")) && e.queued() == 0
}

// letters are all that were not overtaken before they left.
func (e *evening) letters(store *events.Store) (all []events.Letter) {
	e.Helper()
	streams, err := store.Streams(e.ctx)
	if err != nil {
		e.Fatal(err)
	}
	for _, stream := range append(streams, "") {
		letters, err := store.Letters(e.ctx, stream)
		if err != nil {
			e.Fatal(err)
		}
		all = append(all, letters...)
	}
	return slices.DeleteFunc(all, func(l events.Letter) bool { return l.State == events.Superseded })
}

// auditOrders looks for every mail that a program says it sent: it must lie in the
// service's mailbox and stand in the log, each once.
func (e *evening) auditOrders(store *events.Store, sum *tally) {
	e.Helper()
	done, came := e.done(store), e.byID(e.mails("game"))
	for _, f := range e.friends {
		sent := f.program.sent()
		if len(sent) != f.written || f.orders < 5 {
			e.Errorf("%s sent %d mails and has kept %d; %d are orders of the game", f.program.name(), f.written, len(sent), f.orders)
		}
		for _, raw := range sent {
			l, err := openLetter(raw)
			if err != nil {
				e.Fatal(err)
			}
			sum.orders++
			n := done[lobby.Contribution(l.messageID)]
			if n == 1 && len(came[l.messageID]) == 1 {
				continue
			}
			if n == 0 {
				sum.lost++
			} else {
				sum.doubled++
			}
			e.Errorf("%s: a mail came %d times and was carried out %d times:\n%s", f.program.name(), len(came[l.messageID]), n, raw)
		}
	}
}

// done counts what was carried out, by the hash of the Message-ID; invitations stand in
// the mail that opens the table, and are not counted.
func (e *evening) done(store *events.Store) map[string]int {
	e.Helper()
	streams, err := store.Streams(e.ctx)
	if err != nil || len(streams) != 1 {
		e.Fatalf("tables %v, %v; want one", streams, err)
	}
	entries, err := store.Stream(e.ctx, streams[0], 1, 0)
	if err != nil {
		e.Fatal(err)
	}
	done := map[string]int{}
	for _, entry := range entries {
		ordered := entry.Order != "" || entry.Kind == (lobby.Joined{}).Kind()
		if entry.Cause.Kind == events.CauseMail && ordered && entry.Kind != (lobby.Invited{}).Kind() {
			done[entry.Cause.Ref]++
		}
	}
	return done
}

func (e *evening) byID(mails [][]byte) map[string][][]byte {
	e.Helper()
	all := map[string][][]byte{}
	for _, raw := range mails {
		l, err := openLetter(raw)
		if err != nil {
			e.Fatal(err)
		}
		all[l.messageID] = append(all[l.messageID], raw)
	}
	return all
}

// auditLetters looks for every letter in its reader's mailbox, byte for byte, and for
// what else lies there.
func (e *evening) auditLetters(store *events.Store, sum *tally) {
	e.Helper()
	came := map[string]map[string][][]byte{}
	for _, f := range e.friends {
		who := strings.ToLower(f.name)
		came[who+"@"+demoHost] = e.byID(e.mails(who))
	}
	for _, l := range e.letters(store) {
		player, err := store.Player(e.ctx, l.Player)
		if err != nil {
			e.Fatal(err)
		}
		kept, err := store.Bytes(e.ctx, l.ID)
		if err != nil {
			e.Fatal(err)
		}
		sum.letters++
		e.auditLetter(l, kept, came[player.Address][l.MessageID], sum)
		delete(came[player.Address], l.MessageID)
	}
	for who, rest := range came {
		for id := range rest {
			sum.torn++
			e.Errorf("nothing is known of %s, which came to %s", id, who)
		}
	}
}

func (e *evening) auditLetter(l events.Letter, kept []byte, copies [][]byte, sum *tally) {
	e.Helper()
	if len(copies) == 0 {
		sum.missing++
		e.Errorf("letter %d of seat %d is %s and did not come", l.ID, l.Seat, l.State)
		return
	}
	sum.twice += len(copies) - 1
	for _, raw := range copies {
		if !bytes.HasSuffix(raw, kept) {
			sum.torn++
			e.Errorf("letter %d came otherwise than it was handed in:\n%s\nand was:\n%s", l.ID, raw, kept)
		}
	}
}

// verify lets the program check its own log.
func (e *evening) verify() {
	e.Helper()
	out, err := exec.Command(e.service.program, "verify", "--db", e.file("game.db")).CombinedOutput()
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "held ") {
			e.held++
		} else if !strings.HasSuffix(line, " held, 0 broken\n") {
			e.Errorf("verify: %s", line)
		}
	}
	if err != nil || e.held == 0 {
		e.Errorf("verify: %v\n%s", err, out)
	}
}

func (e *evening) report(sum tally) string {
	var b strings.Builder
	fmt.Fprintf(&b, "game     %s, %.0f s\n", e.game, time.Since(e.begun).Seconds())
	for _, f := range e.friends {
		fmt.Fprintf(&b, "client   %-8s %3d mails sent, %3d of them orders of the game\n", f.program.name(), f.written, f.orders)
	}
	for _, r := range e.restarts {
		fmt.Fprintf(&b, "restart  %s\n", r)
	}
	fmt.Fprintf(&b, "verify   %3d held\n", e.held)
	fmt.Fprintf(&b, "orders   %3d  lost %d, doubled %d\n", sum.orders, sum.lost, sum.doubled)
	fmt.Fprintf(&b, "letters  %3d  lost %d, doubled with equal Message-ID and bytes %d, doubled otherwise %d\n", sum.letters, sum.missing, sum.twice, sum.torn)
	return b.String()
}
