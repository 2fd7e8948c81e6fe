package events

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// copying may write, though not to the log: what it copies into is attached.
const copying = "?mode=ro&_busy_timeout=5000"

// Backup writes a copy of the whole log, as of one moment, to a new file that only
// its owner can read. The log can be written to meanwhile, by this process or
// another. The file is there whole or not at all; one that is there already is
// fs.ErrExist and stays as it is.
func (s *Store) Backup(ctx context.Context, path string) error {
	if err := s.backup(ctx, path); err != nil {
		return fmt.Errorf("back up to %s: %w", path, err)
	}
	return nil
}

func (s *Store) backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return err
	}
	// An empty file is what SQLite takes for one that it may fill.
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(f.Close(), s.vacuumInto(ctx, f.Name())); err != nil {
		return err
	}
	if err := syncPath(f.Name()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncPath(filepath.Dir(path))
}

func (s *Store) vacuumInto(ctx context.Context, path string) error {
	db, err := connect(s.name+copying, 1)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", path)
	return errors.Join(err, db.Close())
}

// syncPath waits until a file, or the names in a directory, are on disk.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Flush takes what a crash has left in the write-ahead log beside a database into it,
// so that its file is whole by itself, whatever binary has made it. A missing file is
// fs.ErrNotExist, one that cannot be read as a database ErrSchema.
func Flush(ctx context.Context, path string) error {
	if err := flush(ctx, path); err != nil {
		return fmt.Errorf("flush %s: %w", path, err)
	}
	return nil
}

func flush(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("find the file: %w", err)
	}
	db, err := connect(nameOf(path)+flushing, 1)
	if err != nil {
		return err
	}
	busy, err := one(ctx, db, "checkpoint", func(r row) (busy bool, err error) {
		var log, taken int
		err = r.Scan(&busy, &log, &taken)
		return busy, err
	}, "PRAGMA wal_checkpoint(TRUNCATE)")
	if failed, ok := errors.AsType[*sqlite.Error](err); ok && (failed.Code()&0xff == sqlite3.SQLITE_CORRUPT || failed.Code()&0xff == sqlite3.SQLITE_NOTADB) {
		err = fmt.Errorf("%w: %w", ErrSchema, err)
	}
	if busy {
		err = errors.New("somebody reads it")
	}
	return errors.Join(err, db.Close())
}

const flushing = "?mode=rw&_synchronous=FULL&_busy_timeout=5000"

// Check looks at the whole log for damage: the file's structure, references between
// tables, and the chain of every stream. What it finds comes joined in one error;
// a broken chain is a *ChainError in it.
func (s *Store) Check(ctx context.Context) error {
	if err := intact(ctx, s.reader); err != nil {
		return err
	}
	streams, err := s.Streams(ctx)
	if err != nil {
		return err
	}
	var broken []error
	for _, stream := range streams {
		broken = append(broken, s.checkChain(ctx, stream))
	}
	return errors.Join(broken...)
}

func (s *Store) checkChain(ctx context.Context, stream string) error {
	entries, err := s.Stream(ctx, stream, 1, 0)
	if err != nil {
		return err
	}
	secret, err := s.Secret(ctx, stream)
	if err != nil {
		return err
	}
	return VerifyChain(entries, secret)
}

// intact has SQLite check its own structures.
func intact(ctx context.Context, db *sql.DB) error {
	found, err := list(ctx, db, "check integrity", scanValue[string], "PRAGMA integrity_check(10)")
	if err != nil {
		return err
	}
	var broken []error
	for _, what := range found {
		if what != "ok" {
			broken = append(broken, fmt.Errorf("check integrity: %s", what))
		}
	}
	dangling, err := list(ctx, db, "check references", scanValue[string], "SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")
	for _, table := range dangling {
		broken = append(broken, fmt.Errorf("check references: rows of %s refer to none", table))
	}
	return errors.Join(append(broken, err)...)
}
