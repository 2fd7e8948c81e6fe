package export

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// header is what the header of a text says.
type header struct {
	Header
	terms
	seen    []string       // fields, in the order in which they come
	lines   map[string]int // where they stand, the last of several
	rules   bool           // are given
	players []Player
	refs    []string
	mailed  map[string]bool // the refs
	names   []string        // by seat, of a text written by hand
	seed    string
	ids     map[string]string // Message-IDs, by their hashes
}

// take reads a field, which stands in that line of the text.
func (h *header) take(line string, number int) error {
	key, value, ok := strings.Cut(line, ":")
	read := fields[key]
	if !ok || read == nil {
		return fmt.Errorf("%.40q is no field of a header, which are: %s; orders come behind an empty line", key, strings.Join(fieldNames, ", "))
	}
	again := key == keyPlayer || key == keyMail
	if slices.Contains(h.seen, key) && !again {
		return fmt.Errorf("%s stands in the header twice", key)
	}
	if key == keySeats {
		value = strings.ReplaceAll(value, `",`, `" `) // so that what cannot be a name is told as it is written
	}
	all, err := tokens(strings.ReplaceAll(value, "\t", " "))
	if err != nil {
		return err
	}
	if h.lines == nil {
		h.lines = map[string]int{}
	}
	h.seen, h.lines[key] = append(h.seen, key), number
	return read(h, all)
}

// fieldNames lists the fields in the order in which they are written.
var fieldNames = []string{
	keyNotation, keyTable, keyGame, keyDeck, keyOptions, keyTimes, keyAbsent, keyGrace, keyPrivate, keyAnonymous, keyLive, keySecret, keyPlayer, keyMail, keySeats, keySeed,
}

var fields = map[string]func(*header, []token) error{
	keyNotation: (*header).readNotation,
	keyTable: single("a table's id", func(h *header, id string) error {
		h.Table = id
		return nil
	}),
	keyGame: (*header).readGame,
	keyDeck: (*header).readDeck,
	keyOptions: func(h *header, all []token) error {
		h.options = map[string]string{}
		return h.readOptions(all)
	},
	keyTimes:  (*header).readTimes,
	keyAbsent: (*header).readAbsent,
	keyGrace:  (*header).readGrace,
	keyPrivate: single("yes", func(h *header, yes string) error {
		h.private = true
		return isYes(yes)
	}),
	keyAnonymous: single("yes", func(h *header, yes string) error {
		h.Anonymous = true
		return isYes(yes)
	}),
	keyLive: func(*header, []token) error {
		return errors.New("the game was not over when this was written: without its secret it can only be read by people")
	},
	keySecret: single("64 hex digits", (*header).readSecret),
	keyPlayer: (*header).readPlayer,
	keyMail:   (*header).readMail,
	keySeats:  (*header).readSeats,
	keySeed: single("a word", func(h *header, word string) error {
		h.seed = word
		return nil
	}),
}

// single reads a field of one word.
func single(what string, read func(*header, string) error) func(*header, []token) error {
	return func(h *header, all []token) error {
		if len(all) != 1 || all[0].text == "" {
			return fmt.Errorf("%s is expected behind the colon, and nothing else", what)
		}
		return read(h, all[0].text)
	}
}

func isYes(word string) error {
	if word != "yes" {
		return fmt.Errorf(`"yes" is expected, not %q; leave the line out for no`, word)
	}
	return nil
}

func (h *header) readNotation(all []token) error {
	if len(all) != 1 || all[0].text != fmt.Sprint(NotationVersion) || len(h.seen) > 1 {
		return fmt.Errorf("the first line is: %s: %d; no other notation is read here", keyNotation, NotationVersion)
	}
	return nil
}

func (h *header) readGame(all []token) (err error) {
	if gaps, ok := fitting("% rules %", all); ok {
		h.Game, h.rules = gaps[0], true
		h.Rules, err = number[int](gaps[1])
		return err
	}
	return single("a game", func(h *header, name string) error {
		h.Game = strings.ToLower(name)
		return nil
	})(h, all)
}

func (h *header) readDeck(all []token) error {
	if gaps, ok := fitting("% sha256 %", all); ok {
		h.DeckName, h.DeckSum = gaps[0], gaps[1]
		return nil
	}
	return single("a deck", func(h *header, name string) error {
		h.DeckName = name
		return nil
	})(h, all)
}

func (h *header) readOptions(all []token) error {
	for _, t := range all {
		name, value, ok := strings.Cut(t.text, "=")
		if _, twice := h.options[name]; !ok || twice {
			return fmt.Errorf("options are written NAME=VALUE, each once, not %q", t.text)
		}
		h.options[name] = value
	}
	return nil
}

// readTimes reads pairs of what is timed and how long it lasts.
func (h *header) readTimes(all []token) (err error) {
	_, perTurn := fitting("turn % answer %", all)
	_, banked := fitting("bank % increment % answer %", all)
	if !perTurn && !banked {
		return errors.New("times are written: turn 72h answer 24h, or: bank 168h increment 12h answer 24h")
	}
	written := map[string]string{}
	for i := 0; i < len(all); i += 2 {
		written[all[i].text] = all[i+1].text
	}
	h.times, err = lobby.ParseTimes(h.times, written)
	return err
}

