package events

import (
	"context"
	"fmt"
	"time"
)

// Watch looks now and then whether another process has written to the file, and
// wakes those who wait for Changed if one has, until the context ends.
func (s *Store) Watch(ctx context.Context, every time.Duration) error {
	if s.writer == nil {
		return fmt.Errorf("watch log: %w", ErrReadOnly)
	}
	looks := time.NewTicker(every)
	defer looks.Stop()
	for seen := int64(0); ; {
		foreign, err := s.look(ctx, &seen)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return fmt.Errorf("watch log: %w", err)
		case foreign:
			s.announce()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-s.quit:
			return nil
		case <-looks.C:
		}
	}
}

// look tells whether somebody else has written since the look before. SQLite counts
// for each connection what the others have committed; the one asked here is the only
// one of this store that writes.
func (s *Store) look(ctx context.Context, seen *int64) (foreign bool, err error) {
	before := *seen
	err = s.writer.QueryRowContext(ctx, "PRAGMA data_version").Scan(seen)
	return err == nil && before != 0 && *seen != before, err
}
