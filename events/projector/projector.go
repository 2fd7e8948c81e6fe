// Package projector keeps the read tables: which tables there are, whose turn it
// is, when silence will be taken for an answer, who sits where.
//
// They are derived from the log alone and disposable: Rebuild drops and refolds
// them, and the result equals what CatchUp made of the same log step by step. How
// a table is folded is handed in, so that this package knows no game.
package projector

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"contrapost/events"
)

// States of a table.
const (
	Open    = "open"    // waits for players
	Playing = "playing" // the game runs
	Over    = "over"    // the game has ended
	Closed  = "closed"  // it never began
	Resting = "resting" // it failed, and nothing happens at it; the rest of its row is what was known before
)

// Table is the read row of one table.
type Table struct {
	Stream  string
	Version int64
	Game    string
	State   string
	Want    int
	Private bool
	Due     time.Time // when it acts without any seat's silence: opens what is sealed, or closes; zero for never
	Seats   []Seat

	Invitations []Invitation // oldest first; written only
}

// Seat is the read row of one seat.
type Seat struct {
	Player   string // id; "" for a bot from the start
	Bot      bool
	Silent   bool      // which plays it because its player was silent, and may come back
	Seeks    bool      // whoever wants to can take it over
	Asked    string    // what the seat is asked; "" for nothing
	Version  int64     // at which it was asked
	Opened   time.Time // when that was
	Waits    time.Time // when orders of its player's run that wait; zero: none do
	Deadline time.Time // when its silence will be taken for an answer; zero for never
	Stops    []Stop    // between the two, when its time does not run
}

// View folds a stream up to a version into its read rows. Of a stream that does not
// fold so far it gives what can be known, so that the others go on.
type View func(ctx context.Context, stream string, upto int64) (Table, error)

// Projector keeps the read tables of one store.
type Projector struct {
	store *events.Store
	view  View
	mu    sync.Mutex // one catches up at a time, so that no row goes back
}

const schema = `
CREATE TABLE IF NOT EXISTS read_position (only INTEGER PRIMARY KEY CHECK (only = 1), position INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS read_tables (
	stream TEXT PRIMARY KEY, version INTEGER NOT NULL, game TEXT NOT NULL, state TEXT NOT NULL,
	want INTEGER NOT NULL, private INTEGER NOT NULL, due INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS read_seats (
	stream TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL, bot INTEGER NOT NULL, silent INTEGER NOT NULL, seeks INTEGER NOT NULL, waits INTEGER NOT NULL,
	asked TEXT NOT NULL, version INTEGER NOT NULL, opened INTEGER NOT NULL, deadline INTEGER NOT NULL, stops TEXT NOT NULL, PRIMARY KEY (stream, seat)) STRICT;
CREATE INDEX IF NOT EXISTS read_players ON read_seats (player);
CREATE INDEX IF NOT EXISTS read_deadlines ON read_seats (deadline) WHERE deadline > 0;
-- What rests is no entry of the log, so it is looked up when it is read.
CREATE VIEW IF NOT EXISTS read_standing AS
	SELECT t.stream, version, game, iif(f.stream IS NULL, state, 'resting') AS state, want, private, due
	FROM read_tables t LEFT JOIN faults f ON f.stream = t.stream;` + invitationSchema

// A binary that knows other read tables than the one before it makes them anew.
const readSchema = `CREATE TABLE IF NOT EXISTS read_schema (only INTEGER PRIMARY KEY CHECK (only = 1), text TEXT NOT NULL) STRICT`

const drop = `
DROP VIEW IF EXISTS read_standing;
DROP TABLE IF EXISTS read_invitations;
DROP TABLE IF EXISTS read_seats;
DROP TABLE IF EXISTS read_tables;
DROP TABLE IF EXISTS read_position;`

// New readies the read tables of a store.
func New(ctx context.Context, store *events.Store, view View) (*Projector, error) {
	p := &Projector{store: store, view: view}
	if err := store.Write(ctx, func(tx *sql.Tx) error { return ready(ctx, tx) }); err != nil {
		return nil, fmt.Errorf("ready the read tables: %w", err)
	}
	return p, nil
}

