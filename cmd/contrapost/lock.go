package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"
)

// hold makes this process the only one that serves a database, or puts another in
// its place, until the lock is closed. The lock is the system's, on a file beside
// the database: it ends with the process, however that ends, and the file may stay.
func hold(db string) (*flock.Flock, error) {
	path, err := realPath(db)
	if err != nil {
		return nil, err
	}
	lock := flock.New(path+".lock", flock.SetPermissions(0o600))
	free, err := lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock database %s: %w", db, err)
	}
	if !free {
		return nil, misuse("database %s is in use by another contrapost serve or restore; stop that first", db)
	}
	return lock, nil
}

// realPath gives the one name of a database that several may lead to, whether or
// not it is there yet. Its directory must be.
func realPath(db string) (string, error) {
	path, err := filepath.Abs(db)
	if err != nil {
		return "", fmt.Errorf("find database: %w", err)
	}
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		real, err = filepath.EvalSymlinks(filepath.Dir(path))
		real = filepath.Join(real, filepath.Base(path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return "", misuse("find database: %w; make the directory first", err)
	}
	if err != nil {
		return "", fmt.Errorf("find database: %w", err)
	}
	return real, nil
}
