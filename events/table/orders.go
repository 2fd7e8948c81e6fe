package table

import (
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// lobbyOrder does one order of the lobby and says in a what was done.
func (s *hearing) lobbyOrder(words []string, a *engine.Answer) error {
	switch words[0] {
	case "new":
		return s.opening(words, a)
	case "join":
		return s.joining(words, a)
	case "games":
		a.Say("games", "Games", s.offered())
		return nil
	case "help":
		a.Say("helped")
		return nil
	case "status":
		return s.status(a)
	case "rules":
		return s.rules(words, a)
	case "language":
		return s.language(words, a)
	}
	if s.at == nil {
		return engine.Refuse("", "no-table")
	}
	return s.atTable(words, a)
}

// did names what the lobby's orders at a table have done, for the answer.
var did = map[string]string{"begin": "begun", "bots": "bots", "resign": "resigned", "look": "looked"}

// atTable does the lobby's orders that need a table.
func (s *hearing) atTable(words []string, a *engine.Answer) error {
	w, order := s.at, strings.Join(words, " ")
	a.Say(did[words[0]])
	switch words[0] {
	case "begin":
		if err := s.Lobby.MayBegin(w.Lobby, s.Player.ID); err != nil {
			return err
		}
		return w.decided(s.Seat, order, w.Lobby.Begin()...)
	case "bots":
		n, err := strconv.Atoi(words[1])
		if err != nil || len(words) > 2 {
			return engine.Refuse("", "bots-form").Instead("bots 1")
		}
		if err := s.Lobby.MayAddBots(w.Lobby, s.Player.ID, n); err != nil {
			return err
		}
		return w.decided(s.Seat, order, w.Lobby.AddBots(n)...)
	case "resign":
		if err := s.Lobby.MayResign(w.Lobby, s.Seat); err != nil {
			return err
		}
		return w.decided(s.Seat, order, &lobby.Resigned{Seat: s.Seat})
	}
	return nil // look: the page comes with every answer
}

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
	return s.open(t), opened, nil
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
	if err != nil {
		return err
	}
	name := j.Name
	if name == "" {
		name = s.Player.Name
	}
	if name == "" {
		name = s.free(s.suggested(), w.Names)
	}
	if err := s.maySitAtOneMore(); err != nil {
		return err
	}
	if err := s.Lobby.MayJoin(w.Lobby, s.Player.ID, name, w.Names); err != nil {
		return err
	}
	if err := s.introduce(name, w.Names); err != nil {
		return err
	}
	a.Say("joined", "Table", w.ID, "Game", w.Game.Title(), "Name", name)
	a.Say("commitment", "Table", w.ID, "Commitment", w.Lobby.Commitment)
	return s.sit(w, name)
}

// mostTables is how many tables that are not over a player may sit at.
const mostTables = 20

func (s *hearing) maySitAtOneMore() error {
	sitting, err := s.Sitting(s.ctx, s.Player.ID)
	if err != nil {
		return fmt.Errorf("tables of the sender: %w", err)
	}
	n := len(s.names)
	for _, t := range sitting {
		if !t.Over {
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
	w.Names = append(w.Names, name)
	seat := engine.Seat(len(w.Lobby.Places) + 1)
	return w.decided(seat, "", w.Lobby.Join(s.Player.ID, s.cause.Ref)...)
}

// introduce makes an unknown sender a player, by their first order.
func (s *hearing) introduce(name string, taken engine.Roster) error {
	if s.Player.ID != "" {
		return nil
	}
	id, err := s.draw(10)
	if err != nil {
		return err
	}
	if name == "" {
		name = s.free(s.suggested(), taken)
	}
	s.Player.ID, s.Player.Name = id, name
	s.remember()
	return nil
}

// remember keeps what has changed about the sender.
func (s *hearing) remember() { s.players = []events.Player{s.Player} }

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

func (s *hearing) offered() []string {
	var titles []string
	for _, g := range s.Lobby.Games {
		least, most := g.Seats()
		titles = append(titles, fmt.Sprintf("%s (%d-%d)", g.Name(), least, most))
	}
	return titles
}

// status lists the sender's tables and what each waits for.
func (s *hearing) status(a *engine.Answer) error {
	sitting, err := s.Sitting(s.ctx, s.Player.ID)
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	for _, t := range append(sitting, s.newlySeated()...) {
		title := t.Game
		if g := s.Lobby.Game(t.Game); g != nil {
			title = g.Title()
		}
		a.Say(t.standing(), "Table", t.Table, "Game", title)
	}
	if len(a.Told) == 0 {
		a.Say("tables-none")
	}
	return nil
}

// newlySeated are the tables at which this very mail has taken a seat.
func (s *hearing) newlySeated() []Sitting {
	var all []Sitting
	for _, n := range s.names {
		if w, err := s.load(n.Stream); err == nil {
			all = append(all, Sitting{Table: w.ID, Game: w.Game.Name(), Open: w.Play == nil})
		}
	}
	return all
}

// rules has the rules of a game sent with the answer.
func (s *hearing) rules(words []string, a *engine.Answer) error {
	played := ""
	if s.at != nil {
		played = s.at.Game.Name()
	}
	g, err := s.Lobby.MayReadRules(words, played)
	if err != nil {
		return err
	}
	a.Say(ToldRules, "Game", g.Name())
	return nil
}

// ToldRules is the sentence of an answer that the rules of its argument Game go with.
const ToldRules = "rules"

// language sets what the sender's letters are written in.
func (s *hearing) language(words []string, a *engine.Answer) error {
	lang, err := lobby.Language(words)
	if err != nil {
		return err
	}
	if err := s.introduce("", nil); err != nil {
		return err
	}
	s.Player.Language = lang
	s.remember()
	a.Say("language")
	return nil
}
