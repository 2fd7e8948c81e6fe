package events

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"modernc.org/sqlite"
)

const (
	// WAL is switched on by Open, once the file is known to be ours. FULL makes a
	// commit wait for the disk. Immediate, because a transaction that reads first
	// and writes later would fail at once if another process wrote in between.
	writing = "?_synchronous=FULL&_busy_timeout=5000&_foreign_keys=1&_txlock=immediate" +
		"&_defensive=1&_dqs=0&_pragma=secure_delete(1)&_pragma=journal_size_limit(67108864)"
	reading = "?mode=ro&_query_only=1&_busy_timeout=5000&_foreign_keys=1&_defensive=1&_dqs=0"

	readers = 4
)

// Store is a Log in an SQLite file. One goroutine writes, in groups; readers have
// connections of their own that cannot write.
type Store struct {
	name   string               // of the file, as SQLite knows it
	writer *sql.DB              // one connection; nil if the store was opened to be read
	ready  map[string]*sql.Stmt // for the writer
	reader *sql.DB
	tasks  chan *task

	once    sync.Once
	quit    chan struct{} // closed: no new tasks
	stopped chan struct{} // closed: the writing goroutine has ended

	mu      sync.Mutex
	changed chan struct{} // closed by the next commit
}

// Open opens the log at path, making the file (readable by its owner alone) and
// its tables where they are missing. A file that is not a log, one that a newer
// binary has written, and one whose tables were made otherwise are ErrSchema.
func Open(ctx context.Context, path string) (*Store, error) {
	s, err := open(ctx, path, schema)
	if err != nil {
		return nil, fmt.Errorf("open log %s: %w", path, err)
	}
	return s, nil
}

func open(ctx context.Context, path string, schema fs.FS) (*Store, error) {
	name, err := locate(path)
	if err != nil {
		return nil, err
	}
	// Same durability, less waiting; where it is unavailable, fsync does.
	if _, err := sqlite.Fdatasync(true); err != nil && !errors.Is(err, sqlite.ErrFdatasyncUnavailable) {
		return nil, fmt.Errorf("choose fdatasync: %w", err)
	}
	s := newStore(name)
	if s.writer, err = connect(name+writing, 1); err != nil {
		return nil, err
	}
	if s.reader, err = connect(name+reading, readers); err != nil {
		return nil, errors.Join(err, s.writer.Close())
	}
	if err := s.prepare(ctx, schema); err != nil {
		return nil, errors.Join(err, s.reader.Close(), s.writer.Close())
	}
	go s.write()
	return s, nil
}

func newStore(name string) *Store {
	return &Store{
		name:    name,
		tasks:   make(chan *task),
		quit:    make(chan struct{}),
		stopped: make(chan struct{}),
		changed: make(chan struct{}),
	}
}

// OpenToRead opens the log at path for reading alone, also while it is served:
// nothing is made, nothing migrated, and whatever would write is ErrReadOnly. A
// file that is missing is fs.ErrNotExist; one that is not a log, or has the tables
// of another binary, is ErrSchema. Changed tells nothing here.
func OpenToRead(ctx context.Context, path string) (*Store, error) {
	s, err := openToRead(ctx, path, schema)
	if err != nil {
		return nil, fmt.Errorf("read log %s: %w", path, err)
	}
	return s, nil
}

func openToRead(ctx context.Context, path string, schema fs.FS) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the file: %w", err)
	}
	s := newStore(nameOf(path))
	close(s.stopped) // nobody writes
	if s.reader, err = connect(s.name+reading, readers); err != nil {
		return nil, err
	}
	if err := fits(ctx, s.reader, schema); err != nil {
		return nil, errors.Join(err, s.reader.Close())
	}
	return s, nil
}

// OpenExisting is Open for a log that is there already: one that is missing is
// fs.ErrNotExist, and an empty file is ErrSchema.
func OpenExisting(ctx context.Context, path string) (*Store, error) {
	if err := exists(ctx, path); err != nil {
		return nil, fmt.Errorf("open log %s: %w", path, err)
	}
	return Open(ctx, path)
}

// exists says why there is no log at path, if there is none.
func exists(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("find the file: %w", err)
	}
	db, err := connect(nameOf(path)+reading, 1)
	if err != nil {
		return err
	}
	_, done, err := standing(ctx, db, schema)
	if err == nil && done == 0 {
		err = fmt.Errorf("%w: it is empty", ErrSchema)
	}
	return errors.Join(err, db.Close())
}

func (s *Store) prepare(ctx context.Context, schema fs.FS) (err error) {
	if err := migrate(ctx, s.writer, schema); err != nil {
		return err
	}
	s.ready, err = arm(ctx, s.writer)
	return err
}

// locate makes sure that the file is there and gives it the name SQLite knows it
// by. The file is only ever opened here if it is new: closing it would let go of
// the locks that another store in this process holds on it.
func locate(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find the file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		err = f.Close()
	case errors.Is(err, fs.ErrExist):
		err = nil
	}
	if err != nil {
		return "", fmt.Errorf("make the file: %w", err)
	}
	return nameOf(path), nil
}

// nameOf is how SQLite is told an absolute path, whatever characters it has.
func nameOf(path string) string {
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath()
}

func connect(name string, connections int) (*sql.DB, error) {
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

// Optimize has SQLite look after its statistics (PRAGMA optimize).
func (s *Store) Optimize(ctx context.Context) error {
	err := s.put(ctx, func(h hand) error {
		_, err := h.exec("PRAGMA optimize")
		return err
	})
	if err != nil {
		return fmt.Errorf("optimize: %w", err)
	}
	return nil
}

// Reader gives the connections that read; they cannot write.
func (s *Store) Reader() *sql.DB { return s.reader }

// Close ends the store. What is being written is finished, what comes later is
// ErrClosed, and those who wait for Changed are woken.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.quit)
		<-s.stopped
		s.announce()
		err = s.reader.Close()
		if s.writer != nil {
			err = errors.Join(err, s.writer.Close())
		}
	})
	if err != nil {
		return fmt.Errorf("close log: %w", err)
	}
	return nil
}