func ready(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, readSchema); err != nil {
		return err
	}
	var known string
	err := tx.QueryRowContext(ctx, `SELECT text FROM read_schema`).Scan(&known)
	if known == schema || err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if _, err := tx.ExecContext(ctx, drop+schema); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT OR REPLACE INTO read_schema (only, text) VALUES (1, ?)`, schema)
	return err
}

// Look gives the read tables of a store as they are, to be read alone; nil if there
// are none that this binary knows.
func Look(ctx context.Context, store *events.Store) (*Projector, error) {
	var known string
	row := store.Reader().QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE name = 'read_schema'`)
	n := 0
	if err := row.Scan(&n); err != nil || n == 0 {
		return nil, wrapped("look for the read tables", err)
	}
	err := store.Reader().QueryRowContext(ctx, `SELECT text FROM read_schema`).Scan(&known)
	if known != schema || errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &Projector{store: store}, wrapped("look for the read tables", err)
}

func wrapped(doing string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	return nil
}

// Rebuild drops the read tables and folds the whole log again.
func (p *Projector) Rebuild(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, drop+schema)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop the read tables: %w", err)
	}
	return p.catchUp(ctx)
}

// page is how many entries are looked at in one go.
const page = 500

// CatchUp folds in what the log has gained.
func (p *Projector) CatchUp(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.catchUp(ctx)
}

func (p *Projector) catchUp(ctx context.Context) error {
	for {
		position, err := p.Position(ctx)
		if err != nil {
			return err
		}
		entries, err := p.store.All(ctx, position, page)
		if err != nil {
			return fmt.Errorf("read the log past %d: %w", position, err)
		}
		if len(entries) == 0 {
			return nil
		}
		if err := p.project(ctx, entries); err != nil {
			return err
		}
	}
}

// Position is that of the last entry folded in.
func (p *Projector) Position(ctx context.Context) (position int64, err error) {
	row := p.store.Reader().QueryRowContext(ctx, `SELECT coalesce(max(position), 0) FROM read_position`)
	if err := row.Scan(&position); err != nil {
		return 0, fmt.Errorf("read the projector's position: %w", err)
	}
	return position, nil
}

// project folds every stream that has entries among these once, up to its last.
func (p *Projector) project(ctx context.Context, entries []events.Entry) error {
	upto := map[string]int64{}
	var streams []string
	for _, e := range entries {
		if upto[e.Stream] == 0 {
			streams = append(streams, e.Stream)
		}
		upto[e.Stream] = e.Version
	}
	var tables []Table
	for _, stream := range streams {
		t, err := p.view(ctx, stream, upto[stream])
		if err != nil {
			return fmt.Errorf("project table %s: %w", stream, err)
		}
		tables = append(tables, t)
	}
	position := entries[len(entries)-1].Position
	return p.store.Write(ctx, func(tx *sql.Tx) error { return write(ctx, tx, tables, position) })
}

func write(ctx context.Context, tx *sql.Tx, tables []Table, position int64) error {
	for _, t := range tables {
		if err := writeTable(ctx, tx, t); err != nil {
			return fmt.Errorf("write table %s: %w", t.Stream, err)
		}
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO read_position (only, position) VALUES (1, ?)
		ON CONFLICT (only) DO UPDATE SET position = excluded.position`, position)
	return err
}

func writeTable(ctx context.Context, tx *sql.Tx, t Table) error {
	if _, err := tx.ExecContext(ctx, `DELETE FROM read_seats WHERE stream = ?`, t.Stream); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO read_tables (stream, version, game, state, want, private, due)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, t.Stream, t.Version, t.Game, t.State, t.Want, t.Private, millis(t.Due))
	if err != nil {
		return err
	}
	for i, s := range t.Seats {
		_, err := tx.ExecContext(ctx, `INSERT INTO read_seats (stream, seat, player, bot, silent, seeks, waits, asked, version, opened, deadline, stops)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, t.Stream, i+1, s.Player, s.Bot, s.Silent, s.Seeks, millis(s.Waits), s.Asked, s.Version, millis(s.Opened), millis(s.Deadline), spellStops(s.Stops))
		if err != nil {
			return err
		}
	}
	return writeInvitations(ctx, tx, t)
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// Tables lists every table with its seats, by id.
func (p *Projector) Tables(ctx context.Context) ([]Table, error) {
	return p.tables(ctx, `1`)
}

