package export

import (
	"encoding/hex"
	"fmt"
	"slices"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// Format and Schema name what Write writes.
const (
	Format = "contrapost history"
	Schema = 1
)

// Sum is a hash or another 32 bytes, spelled in hex; empty for 32 zeros.
type Sum [32]byte

// MarshalText spells it.
func (s Sum) MarshalText() ([]byte, error) {
	if s == (Sum{}) {
		return nil, nil
	}
	return []byte(hex.EncodeToString(s[:])), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *Sum) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = Sum{}
		return nil
	}
	if len(text) != 2*len(s) {
		return fmt.Errorf("%q is not 64 hex digits", text)
	}
	_, err := hex.Decode(s[:], text)
	return err
}

// History is everything of one table that may leave the house once its game is over.
type History struct {
	Header
	Players []Player
	Entries []events.Entry
	Mails   []Mail
	Letters []Letter
	Texts   []Text
	Deck    Deck
}

// Header says what a history is of. The secret of a live table is in it as well, to
// verify it by; Write refuses such a history, or leaves it out where it was unsealed.
type Header struct {
	Format    string `json:"format"`
	Schema    int    `json:"schema"`
	Table     string `json:"table"`
	Game      string `json:"game"`
	Rules     int    `json:"rules"` // by which the last order was decided; 0: none was
	DeckName  string `json:"deck"`
	DeckSum   string `json:"deck_sha256"` // as agreed on when the table was opened
	Secret    Sum    `json:"secret"`
	Seed      Sum    `json:"seed"` // zero before it is published
	Anonymous bool   `json:"anonymous,omitempty"`
	Live      bool   `json:"live,omitempty"` // the game was not over: neither secret nor seed are told
	Kept      bool   `json:"kept,omitempty"` // as it goes home with everybody who played; see History.Kept
}

// Player is somebody who has had a seat.
type Player struct {
	ID    string `json:"player"`
	Name  string `json:"name"`
	Gone  bool   `json:"forgotten,omitempty"` // the person was forgotten, with their mails
	known string // what the service calls them; names in talk may be either
}

// Mail is one that made entries, without whatever was meant for nobody else.
type Mail struct {
	ID        int64  `json:"mail"`
	MessageID string `json:"message_id"` // or the key of a mail that had none; "" in an anonymous export
	Ref       string `json:"ref"`        // its SHA-256, hex
	Seat      uint8  `json:"seat"`
	Player    string `json:"player"`
	Received  int64  `json:"received"`
	Heard     int64  `json:"heard"`
	Lines     []Line `json:"lines"`
}

// Line is what became of a line of a mail.
type Line struct {
	Line    string `json:"line,omitempty"` // as it was written, if it may be told
	Verdict string `json:"verdict"`
	Order   string `json:"order,omitempty"`   // canonical, of the game
	Rule    string `json:"rule,omitempty"`    // that refused it
	Refused string `json:"refused,omitempty"` // key of the refusal
}

// Letter is a letter of the table, without its bytes.
type Letter struct {
	ID        int64  `json:"letter"`
	Number    int    `json:"number"`
	Seat      uint8  `json:"seat"`
	Player    string `json:"player"`
	Version   int64  `json:"version"`
	Kind      string `json:"kind"`
	Cause     string `json:"cause"`
	Mail      int64  `json:"mail"`
	MessageID string `json:"message_id"` // "" in an anonymous export, and no Sum
	Sum       Sum    `json:"sha256"`
	State     string `json:"state"`
	Due       int64  `json:"due"`
	Sent      int64  `json:"sent"`
}

// Text is what was said to everybody, by a player or a moderator.
type Text struct {
	Sum  string `json:"sha256"`
	Salt string `json:"salt"` // hex; "" where the text was altered to name nobody
	Text string `json:"text"`
}

// Deck is what the cards were dealt from.
type Deck struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Over tells whether the game has ended and its secret is out.
func (h *History) Over() bool {
	return slices.ContainsFunc(h.Entries, func(e events.Entry) bool { return e.Kind == (lobby.Published{}).Kind() })
}

// Unsealed gives the history of a game that is not over as one that may be written
// nevertheless, without its secret.
func (h *History) Unsealed() *History {
	u := *h
	u.Live = true
	return &u
}

// withheld tells whether the secret is not there to check anything by.
func (h *History) withheld() bool { return h.Live && h.Secret == Sum{} }

// Closed tells whether the table was closed before a game began.
func (h *History) Closed() bool {
	return slices.ContainsFunc(h.Entries, func(e events.Entry) bool { return e.Kind == (lobby.Closed{}).Kind() }) &&
		!slices.ContainsFunc(h.Entries, func(e events.Entry) bool { return e.Kind == (lobby.Begun{}).Kind() })
}
