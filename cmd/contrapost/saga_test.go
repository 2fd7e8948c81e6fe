package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// saga is a game that bots play, written down as its table's history.
type saga struct {
	*testing.T
	export.History
	game engine.Game
	play engine.Play
	line [][]engine.Record // after every version, the records on the game's way
}

// playedBy is a finished game with players of hostile names; between orders, tell may
// have something happen at the table.
func playedBy(t *testing.T, name string, seats int, tell func(s *saga, orders int)) *export.History {
	t.Helper()
	game, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %q", name)
	}
	s := &saga{T: t, game: game, History: export.History{Header: export.Header{Game: name, Table: "K7F3Q"}}}
	for i := range seats {
		id := fmt.Sprintf("p%d", i+1)
		s.Players = append(s.Players, export.Player{ID: id, Name: rascals[i]})
		s.happens(&lobby.Joined{Seat: engine.Seat(i + 1), Player: id})
	}
	s.happens(&lobby.Begun{Seats: seats})
	s.deal(seats)
	for orders := 0; ; orders++ {
		if _, over := s.play.Result(); over {
			break
		}
		tell(s, orders)
		s.order()
	}
	s.happens(&lobby.Published{})
	return &s.History
}

// rascals are names that a page could trip over.
var rascals = []string{"Ann", `<script>alert("Bob")</script>`, `</script><img src=x onerror=alert(1)>`, "D\u00f6v \u2028 O'Neil & Sons", `"style="x`, "Fay"}

func (s *saga) happens(e lobby.Event) {
	s.Helper()
	r, err := lobby.Encode(e)
	if err != nil {
		s.Fatal(err)
	}
	s.enter(events.Draft{Kind: r.Kind, Data: r.Data}, s.way())
}

// way is how the game has come here.
func (s *saga) way() []engine.Record {
	if len(s.line) == 0 {
		return nil
	}
	return s.line[len(s.line)-1]
}

func (s *saga) enter(d events.Draft, way []engine.Record) {
	s.Entries = append(s.Entries, events.Entry{Version: int64(len(s.Entries) + 1), Draft: d})
	s.line = append(s.line, slices.Clip(way))
}

// follow enters what follows from an order.
func (s *saga) follow(seat engine.Seat, order, cause string, records []engine.Record) {
	for _, r := range records {
		d := events.Draft{Kind: r.Kind, Data: r.Data, Seat: uint8(seat), Order: order, Cause: events.Cause{Kind: cause}}
		s.enter(d, append(s.way(), r))
		order = ""
	}
}

func (s *saga) deal(seats int) {
	s.Helper()
	text, err := data.Deck(s.game.DefaultDeck())
	if err != nil {
		s.Fatal(err)
	}
	options, err := engine.Choose(s.game.Options(), nil)
	if err != nil {
		s.Fatal(err)
	}
	records, err := s.game.Deal(engine.Setup{Seats: seats, Options: options, Deck: engine.Deck{Name: s.game.DefaultDeck(), Text: text}}, s.luck())
	if err != nil {
		s.Fatal(err)
	}
	s.follow(engine.Onlooker, "", events.CauseMail, records)
	s.resume()
}

// resume takes the game up as its way says.
func (s *saga) resume() {
	s.Helper()
	var err error
	if s.play, err = s.game.Play(s.way()); err != nil {
		s.Fatal(err)
	}
}

func (s *saga) luck() engine.Chance {
	return engine.NewChance(sha256.Sum256([]byte(s.Table)), int64(len(s.Entries)))
}

func (s *saga) order() {
	s.Helper()
	seat, cause := engine.Onlooker, events.CauseClock
	command := s.play.Lapse(seat, s.luck())
	if awaited := s.play.Awaited(); len(awaited) > 0 {
		var err error
		seat, cause = awaited[0], events.CauseMail
		if command, err = s.play.Hear(seat, s.game.Lexicon().Read(s.play.Bot(seat, s.luck()), nil)); err != nil {
			s.Fatal(err)
		}
	}
	records, err := engine.Step(s.play, seat, command, s.luck())
	if err != nil {
		s.Fatal(err)
	}
	s.follow(seat, command.String(), cause, records)
}

// say has a player speak to everybody.
func (s *saga) say(seat int, text string) {
	sum := sha256.Sum256([]byte(text))
	s.Texts = append(s.Texts, export.Text{Sum: hex.EncodeToString(sum[:]), Salt: "00", Text: text})
	s.happens(&lobby.Said{Seat: engine.Seat(seat), Player: fmt.Sprintf("p%d", seat), Text: hex.EncodeToString(sum[:])})
}

// rewind takes the game back to a version.
func (s *saga) rewind(to int64) {
	s.Helper()
	way := s.line[to-1]
	s.happens(&lobby.Rewound{To: to})
	s.line[len(s.line)-1] = way
	s.resume()
	records, err := s.play.Reshuffle(s.luck())
	if err != nil {
		s.Fatal(err)
	}
	s.follow(engine.Onlooker, "", "ruling", records)
	s.resume()
}

// before is the version before the order with that number, from 0.
func (s *saga) before(order int) int64 {
	for _, e := range s.Entries {
		if e.Order != "" {
			if order--; order < 0 {
				return e.Version - 1
			}
		}
	}
	s.Fatal("there are not as many orders")
	return 0
}

// spoken has people talk, of what a page could trip over.
func spoken(s *saga, orders int) {
	if orders == 5 {
		s.say(1, `Well, </script><script>alert(1)</script> & "so" on `+"\u2028"+` http://example.org`)
	}
}
