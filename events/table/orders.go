package table

import (
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// ofLobby are the orders of the lobby, by their verbs.
var ofLobby = map[string]func(*hearing, []string, *engine.Answer) error{
	"help": (*hearing).help, "games": (*hearing).games, "tables": (*hearing).tables, "status": (*hearing).status,
	"rules": (*hearing).rules, "new": (*hearing).opening, "join": (*hearing).joining, "leave": (*hearing).leaving,
	"invite": (*hearing).inviting, "begin": (*hearing).beginning, "bots": (*hearing).addingBots,
	"look": (*hearing).looking, "history": (*hearing).looking, "resend": (*hearing).resending, "resign": (*hearing).resigning,
	"forget me": (*hearing).forgetting, "say": (*hearing).saying, "tell": (*hearing).telling,
	"moderate": (*hearing).moderating, "preview": (*hearing).previewing,
	"cancel waiting": (*hearing).cancelling,
	"take":           (*hearing).taking, "seek replacement": (*hearing).seeking,
	"language": (*hearing).language, "name": (*hearing).naming, "timezone": (*hearing).zone, "reminders": (*hearing).reminders,
	"digest": (*hearing).digest, "quiet": (*hearing).quiet, "unsubscribe": (*hearing).unsubscribing, "subscribe": (*hearing).subscribing,
	"vacation": (*hearing).vacation, "pause": (*hearing).pausing, "resume": (*hearing).resuming,
}

// lobbyOrder does one order of the lobby and says in a what was done.
func (s *hearing) lobbyOrder(words []string, a *engine.Answer) error {
	do, ok := ofLobby[words[0]]
	if !ok {
		return fmt.Errorf("the lobby reads %q, and nothing does it", words[0])
	}
	if listing[words[0]] && s.again(strings.Join(words, " ")) {
		a.Say("once")
		return nil
	}
	return do(s, words, a)
}

// again tells whether this mail has asked for the same before, and takes note.
func (s *hearing) again(order string) bool {
	if s.listed == nil {
		s.listed = map[string]bool{}
	}
	before := s.listed[order]
	s.listed[order] = true
	return before
}

// listing are the orders that only have something told. One mail is told it once:
// looking it up costs the service more than asking costs the sender.
var listing = map[string]bool{
	"help": true, "games": true, "tables": true, "status": true, "rules": true, "look": true, "history": true, "resend": true,
}

// beginning deals with the seats that are taken.
func (s *hearing) beginning(words []string, a *engine.Answer) error {
	w, err := s.forming()
	if err != nil {
		return err
	}
	if err := s.Lobby.MayBegin(w.Lobby, s.Player.ID); err != nil {
		return err
	}
	a.Say("begun")
	return w.decided(s.seatAt(w), "begin", w.Lobby.Begin()...)
}

func (s *hearing) addingBots(words []string, a *engine.Answer) error {
	n, err := lobby.ParseBots(words)
	if err != nil {
		return err
	}
	w, err := s.forming()
	if err != nil {
		return err
	}
	if err := s.Lobby.MayAddBots(w.Lobby, s.Player.ID, n); err != nil {
		return err
	}
	a.Say("bots")
	return w.decided(s.seatAt(w), strings.Join(words, " "), w.Lobby.AddBots(n)...)
}

func (s *hearing) resigning(words []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	seat := s.seatAt(s.at)
	if err := s.Lobby.MayResign(s.at.Lobby, seat); err != nil {
		return err
	}
	a.Say("resigned")
	s.at.retimed = s.at.retimed || s.at.shortens(seat, s.Now)
	return s.at.decided(seat, "resign", &lobby.Resigned{Seat: seat})
}

// looking does nothing: the page comes with every answer; after `history`, the
// whole of it.
func (s *hearing) looking(words []string, a *engine.Answer) error {
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	if words[0] == "history" {
		a.Say(ToldHistory)
		return nil
	}
	a.Say(ToldLooked)
	return nil
}

// ToldHistory is the sentence of an answer that everything since the deal goes with.
const ToldHistory = "history"

// ToldLooked is the sentence of an answer to whoever asked for their page.
const ToldLooked = "looked"

// opening opens a table with the sender in its first seat.
func (s *hearing) opening(words []string, a *engine.Answer) error {
	o, err := lobby.ParseOpening(words)
	if err != nil {
		return err
	}
	g, options, err := s.Lobby.MayOpen(o)
	if err != nil {
		return err
	}
	if err := s.maySitAtOneMore(); err != nil {
		return err
	}
	w, opened, err := s.stand(o, g, options)
	if err != nil {
		return err
	}
	if err := s.introduce("", nil); err != nil {
		return err
	}
	if err := w.decided(engine.Onlooker, "", &opened); err != nil {
		return err
	}
	a.Say("opened", "Table", w.ID, "Game", g.Title())
	if opened.Private {
		a.Say("private")
	}
	a.Say("commitment", "Table", w.ID, "Commitment", opened.Commitment)
	return s.sit(w, s.Player.Name)
}

// stand puts up a new table with a fresh secret and an id nobody uses.
func (s *hearing) stand(o lobby.Opening, g engine.Game, options map[string]string) (*work, lobby.Opened, error) {
	text, err := s.Deck(g.DefaultDeck())
	if err != nil {
		return nil, lobby.Opened{}, fmt.Errorf("deck of %s: %w", g.Name(), err)
	}
	id, err := s.freeID()
	if err != nil {
		return nil, lobby.Opened{}, err
	}
	t := &Table{ID: id}
	if _, err := io.ReadFull(s.Entropy, t.secret[:]); err != nil {
		return nil, lobby.Opened{}, fmt.Errorf("draw a table's secret: %w", err)
	}
	opened := lobby.Open(o, g, options, engine.Deck{Name: g.DefaultDeck(), Text: text}, lobby.Commit(t.secret))
	if err := g.CheckDeck(engine.Deck{Name: opened.Deck, Text: text}, opened.Want); err != nil {
		return nil, opened, fmt.Errorf("deck %s: %w", opened.Deck, err)
	}
	s.secrets = append(s.secrets, events.Secret{Stream: id, Secret: t.secret})
	w, err := s.open(t)
	return w, opened, err
}

// joining seats the sender at a table. A table that does not exist is answered
// like one that has no seat for the sender: who plays is nobody else's business.
func (s *hearing) joining(words []string, a *engine.Answer) error {
	j, err := lobby.ParseJoining(words, a.Line)
	if err != nil {
		return err
	}
	w, err := s.load(j.Table)
	if errors.Is(err, events.ErrNotFound) {
		return engine.Refuse("", "table-unknown")
	}
	if errors.Is(err, ErrResting) {
		return s.restingFor(j.Table)
	}
	if err != nil {
		return err
	}
	taken := w.taken(s.Player.ID)
	name := j.Name
	if name == "" {
		name = s.Player.Name
	}
	if name == "" {
		name = s.free(s.suggested(), taken)
	}
	if err := s.maySitAtOneMore(); err != nil {
		return err
	}
	if err := s.Lobby.MayJoin(w.Lobby, s.Player.ID, name, taken); err != nil {
		return err
	}
	if err := s.introduce(name, taken); err != nil {
		return err
	}
	a.Say("joined", "Table", w.ID, "Game", w.Game.Title(), "Name", name)
	a.Say("commitment", "Table", w.ID, "Commitment", w.Lobby.Commitment)
	return s.sit(w, name)
}

// restingFor refuses a seat at a table that rests. Whoever could not have had one
// anyway is answered as if there were no such table; the kinds of its entries tell,
// for nothing can be folded.
func (s *hearing) restingFor(id string) error {
	names, err := s.Log.SeatNames(s.ctx, id)
	if err != nil {
		return fmt.Errorf("names at table %s: %w", id, err)
	}
	entries, err := s.Log.Stream(s.ctx, id, 1, 0)
	if err != nil {
		return fmt.Errorf("read table %s: %w", id, err)
	}
	seated := slices.ContainsFunc(names, func(n events.SeatName) bool { return n.Player == s.Player.ID })
	shut := slices.ContainsFunc(entries, func(e events.Entry) bool {
		return e.Kind == (lobby.Begun{}).Kind() || e.Kind == (lobby.Closed{}).Kind()
	})
	if shut && !seated {
		return engine.Refuse("", "table-unknown")
	}
	return engine.Refuse("", "table-resting", "Table", id)
}

// mostTables is how many tables that are not over a player may sit at.
const mostTables = 20

func (s *hearing) maySitAtOneMore() error {
	sitting, err := s.Sitting(s.ctx, s.Player.ID)
	if err != nil {
		return fmt.Errorf("tables of the sender: %w", err)
	}
	n := len(s.names) + len(s.took)
	for _, t := range sitting {
		if !t.Over && !t.Left {
			n++
		}
	}
	if n >= mostTables {
		return engine.Refuse("", "too-many-tables", "Count", mostTables)
	}
	return nil
}

// sit gives the sender the next seat under a name.
func (s *hearing) sit(w *work, name string) error {
	s.names = append(s.names, events.SeatName{Stream: w.ID, Player: s.Player.ID, Name: name})
	w.call(s.Player.ID, name)
	seat := engine.Seat(len(w.Lobby.Places) + 1)
	if err := w.decided(seat, "", w.Lobby.Join(s.Player.ID, s.cause.Ref)...); err != nil {
		return err
	}
	return w.brought(s.Player, s.Now)
}

// introduce makes an unknown sender a player, by their first order. Somebody who
// was only invited has an id already, which invitations know them by.
func (s *hearing) introduce(name string, taken engine.Roster) (err error) {
	if s.Player.Name != "" {
		return nil
	}
	if s.Player.ID == "" {
		if s.Player.ID, err = s.draw(10); err != nil {
			return err
		}
	}
	if name == "" {
		name = s.free(s.suggested(), taken)
	}
	s.Player.Name, s.sender = name, true
	return nil
}

// suggested makes a name of what the sender's mail calls them, or of the part of
// their address before the @.
func (s *hearing) suggested() string {
	for _, from := range []string{s.FromName, strings.SplitN(s.Player.Address, "@", 2)[0]} {
		words := strings.FieldsFunc(from, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' })
		for _, word := range words {
			if s.Lobby.MayBeNamed(word, nil) == nil {
				return word
			}
		}
	}
	return "Player"
}

// free gives the name, or the name with a number, that nobody at the table has.
func (s *hearing) free(name string, taken engine.Roster) string {
	if s.Lobby.MayBeNamed(name, taken) == nil {
		return name
	}
	for n := 2; ; n++ {
		number := strconv.Itoa(n)
		letters := []rune(name)
		letters = letters[:min(len(letters), lobby.LongestName-len(number))]
		if numbered := string(letters) + number; n <= 2*len(taken)+2 && s.Lobby.MayBeNamed(numbered, taken) == nil {
			return numbered
		}
		if plain := "Player" + number; s.Lobby.MayBeNamed(plain, taken) == nil {
			return plain
		}
	}
}

// freeID draws a table id: five letters or digits (base32, RFC 4648) that no
// stream has.
func (s *hearing) freeID() (string, error) {
	for {
		id, err := s.draw(5)
		if err != nil {
			return "", err
		}
		version, err := s.Log.Version(s.ctx, id)
		if err != nil {
			return "", fmt.Errorf("look for a free table: %w", err)
		}
		if version == 0 {
			return id, nil
		}
	}
}

// draw gives n random base32 digits.
func (s *hearing) draw(n int) (string, error) {
	raw := make([]byte, n)
	if _, err := io.ReadFull(s.Entropy, raw); err != nil {
		return "", fmt.Errorf("draw an id: %w", err)
	}
	return base32.StdEncoding.EncodeToString(raw)[:n], nil
}

// rules has the rules of a game sent with the answer.
func (s *hearing) rules(words []string, a *engine.Answer) error {
	played := ""
	if s.at != nil {
		played = s.at.Game.Name()
	}
	r, err := s.Lobby.MayReadRules(words, played)
	if err != nil {
		return err
	}
	if r.Rulings == nil {
		a.Say(ToldRules, "Game", r.Game.Name())
		return nil
	}
	a.Say(ToldRulings, "Game", r.Game.Name(), "Numbers", r.Rulings)
	return nil
}

// ToldRulings is the sentence of an answer that those rulings of its argument Game go
// with which its argument Numbers lists.
const ToldRulings = "rulings"

// ToldRules is the sentence of an answer that the rules of its argument Game go with.
const ToldRules = "rules"