// Live lists the tables that wait for something, with their seats, by id.
func (p *Projector) Live(ctx context.Context) ([]Table, error) {
	return p.tables(ctx, `state IN ('open', 'playing')`)
}

// tables lists those that a condition, a constant of this package, is true for.
func (p *Projector) tables(ctx context.Context, which string) ([]Table, error) {
	rows, err := p.store.Reader().QueryContext(ctx,
		`SELECT stream, version, game, state, want, private, due FROM read_standing WHERE `+which+` ORDER BY stream`)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	defer rows.Close()
	var tables []Table
	for rows.Next() {
		var t Table
		var due int64
		if err := rows.Scan(&t.Stream, &t.Version, &t.Game, &t.State, &t.Want, &t.Private, &due); err != nil {
			return nil, fmt.Errorf("list tables: %w", err)
		}
		t.Due = moment(due)
		tables = append(tables, t)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	return tables, p.seat(ctx, tables, which)
}

// Place is a seat of a player's, and what stands of the table.
type Place struct {
	Stream, Game, State string
	Version             int64     // as of which it is so
	Asked               bool      // a player plays the seat, and it is asked something
	Deadline            time.Time // of that; zero for none
	Left                bool      // a bot plays the seat, as its player was silent
	Seeks               bool      // the seat seeks another player
}

// Sitting lists the seats a player has taken, by table.
func (p *Projector) Sitting(ctx context.Context, player string) ([]Place, error) {
	rows, err := p.store.Reader().QueryContext(ctx, `SELECT s.stream, t.game, t.state, t.version, s.asked <> '' AND NOT s.bot, s.deadline, s.bot, s.seeks
		FROM read_seats s JOIN read_standing t ON t.stream = s.stream WHERE s.player = ? AND s.player <> '' AND (NOT s.bot OR s.silent) ORDER BY s.stream`, player)
	if err != nil {
		return nil, fmt.Errorf("list a player's tables: %w", err)
	}
	defer rows.Close()
	var places []Place
	for rows.Next() {
		var p Place
		var deadline int64
		if err := rows.Scan(&p.Stream, &p.Game, &p.State, &p.Version, &p.Asked, &deadline, &p.Left, &p.Seeks); err != nil {
			return nil, fmt.Errorf("list a player's tables: %w", err)
		}
		if p.Asked && deadline > 0 {
			p.Deadline = time.UnixMilli(deadline).UTC()
		}
		places = append(places, p)
	}
	return places, rows.Err()
}

// seat adds the seats to tables that are in order of their ids.
func (p *Projector) seat(ctx context.Context, tables []Table, which string) error {
	rows, err := p.store.Reader().QueryContext(ctx, `SELECT stream, player, bot, silent, seeks, waits, asked, version, opened, deadline, stops FROM read_seats
		WHERE stream IN (SELECT stream FROM read_standing WHERE `+which+`) ORDER BY stream, seat`)
	if err != nil {
		return fmt.Errorf("list seats: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var stream, stops string
		var s Seat
		var waits, opened, deadline int64
		if err := rows.Scan(&stream, &s.Player, &s.Bot, &s.Silent, &s.Seeks, &waits, &s.Asked, &s.Version, &opened, &deadline, &stops); err != nil {
			return fmt.Errorf("list seats: %w", err)
		}
		s.Waits, s.Opened, s.Deadline, s.Stops = moment(waits), moment(opened), moment(deadline), readStops(stops)
		i, found := slices.BinarySearchFunc(tables, stream, func(t Table, id string) int { return strings.Compare(t.Stream, id) })
		if found {
			tables[i].Seats = append(tables[i].Seats, s)
		}
	}
	return rows.Err()
}