func (h *header) readSecret(digits string) error {
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) != len(h.Secret) || Sum(b) == (Sum{}) {
		return errors.New("the secret is 64 hex digits, which are known once the game is over; leave it out of a game that was never played by mail")
	}
	h.Secret = Sum(b)
	return nil
}

func (h *header) readPlayer(all []token) error {
	gaps, ok := fitting("% id %", all)
	gone := false
	if !ok {
		gaps, ok = fitting("% id % forgotten", all)
		gone = ok
	}
	if !ok || gaps[1] == "" {
		return errors.New("a player is written: NAME id ID")
	}
	if len(h.players) == mostPlayers {
		return fmt.Errorf("no table has had more than %d players", mostPlayers)
	}
	if slices.ContainsFunc(h.players, func(p Player) bool { return p.ID == gaps[1] }) {
		return fmt.Errorf("the player %s is named twice", gaps[1])
	}
	h.players = append(h.players, Player{ID: gaps[1], Name: gaps[0], Gone: gone})
	return nil
}

func (h *header) readMail(all []token) error {
	want := fmt.Sprint(len(h.refs) + 1)
	gaps, hashed := fitting("% sha256 %", all)
	if !hashed {
		var ok bool
		if gaps, ok = fitting("% %", all); !ok {
			return errors.New("a mail is written: NUMBER MESSAGE-ID, or NUMBER sha256 HASH")
		}
		gaps = append(gaps, gaps[1])
		gaps[1] = lobby.Contribution(gaps[2])
		if h.ids == nil {
			h.ids = map[string]string{}
		}
		h.ids[gaps[1]] = gaps[2]
	}
	switch {
	case gaps[0] != want:
		return fmt.Errorf("mails are numbered in their order: %s is expected", want)
	case !isHash.MatchString(gaps[1]) || h.mailed[gaps[1]]:
		return fmt.Errorf("%s is no hash of a mail, or one that is there already", gaps[1])
	}
	if h.mailed == nil {
		h.mailed = map[string]bool{}
	}
	h.refs, h.mailed[gaps[1]] = append(h.refs, gaps[1]), true
	return nil
}

func (h *header) readSeats(all []token) error {
	for _, t := range all {
		name := t.text
		if !t.quoted {
			name = strings.TrimSuffix(name, ",")
		}
		if !isName.MatchString(name) {
			return fmt.Errorf("a name is letters, digits and hyphens; %q is none", name)
		}
		h.names = append(h.names, name)
	}
	return nil
}

// begin makes a table of the header.
func (s *scholar) begin() error {
	g := &s.given
	game := s.Lobby.Game(g.Game)
	switch {
	case game == nil:
		return s.about(keyGame, fmt.Errorf("no game is called %q; the header says which it is: Game: konvooi", g.Game))
	case (g.names == nil) == (g.players == nil):
		return s.about(keySeats, errors.New("the header names who plays, by seat: Seats: Ann, Bob, bot"))
	case g.players != nil && (g.Secret == Sum{} || g.Table == "" || !g.rules || g.seed != ""):
		return errors.New("a header with players' ids names the table and its secret as well, the rules of the game, and no seed")
	}
	if !slices.Contains(g.seen, keyTimes) {
		g.times.Turn, g.times.Answer = lobby.DefaultTimes.Turn, lobby.DefaultTimes.Answer
	}
	if !g.rules {
		g.Rules = game.Version()
	}
	if _, err := g.complete(game); err != nil {
		return s.about(keyOptions, err)
	}
	if err := s.deck(game); err != nil {
		return s.about(keyDeck, err)
	}
	if g.names != nil {
		return s.beginByHand(game)
	}
	s.settleDown()
	return nil
}

// about blames a field of the header, or its last line where the field is missing.
func (s *scholar) about(key string, err error) error {
	line, ok := s.given.lines[key]
	if !ok {
		line = s.given.lines[s.given.seen[len(s.given.seen)-1]]
	}
	return s.wrongIn(line, err)
}

// deck looks for the deck, which has to be the one that was played with.
func (s *scholar) deck(game engine.Game) error {
	g := &s.given
	if g.DeckName == "" {
		g.DeckName = game.DefaultDeck()
	}
	text, err := s.Notation.Deck(g.DeckName)
	if err != nil {
		return fmt.Errorf("the deck %s is not at hand: %w", g.DeckName, err)
	}
	hash := sha256.Sum256(text)
	sum := hex.EncodeToString(hash[:])
	if g.DeckSum != "" && g.DeckSum != sum {
		return fmt.Errorf("the deck %s at hand is another than was played with", g.DeckName)
	}
	g.DeckSum = sum
	s.History.Deck = Deck{Name: g.DeckName, Text: string(text)}
	return nil
}

// settleDown takes the header over.
func (s *scholar) settleDown() {
	g := &s.given
	s.History.Players = g.players
	g.Format, g.Schema = Format, Schema
	s.Header = g.Header
	s.company = newCompany(s.Lobby, s.History)
	s.company.terms, s.company.refs = g.terms, g.refs
	if g.ids != nil {
		s.company.messages = g.ids
	}
	s.History.Rules, s.History.Seed = 0, Sum{} // what the entries say
	s.play = s.Notation.Replay(s.Table, s.Secret, []byte(s.History.Deck.Text))
}
