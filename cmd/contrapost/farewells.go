package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// farewells forgets those who asked for it, once their last letter has gone, until
// the context ends. It first finishes what an earlier run has begun.
func (s *service) farewells(ctx context.Context) error {
	if err := s.finishForgetting(ctx); err != nil && ctx.Err() == nil {
		s.log.Error("forget", "err", err)
	}
	for ctx.Err() == nil {
		changed := s.store.Changed()
		if err := s.forgetLeaving(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("forget", "err", err)
		}
		await(ctx, changed)
	}
	return nil
}

func (s *service) finishForgetting(ctx context.Context) error {
	begun, err := s.store.Unscoured(ctx)
	if err != nil || len(begun) == 0 {
		return err
	}
	s.copying.Lock()
	defer s.copying.Unlock()
	return s.forgetter.finish(ctx, begun...)
}

// await waits for a change, or long enough to look again: a last letter may never go.
func await(ctx context.Context, changed <-chan struct{}) {
	again := time.NewTimer(15 * time.Minute)
	defer again.Stop()
	select {
	case <-ctx.Done():
	case <-changed:
	case <-again.C:
	}
}

func (s *service) forgetLeaving(ctx context.Context) error {
	leaving, err := s.store.Leaving(ctx, s.now())
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range leaving {
		if err := s.forget(ctx, id); err != nil {
			failed = append(failed, fmt.Errorf("player %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// forget forgets one player, while no copy of the database is being made.
func (s *service) forget(ctx context.Context, id string) error {
	p, err := s.store.Player(ctx, id)
	if err != nil {
		return err
	}
	s.copying.Lock()
	defer s.copying.Unlock()
	gone, err := s.forgetter.forget(ctx, p, s.now())
	if err != nil {
		return err
	}
	s.log.Info("player forgotten", "player", id, "texts", gone.Texts, "mails", gone.Mails, "letters", gone.Letters)
	return nil
}
