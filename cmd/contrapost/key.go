package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"contrapost/cmd/contrapost/post"
	"contrapost/events"
)

// keyLength is how many bytes sign reply addresses and Message-IDs.
const keyLength = 32

// signingKey reads the key, and makes it if nothing was signed yet. A key that got
// lost is no reason to make another: every reply address given out would be void.
func signingKey(ctx context.Context, store *events.Store, file string, entropy io.Reader) ([]byte, error) {
	key, err := readKey(file)
	if err == nil {
		return key, fits(ctx, store, key, file)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
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

// fits holds a key against the newest letter: its Message-ID was made with the right
// one.
func fits(ctx context.Context, store *events.Store, key []byte, file string) error {
	l, err := store.LastRendered(ctx)
	if errors.Is(err, events.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	local, _, _ := strings.Cut(l.MessageID, "@")
	if local != post.LetterID(key, l) {
		return misuse("key file %s is not the one that the letters of the database were signed with; put your copy back: under this key none of them could be answered", file)
	}
	return nil
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
		return nil, fmt.Errorf("make key file %s: %w; key_file in the config says where it goes", file, err)
	}
	return key, nil
}
