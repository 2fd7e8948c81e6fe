package post

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strconv"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// commit has a letter tell what binds the table's secret: at its end, with what it is
// for, and not among what became of the reader's orders as well.
func (r *Room) commit(t *table.Table, letter *templates.Letter) {
	letter.Commitment = t.Lobby.Commitment
	for i := range letter.Answers {
		a := &letter.Answers[i]
		a.Told = slices.DeleteFunc(a.Told, func(s engine.Sentence) bool { return s.Key == "commitment" && s.Args["Table"] == t.ID })
	}
}

// head prints the first eight bytes of a chain's head in fours.
func head(sum [32]byte) string {
	s := hex.EncodeToString(sum[:8])
	return s[:4] + " " + s[4:8] + " " + s[8:12] + " " + s[12:]
}

func zone(name string) *time.Location {
	if loc, err := time.LoadLocation(name); err == nil && name != "" {
		return loc
	}
	return time.UTC
}

// letterID is the Message-ID of a letter, whatever the attempt.
func (r *Room) letterID(l events.Letter) string { return LetterID(r.Key, l) + "@" + r.host() }

// LetterID is the part of a letter's Message-ID before the @, under a key.
func LetterID(key []byte, l events.Letter) string {
	return keyed(key, l.Stream, strconv.FormatInt(l.Version, 10), strconv.Itoa(int(l.Seat)), l.Player, l.Kind, l.Cause)
}

// hashed is how a Message-ID stands in the log.
func hashed(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:8])
}

func seen(err error) bool { return errors.Is(err, events.ErrSeen) }
