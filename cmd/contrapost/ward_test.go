package main

import (
	"database/sql"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
	"contrapost/engine/konvooi"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
	"contrapost/mailer"
)

// ward is a village whose service breaks as told, with a table that can and one
// that cannot.
type ward struct {
	*village
	part        atomic.Value
	weak, sound string
	keys        map[string]string // reply addresses of the weak table, by name
}

func newWard(t *testing.T) *ward {
	t.Helper()
	w := &ward{village: foundVillage(t), keys: map[string]string{}}
	w.breaks("")
	w.start()
	for _, name := range []string{"Ann", "Bob", "Operator"} {
		w.settle(name)
	}
	w.weak = strings.TrimPrefix(joinOrder.FindString(w.ask("Ann", "new konvooi for 2 with pass=stuck").text), "join ")
	w.keys["Bob"] = w.ask("Bob", "join "+w.weak).replyTo
	w.keys["Ann"] = w.next("Ann").replyTo
	w.sound = w.table("Ann", "Bob")
	return w
}

func (w *ward) breaks(part string) { w.part.Store(part) }

func (w *ward) start() {
	w.Helper()
	w.serve(func(s *service) {
		s.house.Lobby = lobby.Lobby{Games: []engine.Game{brittle{konvooi.Game, &w.part}}}
	})
}

func (w *ward) restart() {
	w.Helper()
	w.close()
	w.start()
}

// until reads somebody's letters up to one that says something.
func (v *village) until(name, phrase string) readLetter {
	v.Helper()
	for {
		if l := v.next(name); strings.Contains(plain(l.text), phrase) {
			return l
		}
	}
}

func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// saying counts somebody's mails that hold a phrase.
func (v *village) saying(name, phrase string) int {
	v.Helper()
	n := 0
	for _, raw := range v.server.Mails(v.people[name].address) {
		l, err := openLetter(raw)
		v.must(err)
		if strings.Contains(plain(l.text), phrase) {
			n++
		}
	}
	return n
}

// due counts the letters of a kind that have ever fallen due, sent or not.
func (w *ward) due(kind string) int {
	w.Helper()
	n := 0
	for _, stream := range []string{"", w.weak, w.sound} {
		letters, err := w.service.store.Letters(w.ctx, stream)
		w.must(err)
		for _, l := range letters {
			if l.Kind == kind {
				n++
			}
		}
	}
	return n
}

// play has whoever is awaited at the sound table draw, and both learn of it.
func (w *ward) play() {
	w.Helper()
	turn, other := w.whoseTurn(w.sound)
	w.write(turn, testMail{to: w.key(w.sound, turn), text: "draw deck"})
	w.until(turn, "> draw deck")
	w.until(other, "it is your turn")
}

// key is where a table is written to from somebody's seat.
func (w *ward) key(id, name string) string {
	w.Helper()
	p, err := w.service.store.PlayerByAddress(w.ctx, w.people[name].address)
	w.must(err)
	letters, err := w.service.store.Letters(w.ctx, id)
	w.must(err)
	var last events.Letter
	for _, l := range letters {
		if l.Player == p.ID && l.MessageID != "" && l.Number > last.Number {
			last = l
		}
	}
	return w.service.room.Signer.Address(mailer.Token{Table: id, Seat: last.Seat, Letter: last.Number}, p.ID)
}

// read gives the read tables as they were kept step by step, and rebuilt.
func (w *ward) read() (live, rebuilt []projector.Table) {
	w.Helper()
	var err error
	w.must(w.service.projector.CatchUp(w.ctx))
	live, err = w.service.projector.Tables(w.ctx)
	w.must(err)
	w.must(w.service.projector.Rebuild(w.ctx))
	rebuilt, err = w.service.projector.Tables(w.ctx)
	w.must(err)
	return live, rebuilt
}

// states checks the states of the two tables, however they are read. What else is
// known of a table at rest may hang on which binary read it.
func (w *ward) states(weak, sound string) {
	w.Helper()
	live, rebuilt := w.read()
	for _, tables := range [][]projector.Table{live, rebuilt} {
		got := map[string]string{}
		for _, t := range tables {
			got[t.Stream] = t.State
			if len(t.Seats) != 2 {
				w.Errorf("table %s has the seats %+v", t.Stream, t.Seats)
			}
		}
		if diff := cmp.Diff(map[string]string{w.weak: weak, w.sound: sound}, got); diff != "" {
			w.Errorf("states:\n%s", diff)
		}
	}
}

// corrupt changes a stored entry of the weak table behind the log's back, and gives
// what undoes it.
func (w *ward) corrupt() (undo func()) {
	w.Helper()
	change := func(from, to string) {
		w.must(w.service.store.Write(w.ctx, func(tx *sql.Tx) error {
			for _, do := range []string{
				"DROP TRIGGER IF EXISTS entries_never_change",
				fmt.Sprintf(`UPDATE entries SET data = replace(data, '%s', '%s') WHERE stream = '%s' AND kind = 'turn-begun'`, from, to, w.weak),
			} {
				if _, err := tx.ExecContext(w.ctx, do); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	change(`"seat"`, `"stool"`)
	return func() { change(`"stool"`, `"seat"`) }
}

// What letters say, to wait for and to count.
const (
	restsNow   = "rests after a fault of the service. Nobody is asked"
	notCarried = "rests after a fault of the service. Your orders were not carried out"
	goesOn     = "goes on. The time it rested counts"
	putToRest  = `The error itself: "at version`
)

// draw has whoever is awaited at the weak table draw a card.
func (w *ward) draw() (writer string) {
	w.Helper()
	turn, _ := w.whoseTurn(w.weak)
	w.write(turn, testMail{to: w.keys[turn], text: "draw deck"})
	return turn
}

// rests checks that the weak table rests, that the sound one does not, and how often
// the letters about it have fallen due and arrived.
func (w *ward) rests() {
	w.Helper()
	w.states(projector.Resting, projector.Playing)
	if faults, mended := w.due(table.KindFault), w.due(table.KindMended); faults != 3 || mended != 0 {
		w.Errorf("%d letters that it rests, %d that it goes on; want 3 and 0", faults, mended)
	}
	got := []int{w.saying("Ann", restsNow), w.saying("Bob", restsNow), w.saying("Operator", putToRest), w.saying("Operator", restsNow)}
	if diff := cmp.Diff([]int{1, 1, 1, 0}, got); diff != "" {
		w.Errorf("mails about it to Ann, Bob and the operator:\n%s", diff)
	}
}

// keepsQuiet checks that no player was told what failed.
func (w *ward) keepsQuiet() {
	w.Helper()
	for _, name := range []string{"Ann", "Bob"} {
		for _, secret := range []string{"spring", "broke", "panic", "goroutine", "version", "turn-begun", "stool", "fold"} {
			if n := w.saying(name, secret); n > 0 {
				w.Errorf("%d mails of %s speak of %q", n, name, secret)
			}
		}
	}
}
