package events

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Forgetting says that a person was forgotten, and names nobody: Sum is a salted
// hash of their address.
type Forgetting struct {
	Player string
	Salt   [16]byte
	Sum    [32]byte
	At     time.Time
}

// NewForgetting is that of a player with an address. The salt must be random.
func NewForgetting(player, address string, salt [16]byte, at time.Time) Forgetting {
	return Forgetting{Player: player, Salt: salt, Sum: addressSum(salt, address), At: moment(millis(at))}
}

// Of tells whether it was the person with this address who was forgotten.
func (f Forgetting) Of(address string) bool { return f.Sum == addressSum(f.Salt, address) }

// Covers tells whether it was the person with this address who was forgotten, and what
// came at a moment came before that.
func (f Forgetting) Covers(address string, at time.Time) bool {
	return !moment(millis(at)).After(f.At) && f.Of(address)
}

// Imported tells whether it only came along with a table that was played elsewhere: it
// is nobody's wish here, and nobody is to be erased by it.
func (f Forgetting) Imported() bool { return f.Sum == [32]byte{} }

func addressSum(salt [16]byte, address string) [32]byte {
	return sha256.Sum256(append(salt[:], strings.ToLower(address)...))
}

// Erased counts what a forgetting has erased.
type Erased struct {
	Mails   int // the bytes, or what was quoted from them
	Letters int // the bytes
	Texts   int
}

// Forget erases a person: address, names and settings, their mails and their words,
// and what stands of these in mails and letters of others. The entries, the hashes,
// and the player's id stay; letters they have not got are dropped, and no batch can
// bring them back: ErrForgotten. A player who is not known is only noted, and one
// who was forgotten before is searched for again.
//
// What was erased may still lie in the file's free space until Scour.
func (s *Store) Forget(ctx context.Context, f Forgetting) (Erased, error) {
	var gone Erased
	err := s.put(ctx, func(h hand) error {
		e := eraser{hand: h, player: f.Player}
		if err := e.erase(ctx, f); err != nil {
			return err
		}
		gone = e.gone
		return nil
	})
	if err != nil {
		return Erased{}, fmt.Errorf("forget player %s: %w", f.Player, err)
	}
	return gone, nil
}

// Forgettings lists who was forgotten, by player.
func (s *Store) Forgettings(ctx context.Context) ([]Forgetting, error) {
	const query = "SELECT player, salt, sum, at FROM forgettings ORDER BY player"
	return list(ctx, s.reader, "list forgettings", scanForgetting, query)
}

func scanForgetting(r row) (f Forgetting, err error) {
	var salt, sum []byte
	var at int64
	err = r.Scan(&f.Player, &salt, &sum, &at)
	copy(f.Salt[:], salt)
	copy(f.Sum[:], sum)
	f.At = moment(at)
	return f, err
}

// lastWait is how long a person's last letter may keep them from being forgotten.
const lastWait = 24 * time.Hour

// Leaving lists the players who are to be forgotten and whose last letter has gone,
// was refused, or has been tried for a day.
func (s *Store) Leaving(ctx context.Context, now time.Time) ([]string, error) {
	const query = `SELECT player FROM farewells f WHERE f.at <= ? OR NOT EXISTS (
		SELECT 1 FROM letters l WHERE l.mail = f.mail AND l.state IN ('waiting', 'trying', 'uncertain')) ORDER BY player`
	return list(ctx, s.reader, "list who leaves", scanValue[string], query, millis(now.Add(-lastWait)))
}

// Unscoured lists who was forgotten since the file was last scoured.
func (s *Store) Unscoured(ctx context.Context) ([]Forgetting, error) {
	const query = "SELECT player, salt, sum, at FROM forgettings WHERE NOT scoured ORDER BY player"
	return list(ctx, s.reader, "list what is to be scoured", scanForgetting, query)
}

// Scour writes the file anew without its free space and empties the write-ahead
// log, so that nothing erased can be read from either. Others may read and write
// meanwhile, but not hold on to what they read: the log is emptied once nobody
// reads an older state.
func (s *Store) Scour(ctx context.Context) error {
	if s.writer == nil {
		return ErrReadOnly
	}
	if _, err := s.writer.ExecContext(ctx, "VACUUM"); err != nil {
		return fmt.Errorf("scour: vacuum: %w", err)
	}
	if err := s.emptyLog(ctx); err != nil {
		return fmt.Errorf("scour: %w", err)
	}
	err := s.put(ctx, func(h hand) error {
		_, err := h.exec("UPDATE forgettings SET scoured = 1 WHERE NOT scoured")
		return err
	})
	if err != nil {
		return fmt.Errorf("scour: note it: %w", err)
	}
	return nil
}

var errReaders = errors.New("the write-ahead log cannot be emptied while an older state of the database is being read; try again")

// emptyLog moves the write-ahead log into the file. SQLite itself waits some
// seconds for those who read.
func (s *Store) emptyLog(ctx context.Context) error {
	for range 10 {
		var busy, frames, moved int
		row := s.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
		if err := row.Scan(&busy, &frames, &moved); err != nil {
			return fmt.Errorf("empty the write-ahead log: %w", err)
		}
		if busy == 0 {
			return nil
		}
	}
	return errReaders
}

const isForgotten = "SELECT EXISTS (SELECT 1 FROM forgettings WHERE player = ?)"

// known refuses what would bring back a player who was forgotten meanwhile.
func (c *clerk) known(player string) error {
	if player == "" {
		return nil
	}
	var gone bool
	if err := c.row(isForgotten, player).Scan(&gone); err != nil {
		return fmt.Errorf("look for player %s among the forgotten: %w", player, err)
	}
	if gone {
		return fmt.Errorf("player %s: %w", player, ErrForgotten)
	}
	return nil
}

// farewell notes that a player is to be forgotten once the batch's mail is answered.
func (c *clerk) farewell(player string) error {
	if player == "" {
		return nil
	}
	const insert = "INSERT INTO farewells (player, mail, at) VALUES (?, ?, ?) ON CONFLICT (player) DO NOTHING"
	if _, err := c.exec(insert, player, c.receipt.MailID, millis(c.now)); err != nil {
		return fmt.Errorf("note that player %s leaves: %w", player, err)
	}
	return nil
}
