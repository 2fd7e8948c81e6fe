package events

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed schema/*.sql
var schema embed.FS

// application marks an SQLite file as a log: "CTRP", in its header.
const application = 0x43545250

// migration is one schema file. Files are numbered from 1 without gaps, run once,
// in order, and never changed afterwards.
type migration struct {
	number int
	name   string
	text   string
	hash   [32]byte
}

func migrations(schema fs.FS) ([]migration, error) {
	names, err := fs.Glob(schema, "schema/*.sql") // sorted
	if err != nil {
		return nil, fmt.Errorf("list schema: %w", err)
	}
	var list []migration
	for i, name := range names {
		if want := fmt.Sprintf("schema/%04d.sql", i+1); name != want {
			return nil, fmt.Errorf("schema file %s where %s should be", name, want)
		}
		text, err := fs.ReadFile(schema, name)
		if err != nil {
			return nil, fmt.Errorf("read schema: %w", err)
		}
		list = append(list, migration{i + 1, name, string(text), sha256.Sum256(text)})
	}
	return list, nil
}

// fits says why a database cannot be read as it is, if it cannot.
func fits(ctx context.Context, db *sql.DB, schema fs.FS) error {
	list, done, err := standing(ctx, db, schema)
	if err == nil && done < len(list) {
		err = fmt.Errorf("%w: its schema is %d, this binary reads %d; serve it once to bring it up to date", ErrSchema, done, len(list))
	}
	return err
}

// standing gives the migrations of this binary and how many of them a database has
// seen. One that is not ours, or has seen others, is ErrSchema.
func standing(ctx context.Context, db *sql.DB, schema fs.FS) (list []migration, done int, err error) {
	if list, err = migrations(schema); err != nil {
		return nil, 0, err
	}
	if done, err = inspect(ctx, db); err != nil {
		return nil, 0, err
	}
	if done > len(list) {
		return nil, 0, fmt.Errorf("%w: its schema is %d, this binary knows up to %d", ErrSchema, done, len(list))
	}
	return list, done, compare(ctx, db, list[:done])
}

// migrate makes a database fit this binary, or says why it cannot. Nothing is
// written to a file that is not ours.
func migrate(ctx context.Context, db *sql.DB, schema fs.FS) error {
	list, done, err := standing(ctx, db, schema)
	if err != nil {
		return err
	}
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return fmt.Errorf("switch to write-ahead log: %w", err)
	}
	if mode != "wal" {
		return fmt.Errorf("switch to write-ahead log: it stays %q", mode)
	}
	for _, m := range list[done:] {
		if err := m.run(ctx, db); err != nil {
			return fmt.Errorf("migrate to %s: %w", m.name, err)
		}
	}
	return nil
}

// inspect gives the number of migrations a database has seen.
func inspect(ctx context.Context, db *sql.DB) (done int, err error) {
	var owner, tables int
	for query, v := range map[string]*int{
		"PRAGMA application_id":              &owner,
		"PRAGMA user_version":                &done,
		"SELECT count(*) FROM sqlite_schema": &tables,
	} {
		if err := db.QueryRowContext(ctx, query).Scan(v); err != nil {
			return 0, fmt.Errorf("inspect database: %w", err)
		}
	}
	if owner == application || owner == 0 && done == 0 && tables == 0 {
		return done, nil
	}
	return 0, fmt.Errorf("%w: it is another program's (application id %#x)", ErrSchema, owner)
}

// compare holds the migrations a database has seen against those of this binary.
func compare(ctx context.Context, db *sql.DB, list []migration) error {
	for _, m := range list {
		var hash []byte
		if err := db.QueryRowContext(ctx, "SELECT hash FROM migrations WHERE number = ?", m.number).Scan(&hash); err != nil {
			return fmt.Errorf("read hash of %s: %w", m.name, err)
		}
		if !bytes.Equal(hash, m.hash[:]) {
			return fmt.Errorf("%w: %s was another when it ran", ErrSchema, m.name)
		}
	}
	return nil
}

// run runs a migration, unless another process has run it meanwhile.
func (m migration) run(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	var done int
	if err := tx.QueryRowContext(ctx, "PRAGMA user_version").Scan(&done); err != nil {
		return fmt.Errorf("read user version: %w", err)
	}
	if done >= m.number {
		return nil
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", application, m.number)
	if _, err := tx.ExecContext(ctx, m.text+"\n;"+mark); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	const note = "INSERT INTO migrations (number, name, hash) VALUES (?, ?, ?)"
	if _, err := tx.ExecContext(ctx, note, m.number, m.name, m.hash[:]); err != nil {
		return fmt.Errorf("note hash: %w", err)
	}
	return tx.Commit()
}
