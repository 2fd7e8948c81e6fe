package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// town is a database with many tables at which games are played, in all stages,
// and the mails of players who have just answered.
type town struct {
	testing.TB
	store  *events.Store
	signer mailer.Signer
	mails  [][]byte
}

// townKey signs the reply addresses of a town.
const townKey = "a key that signs whatever leaves"

// townMailbox is where everybody's letters go: players are told apart by what
// stands behind the plus sign.
const townMailbox = "all@" + demoHost

// buildTown commits so many tables to a new database at path. At the first of them,
// so many mails are waiting to be heard.
func buildTown(tb testing.TB, path string, tables, mails int) *town {
	tb.Helper()
	w := &town{TB: tb}
	var err error
	w.store, err = events.Open(tb.Context(), path)
	w.must(err)
	w.signer, err = mailer.NewSigner([]byte(townKey), "game", demoHost)
	w.must(err)
	const together = 50 // tables a transaction
	for first := 0; first < tables; first += together {
		b := events.Batch{Now: time.Now()}
		for i := first; i < min(first+together, tables); i++ {
			s := w.sit(i)
			s.commitTo(&b)
			if i < mails {
				w.mails = append(w.mails, s.answer())
			}
		}
		_, err := w.store.Commit(tb.Context(), b)
		w.must(err)
	}
	w.must(w.store.Write(tb.Context(), postAll))
	s, err := newProjector(tb.Context(), w.store)
	w.must(err)
	w.must(s.CatchUp(tb.Context()))
	w.must(w.store.Close())
	return w
}

func (w *town) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// postAll makes every letter one that was sent long ago.
func postAll(tx *sql.Tx) error {
	_, err := tx.Exec(`UPDATE letters SET state = 'sent', number = 1, attempts = 1, sent = due,
		message_id = 'letter' || id || '@` + demoHost + `', sum = zeroblob(32)`)
	return err
}

// sitting is one table of a town on its way into the log.
type sitting struct {
	*town
	id     string
	number int
	game   engine.Game
	seats  int
	secret [32]byte
	drafts []events.Draft
	play   engine.Play
	seed   [32]byte
}

// sit plays a table's game up to a stage that differs from table to table.
func (w *town) sit(number int) *sitting {
	all := games.All()
	s := &sitting{
		town: w, number: number, id: fmt.Sprintf("T%04d", number), game: all[number%len(all)],
		seats: 3 + number/len(all)%2, secret: [32]byte{1, byte(number), byte(number >> 8)},
	}
	s.seed = s.secret
	s.begin()
	luck := rand.New(rand.NewPCG(uint64(number), 1))
	for range luck.IntN(80) {
		if !s.order() {
			break
		}
	}
	return s
}

func (s *sitting) luck() engine.Chance { return engine.NewChance(s.seed, int64(len(s.drafts))) }

func (s *sitting) player(seat engine.Seat) string { return fmt.Sprintf("%s-%d", s.id, seat) }

func (s *sitting) address(seat engine.Seat) string {
	return fmt.Sprintf("all+%s.%d@%s", s.id, seat, demoHost)
}

// begin seats everybody and deals.
func (s *sitting) begin() {
	text, err := data.Deck(s.game.DefaultDeck())
	s.must(err)
	deck := engine.Deck{Name: s.game.DefaultDeck(), Text: text}
	opened := lobby.Open(lobby.Opening{Seats: s.seats, Times: lobby.DefaultTimes}, s.game, defaults(s.game), deck, lobby.Commit(s.secret))
	seating := []lobby.Event{&opened}
	for _, seat := range engine.Seats(s.seats) {
		seating = append(seating, &lobby.Joined{Seat: seat, Player: s.player(seat), Join: s.player(seat)})
	}
	for _, e := range append(seating, &lobby.Begun{Seats: s.seats}) {
		r, err := lobby.Encode(e)
		s.must(err)
		s.note(0, "", r)
	}
	records, err := s.game.Deal(engine.Setup{Seats: s.seats, Options: defaults(s.game), Deck: deck}, s.luck())
	s.must(err)
	s.note(0, "", records...)
	s.play, err = s.game.Play(records)
	s.must(err)
	s.settle()
}

