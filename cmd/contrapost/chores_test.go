package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/events"
)

// TestNightlyBackups: one a night, caught up with after a night asleep, none twice,
// the newest ones kept; each is a log, and no other file is touched.
func TestNightlyBackups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.backup = backupSettings{directory: filepath.Join(t.TempDir(), "backups"), keep: 3}
		h.must(os.Mkdir(h.backup.directory, 0o700))
		mine := filepath.Join(h.backup.directory, "contrapost-1999-12-24.db")
		h.must(os.WriteFile(mine, []byte("an operator's own"), 0o600))
		names := func() (all []string) {
			files, err := os.ReadDir(h.backup.directory)
			h.must(err)
			for _, f := range files {
				if f.Name() != filepath.Base(mine) {
					all = append(all, f.Name())
				}
			}
			return all
		}
		h.serve() // 1 January 2000, midnight: last night's is caught up with
		time.Sleep(5 * 24 * time.Hour)
		if got := names(); len(got) != 3 || got[2] != "contrapost-nightly-2000-01-05.db" || got[0] != "contrapost-nightly-2000-01-03.db" {
			t.Errorf("after five days: %v", got)
		}
		h.stop()
		time.Sleep(28 * time.Hour) // past ten after four
		h.serve()
		time.Sleep(time.Minute)
		h.stop()
		h.serve()
		time.Sleep(time.Minute)
		h.stop()
		got := names()
		if len(got) != 3 || got[2] != "contrapost-nightly-2000-01-07.db" {
			t.Errorf("after a night asleep: %v", got)
		}
		if kept, err := os.ReadFile(mine); err != nil || string(kept) != "an operator's own" {
			t.Errorf("an operator's own file: %q, %v", kept, err)
		}
		copied, err := events.Open(h.ctx, filepath.Join(h.backup.directory, got[2]))
		h.must(err)
		h.must(copied.Close())
	})
}

// TestDailyChoreOnceADay: whatever starts it, and again the next day.
func TestDailyChoreOnceADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHamlet(t)
		h.serve()
		done := 0
		job := chore{name: "count", times: "10 4 * * *", daily: true, do: func(context.Context, time.Time) error { done++; return nil }}
		for day := 1; day <= 2; day++ {
			for range 3 {
				h.must(h.service.attend(h.ctx, job))
			}
			if done != day {
				t.Errorf("day %d: done %d times", day, done)
			}
			time.Sleep(24 * time.Hour)
		}
		h.stop()
	})
}
