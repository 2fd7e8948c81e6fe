package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"contrapost/events"
)

// keyLength is how many bytes sign reply addresses and Message-IDs.
const keyLength = 32

// signingKey reads the key, and makes it if nothing was signed yet. A key that got
// lost is no reason to make another: every reply address given out would be void.
func signingKey(ctx context.Context, store *events.Store, file string, entropy io.Reader) ([]byte, error) {
	key, err := readKey(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	size, err := store.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size.Letters > 0 {
		return nil, misuse("key file %s is missing, and the %d letters of the database were signed with it; put your copy back: under another key none of them could be answered", file, size.Letters)
	}
	return makeKey(file, entropy)
}

func readKey(file string) ([]byte, error) {
	about, err := os.Stat(file)
	if err != nil {
		return nil, fmt.Errorf("read key file: %w", err)
	}
	if others := about.Mode().Perm() & 0o077; others != 0 {
		return nil, misuse("key file %s can be read by others; run: chmod 600 %s", file, file)
	}
	key, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read key file: %w", err)
	}
	if len(key) != keyLength {
		return nil, misuse("key file %s holds %d bytes, not %d; put your copy back", file, len(key), keyLength)
	}
	return key, nil
}

func makeKey(file string, entropy io.Reader) ([]byte, error) {
	key := make([]byte, keyLength)
	if _, err := io.ReadFull(entropy, key); err != nil {
		return nil, fmt.Errorf("draw a key: %w", err)
	}
	err := putFile(file, func(f *os.File) error {
		_, err := f.Write(key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("make key file: %w", err)
	}
	return key, nil
}