func (s *sitting) note(seat engine.Seat, order string, records ...engine.Record) {
	for _, r := range records {
		s.drafts = append(s.drafts, events.Draft{
			Kind: r.Kind, Data: r.Data, Seat: uint8(seat), Order: order, Rules: 1, Cause: events.Cause{Kind: events.CauseRuling},
		})
		order = ""
	}
}

// order lets the first awaited seat's bot play, unless that would end the game.
func (s *sitting) order() bool {
	seat := s.play.Awaited()[0]
	command, err := s.play.Hear(seat, s.game.Lexicon().Read(s.play.Bot(seat, s.luck()), nil))
	s.must(err)
	before := len(s.drafts)
	records, err := engine.Step(s.play, seat, command, s.luck())
	s.must(err)
	s.note(seat, command.String(), records...)
	s.settle()
	if _, over := s.play.Result(); !over {
		return true
	}
	s.drafts = s.drafts[:before]
	s.replay()
	return false
}

// replay folds the game again from what is to be committed.
func (s *sitting) replay() {
	var records []engine.Record
	for _, d := range s.drafts {
		if !lobby.Owns(d.Kind) {
			records = append(records, engine.Record{Kind: d.Kind, Data: d.Data})
		}
	}
	var err error
	s.play, err = s.game.Play(records)
	s.must(err)
}

func (s *sitting) settle() {
	records, err := engine.Settle(s.play, func(added int) engine.Chance {
		return engine.NewChance(s.seed, int64(len(s.drafts)+added))
	})
	s.must(err)
	s.note(0, "", records...)
}

// commitTo adds the table, its players and a letter to each to a batch.
func (s *sitting) commitTo(b *events.Batch) {
	b.Secrets = append(b.Secrets, events.Secret{Stream: s.id, Secret: s.secret})
	b.Appends = append(b.Appends, events.Append{Stream: s.id, Drafts: s.drafts})
	for _, seat := range engine.Seats(s.seats) {
		b.Players = append(b.Players, events.Player{ID: s.player(seat), Address: s.address(seat), Name: demoNames[seat-1]})
		b.Names = append(b.Names, events.SeatName{Stream: s.id, Player: s.player(seat), Name: demoNames[seat-1]})
		b.Letters = append(b.Letters, events.Letter{Stream: s.id, Seat: uint8(seat), Player: s.player(seat), Kind: table.KindAsked, Cause: "before"})
	}
}

// answer is the mail of a seat that is awaited.
func (s *sitting) answer() []byte {
	seat := s.play.Awaited()[0]
	raw, err := mailer.Compose(mailer.Outgoing{
		From: s.address(seat), FromName: demoNames[seat-1], To: s.signer.Address(mailer.Token{Table: s.id, Seat: uint8(seat), Letter: 1}, s.player(seat)),
		Subject: "Re: your turn", Text: s.play.Bot(seat, s.luck()) + "\n",
		MessageID: s.player(seat) + "@" + demoHost, Date: time.Now(), Person: true,
	})
	s.must(err)
	return raw
}

// TestTownIsPlayable: what the benchmark stands on are tables that fold, in all
// stages, with somebody awaited at each.
func TestTownIsPlayable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.db")
	buildTown(t, path, 20, 5)
	store, err := events.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	stages := map[int64]bool{}
	house := newHouse(store, nil, true)
	for i := range 20 {
		folded, err := house.Load(t.Context(), fmt.Sprintf("T%04d", i), 0)
		if err != nil {
			t.Fatal(err)
		}
		if folded.Over() || len(folded.Play.Awaited()) == 0 {
			t.Errorf("table %s awaits nobody", folded.ID)
		}
		stages[folded.Version] = true
	}
	if len(stages) < 10 {
		t.Errorf("stages %v", stages)
	}
}
