package events

import (
	"context"
	"database/sql"
	"fmt"
	"runtime/debug"
)

// group is how many tasks may share one transaction, and one wait for the disk.
const group = 50

const (
	savepoint  = "SAVEPOINT task"
	release    = "RELEASE task"
	takeBack   = "ROLLBACK TO task"
	changeRows = "SELECT total_changes()"
)

// task is a piece of writing that is done wholly or not at all.
type task struct {
	ctx  context.Context
	do   func(hand) error
	err  error // valid once done is closed
	done chan struct{}
}

// Write lets do write within a transaction that other writes may share. If do
// gives an error, what it wrote is taken back, and Write gives that error. Once
// Write returns nil, all of it is on disk. A context that ends before do's turn
// keeps it from being called; after that the answer is waited for. Do must not end
// the transaction, nor write to or close the store.
func (s *Store) Write(ctx context.Context, do func(*sql.Tx) error) error {
	return s.put(ctx, func(h hand) error { return do(h.tx) })
}

// put is Write for this package.
func (s *Store) put(ctx context.Context, do func(hand) error) error {
	if s.writer == nil {
		return ErrReadOnly
	}
	t := &task{ctx: ctx, do: do, done: make(chan struct{})}
	select {
	case s.tasks <- t:
		<-t.done
		return t.err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.quit:
		return ErrClosed
	}
}

// Changed gives a channel that the next commit of this store closes, if it changes
// anything; and so does Close. Ask for it first, read, then wait: no change slips
// through in between.
func (s *Store) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

func (s *Store) announce() {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.changed)
	s.changed = make(chan struct{})
}

// write is the one goroutine that writes.
func (s *Store) write() {
	defer close(s.stopped)
	for {
		select {
		case t := <-s.tasks:
			s.finish(s.gather(t))
		case <-s.quit:
			return
		}
	}
}

// gather adds to a task those that wait already.
func (s *Store) gather(first *task) []*task {
	tasks := []*task{first}
	for len(tasks) < group {
		select {
		case t := <-s.tasks:
			tasks = append(tasks, t)
		default:
			return tasks
		}
	}
	return tasks
}

// finish does the tasks and answers them. When the transaction is lost, its error
// is everybody's answer: what a task found before (a mail that was there already,
// say) may have been another's writing that is lost as well.
func (s *Store) finish(tasks []*task) {
	changed, err := s.transact(tasks)
	if changed && err == nil {
		s.announce()
	}
	for _, t := range tasks {
		if err != nil {
			t.err = err
		}
		close(t.done)
	}
}

// transact does the tasks in one transaction. Its own error is one for all.
func (s *Store) transact(tasks []*task) (changed bool, err error) {
	tx, err := s.writer.Begin()
	if err != nil {
		return false, fmt.Errorf("begin: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	h := hand{tx, s.ready}
	before, err := h.changes()
	if err != nil {
		return false, err
	}
	for _, t := range tasks {
		if err := t.try(h); err != nil {
			return false, err
		}
		after, err := h.changes()
		if err != nil {
			return false, err
		}
		changed = changed || t.err == nil && after != before
		before = after
	}
	if err := tx.Commit(); err != nil {
		return false, fmt.Errorf("commit: %w", err)
	}
	return changed, nil
}

// try does one task behind a savepoint. Its failure is the task's alone, unless
// the transaction itself is gone.
func (t *task) try(h hand) error {
	if t.err = t.ctx.Err(); t.err != nil {
		return nil
	}
	if _, err := h.exec(savepoint); err != nil {
		return fmt.Errorf("begin task: %w", err)
	}
	if t.err = t.call(h); t.err != nil {
		if _, err := h.exec(takeBack); err != nil {
			return fmt.Errorf("take task back: %w (it had failed: %v)", err, t.err)
		}
	}
	if _, err := h.exec(release); err != nil {
		return fmt.Errorf("end task: %w", err)
	}
	return nil
}

// call turns a panic into the task's error: the others in the group go on.
func (t *task) call(h hand) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic while writing: %v\n%s", r, debug.Stack())
		}
	}()
	return t.do(h)
}
