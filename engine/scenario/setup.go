package scenario

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	"contrapost/engine"
)

// table is what a case's opening statements agree on.
type table struct {
	game    engine.Game
	roster  engine.Roster
	options map[string]string
	seed    uint64
	deck    string
	stage   []line // left to the game
}

// seedBytes turns a file's seed number into the seed of a table.
func seedBytes(n uint64) [32]byte {
	return sha256.Sum256([]byte("scenario seed " + strconv.FormatUint(n, 10)))
}

// state takes in one opening statement.
func (t *table) state(l line, games map[string]engine.Game) error {
	words := strings.Fields(l.text)
	switch words[0] {
	case "game":
		return t.chooseGame(words[1:], games)
	case "players":
		return t.seatPlayers(words[1:])
	case "option":
		return t.chooseOptions(words[1:])
	case "seed":
		return t.chooseSeed(words[1:])
	case "deck":
		return t.chooseDeck(words[1:])
	}
	t.stage = append(t.stage, l)
	return nil
}

func (t *table) chooseGame(words []string, games map[string]engine.Game) error {
	if len(words) != 1 {
		return fmt.Errorf("write: game NAME")
	}
	g, ok := games[words[0]]
	if !ok {
		return fmt.Errorf("no game is called %q", words[0])
	}
	t.game = g
	return nil
}

func (t *table) seatPlayers(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("write: players NAME NAME")
	}
	t.roster = nil
	for _, name := range words {
		if _, twice := t.seat(name); twice {
			return fmt.Errorf("two players are called %q", name)
		}
		t.roster = append(t.roster, name)
	}
	return nil
}

func (t *table) chooseOptions(words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("write: option NAME=VALUE")
	}
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if !ok || name == "" || value == "" {
			return fmt.Errorf("%q is not NAME=VALUE", w)
		}
		t.options[name] = value
	}
	return nil
}

func (t *table) chooseSeed(words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("write: seed N")
	}
	n, err := strconv.ParseUint(words[0], 10, 64)
	if err != nil {
		return fmt.Errorf("seed %q is not a whole number", words[0])
	}
	t.seed = n
	return nil
}

func (t *table) chooseDeck(words []string) error {
	if len(words) != 1 {
		return fmt.Errorf("write: deck NAME")
	}
	t.deck = words[0]
	return nil
}

// setup completes what was agreed on with the defaults.
func (t *table) setup(deck func(string) ([]byte, error)) (engine.Setup, error) {
	if t.game == nil {
		return engine.Setup{}, fmt.Errorf("no game is named")
	}
	if low, high := t.game.Seats(); len(t.roster) < low || len(t.roster) > high {
		return engine.Setup{}, fmt.Errorf("%s seats %d to %d players, not %d", t.game.Name(), low, high, len(t.roster))
	}
	options, err := engine.Choose(t.game.Options(), t.options)
	if err != nil {
		return engine.Setup{}, err
	}
	s := engine.Setup{Seats: len(t.roster), Options: options}
	if t.deck == "" {
		t.deck = t.game.DefaultDeck()
	}
	if t.deck == "" {
		return s, nil
	}
	text, err := deck(t.deck)
	if err != nil {
		return engine.Setup{}, fmt.Errorf("deck %s: %w", t.deck, err)
	}
	s.Deck = engine.Deck{Name: t.deck, Text: text}
	return s, nil
}

// deal has the game lay out what the file gives and draw the rest.
func (t *table) deal(deck func(string) ([]byte, error)) ([]engine.Record, error) {
	setup, err := t.setup(deck)
	if err != nil {
		return nil, err
	}
	lines := make([]engine.Line, len(t.stage))
	for i, l := range t.stage {
		lines[i] = engine.Line{Words: t.named(strings.Fields(l.text)), Number: l.number}
	}
	return t.game.Stage(setup, lines, engine.NewChance(seedBytes(t.seed), 0))
}

// seat finds a player by the whole name.
func (t *table) seat(name string) (engine.Seat, bool) {
	for i, n := range t.roster {
		if strings.EqualFold(n, name) {
			return engine.Seat(i + 1), true
		}
	}
	return 0, false
}

// named puts seats for names in every word but the first, which says what the
// line is about.
func (t *table) named(words []string) []string {
	for i := 1; i < len(words); i++ {
		if s, ok := t.seat(words[i]); ok {
			words[i] = s.String()
		}
	}
	return words
}

// unnamed puts names for seats in a message, for whoever reads the report.
func (t *table) unnamed(message string) string {
	for i := len(t.roster) - 1; i >= 0; i-- { // "#1" last: it begins "#10"
		message = strings.ReplaceAll(message, engine.Seat(i+1).String(), t.roster[i])
	}
	return message
}
