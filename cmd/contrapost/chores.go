package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/robfig/cron/v3"

	"contrapost/events"
)

// chore is something done again and again, at times written as cron does, in UTC:
// there no hour is skipped and none comes twice.
type chore struct {
	name  string
	times string
	daily bool // it is entered in the ledger by its date: done once a day, and caught up with
	do    func(ctx context.Context, now time.Time) error
}

func (s *service) list() []chore {
	return []chore{
		{name: "sweep", times: "*/15 * * * *", do: s.sweep},
		{name: "nightly", times: "10 4 * * *", daily: true, do: s.nightly},
	}
}

// chores runs them until the context ends. Cron forgets what it missed while it
// was not running, and a panic would end the program; both are seen to here.
func (s *service) chores(ctx context.Context) error {
	log := slogCron{s.log}
	// In this order: a panic that Recover has not caught leaves SkipIfStillRunning
	// believing that the job still runs.
	c := cron.New(cron.WithLocation(time.UTC), cron.WithLogger(log),
		cron.WithChain(cron.SkipIfStillRunning(log), cron.Recover(log)))
	for _, job := range s.list() {
		run := func() {
			if err := s.attend(ctx, job); err != nil && ctx.Err() == nil {
				s.log.Error("chore", "chore", job.name, "err", err)
			}
		}
		if _, err := c.AddFunc(job.times, run); err != nil {
			return fmt.Errorf("chore %s: %w", job.name, err)
		}
		if job.daily {
			run()
		}
	}
	c.Start()
	<-ctx.Done()
	<-c.Stop().Done()
	return nil
}

// attend does a chore, a daily one unless it has been done for its day.
func (s *service) attend(ctx context.Context, job chore) error {
	now := s.now()
	if !job.daily {
		return job.do(ctx, now)
	}
	schedule, err := cron.ParseStandard(job.times)
	if err != nil {
		return err
	}
	due := schedule.Next(now.UTC().Add(-24 * time.Hour)) // the last one, this moment included
	name := "chore " + job.name + " " + due.Format(time.DateOnly)
	if _, err := s.store.Done(ctx, name); !errors.Is(err, events.ErrNotFound) {
		return err
	}
	if err := job.do(ctx, now); err != nil {
		return err
	}
	if _, err := s.store.Commit(ctx, events.Batch{Now: now, Once: name}); err != nil && !errors.Is(err, events.ErrDone) {
		return err
	}
	return nil
}

// sweep is the net under the goroutine that sleeps until something is due: should
// it have missed anything, it is found here.
func (s *service) sweep(ctx context.Context, _ time.Time) error {
	return s.clock.Tick(ctx)
}

// nightly keeps the database in shape, and a copy of it.
func (s *service) nightly(ctx context.Context, now time.Time) error {
	s.copying.Lock()
	defer s.copying.Unlock()
	return errors.Join(s.store.Optimize(ctx), s.backups.make(ctx, s.store, now))
}

// make copies the log into the directory of backups, under its date, and lets go
// of the oldest of its own past the number to be kept. Without a directory it does
// nothing.
func (b backupSettings) make(ctx context.Context, store *events.Store, now time.Time) error {
	if b.directory == "" {
		return nil
	}
	if err := os.MkdirAll(b.directory, 0o700); err != nil {
		return fmt.Errorf("nightly backup: %w", err)
	}
	name := filepath.Join(b.directory, "contrapost-nightly-"+now.UTC().Format(time.DateOnly)+".db")
	if err := store.Backup(ctx, name); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("nightly backup: %w", err)
	}
	return b.tidy()
}

// made lists the copies, the oldest first.
func (b backupSettings) made() ([]string, error) {
	names, err := filepath.Glob(filepath.Join(b.directory, "contrapost-nightly-????-??-??.db")) // sorted: by date
	if err != nil {
		return nil, fmt.Errorf("list nightly backups: %w", err)
	}
	return names, nil
}

func (b backupSettings) tidy() error {
	made, err := b.made()
	if err != nil {
		return err
	}
	var failed []error
	for _, old := range made[:max(0, len(made)-b.keep)] {
		failed = append(failed, os.Remove(old))
	}
	return errors.Join(failed...)
}

// slogCron lends cron our log.
type slogCron struct{ log *slog.Logger }

func (l slogCron) Info(msg string, args ...any) { l.log.Debug("cron: "+msg, args...) }

func (l slogCron) Error(err error, msg string, args ...any) {
	l.log.Error("cron: "+msg, append(args, "err", err)...)
}
