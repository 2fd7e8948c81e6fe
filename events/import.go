package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// ErrThere says that a stream is in the log already.
var ErrThere = errors.New("table is in the log already")

// ErrUnfit says that what is to be imported does not fit into this log.
var ErrUnfit = errors.New("it does not fit into the log")

// Import is a stream that was written elsewhere and has come to its end, with what
// belongs to it. Entries have their hashes; mails and letters have their IDs, which
// are kept if they are free, and have no bytes. A mail's Key is the hash that causes
// know it by, and its stream is the import's.
type Import struct {
	At        time.Time // now
	Anonymous bool      // names are made up, and neither mails nor letters have Message-IDs
	Secret    [32]byte
	Entries   []Entry
	Names     []SeatName
	Gone      []string // players, by ID, who were forgotten elsewhere
	Mails     []Mail
	Letters   []Letter
	Texts     []Text
}

// Import writes a table that was played elsewhere; see Transfer.
func (s *Store) Import(ctx context.Context, i Import) error {
	if len(i.Entries) == 0 || i.At.IsZero() {
		return fmt.Errorf("import: %w: there are no entries, or no time", ErrUnfit)
	}
	if err := VerifyChain(i.Entries, i.Secret); err != nil {
		return fmt.Errorf("import: %w: %w", ErrUnfit, err)
	}
	err := s.put(ctx, func(h hand) error {
		c := carrier{clerk: clerk{hand: h, now: i.At}, Import: i, table: i.Entries[0].Stream}
		return c.write()
	})
	if violates(err, sqlite3.SQLITE_CONSTRAINT_CHECK, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_TRIGGER) {
		err = fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	if err != nil {
		return fmt.Errorf("import table %s: %w", i.Entries[0].Stream, err)
	}
	return nil
}

// carrier writes an import.
type carrier struct {
	clerk
	Import
	table string
	renew bool            // IDs are given anew
	ids   map[int64]int64 // of mails, as they were and as they are
}

func (c *carrier) write() error {
	for _, part := range [...]func() error{
		c.absent, c.note, c.people, c.log, c.choose, c.inbox, c.outbox,
		func() error { return each(c.Texts, c.words) },
	} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// absent refuses a table of which there is anything.
func (c *carrier) absent() error {
	const query = `SELECT EXISTS (SELECT 1 FROM entries WHERE stream = ?1) OR EXISTS (SELECT 1 FROM secrets WHERE stream = ?1)
		OR EXISTS (SELECT 1 FROM inbox WHERE stream = ?1) OR EXISTS (SELECT 1 FROM letters WHERE stream = ?1)`
	var there bool
	if err := c.row(query, c.table).Scan(&there); err != nil {
		return fmt.Errorf("look for it: %w", err)
	}
	if there {
		return ErrThere
	}
	return nil
}

func (c *carrier) note() error {
	if _, err := c.exec("INSERT INTO imports (stream, at, anonymous) VALUES (?, ?, ?)", c.table, millis(c.At), c.Anonymous); err != nil {
		return fmt.Errorf("note it: %w", err)
	}
	return nil
}

// people adds who is not known yet, without an address.
func (c *carrier) people() error {
	for _, n := range c.Names {
		n.Stream = c.table
		if err := c.person(n); err != nil {
			return err
		}
		if err := c.name(n); err != nil {
			return err
		}
	}
	for _, player := range c.Gone {
		if err := c.gone(player); err != nil {
			return err
		}
	}
	return nil
}

// gone notes that a player was forgotten elsewhere. Whoever has an address or a name
// here lives, whatever the import says of them.
func (c *carrier) gone(player string) error {
	const lives = `SELECT EXISTS (SELECT 1 FROM players WHERE id = ?1 AND (address <> '' OR name <> ''))
		OR EXISTS (SELECT 1 FROM seat_names WHERE player = ?1 AND name <> '')`
	var there bool
	if err := c.row(lives, player).Scan(&there); err != nil {
		return fmt.Errorf("look for player %s: %w", player, err)
	}
	if there {
		return fmt.Errorf("%w: player %s is said to be forgotten, and is known here", ErrUnfit, player)
	}
	const forgotten = `INSERT INTO forgettings (player, salt, sum, at, scoured) VALUES (?, zeroblob(16), zeroblob(32), ?, 1)
		ON CONFLICT (player) DO NOTHING` // nobody's address has that hash
	if _, err := c.exec(forgotten, player, millis(c.At)); err != nil {
		return fmt.Errorf("note that player %s was forgotten: %w", player, err)
	}
	return nil
}

// person adds a player, unless they are known by that name here. Whoever is known by
// another, or was forgotten, is somebody else, or does not want to be named.
func (c *carrier) person(n SeatName) error {
	if n.Name != "" {
		if err := c.known(n.Player); err != nil {
			return fmt.Errorf("%w: %w", ErrUnfit, err)
		}
	}
	const query = `SELECT name FROM players WHERE id = ?1 AND name <> '' UNION SELECT name FROM seat_names WHERE player = ?1 AND name <> ''`
	names, err := list(context.Background(), c, "look for player "+n.Player, scanValue[string], query, n.Player)
	switch {
	case err != nil:
		return err
	case len(names) > 0 && !slices.Contains(names, n.Name):
		return fmt.Errorf("%w: player %s is called %s here, and %q there", ErrUnfit, n.Player, strings.Join(names, ", "), n.Name)
	}
	const insert = `INSERT INTO players (id, address, name, language, zone, reminders) VALUES (?, '', ?, '', '', '') ON CONFLICT (id) DO NOTHING`
	if _, err := c.exec(insert, n.Player, n.Name); err != nil {
		return fmt.Errorf("keep player %s: %w", n.Player, err)
	}
	return nil
}

// log writes the entries as they are.
func (c *carrier) log() error {
	if err := c.secret(Secret{Stream: c.table, Secret: c.Secret}); err != nil {
		return err
	}
	for _, e := range c.Entries {
		_, err := c.exec(insertEntry, e.Stream, e.Version, e.Kind, string(e.Data), e.Seat, e.Order, e.Rules,
			e.Cause.Kind, e.Cause.Ref, e.At.UnixMilli(), e.Prev[:], e.Hash[:])
		if err != nil {
			return fmt.Errorf("entry %d, %s: %w", e.Version, e.Kind, err)
		}
	}
	return nil
}

// highestID bounds what is kept of IDs: none may use up those of the mails to come.
const highestID = 1 << 40

// choose finds out whether the IDs can be kept.
func (c *carrier) choose() error {
	for _, id := range c.mailIDs() {
		c.renew = c.renew || id < 1 || id > highestID || c.taken("inbox", id)
	}
	for _, l := range c.Letters {
		c.renew = c.renew || l.ID < 1 || l.ID > highestID || c.taken("letters", l.ID)
	}
	return nil
}

func (c *carrier) taken(table string, id int64) bool {
	var there bool
	err := c.row("SELECT EXISTS (SELECT 1 FROM "+table+" WHERE id = ?)", id).Scan(&there)
	return err != nil || there
}

// mailIDs are those of the mails and of what letters answer, in order.
func (c *carrier) mailIDs() []int64 {
	var all []int64
	for _, m := range c.Mails {
		all = append(all, m.ID)
	}
	for _, l := range c.Letters {
		if l.Mail != 0 {
			all = append(all, l.Mail)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// id is what is written for an ID: the same, or NULL for the next.
func (c *carrier) id(was int64) any {
	if c.renew {
		return nil
	}
	return was
}

// words keeps what was said. Where nobody is named it may have been altered.
func (c *carrier) words(t Text) error {
	if !c.Anonymous && t.Sum != TextSum(t.Salt, t.Text) {
		return fmt.Errorf("%w: a text has another hash", ErrUnfit)
	}
	const insert = "INSERT INTO texts (stream, sum, salt, text) VALUES (?, ?, ?, ?)"
	if _, err := c.exec(insert, c.table, t.Sum, t.Salt[:], t.Text); err != nil {
		return fmt.Errorf("keep text: %w", err)
	}
	return nil
}
