package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events/table"
	"contrapost/mailer/loopback"
	"contrapost/templates"
)

// table plays one table: the host opens it, everybody answers their letters, and
// the last letters are waited for. What the log holds up to printed has been printed.
func (d *demo) table(ctx context.Context, t *terminal, s *service, server *loopback.Server, g engine.Game, printed *int64) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	fmt.Fprintf(t.out, "\n%s, %d players\n", g.Title(), d.Players)
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		watch(ctx, t, s, printed)
	}()
	err := d.people(ctx, server, g)
	stop()
	<-watching
	if err != nil {
		return err
	}
	return standings(context.WithoutCancel(ctx), t, s)
}

// people lets every player read and answer mail until all have their last letter.
func (d *demo) people(ctx context.Context, server *loopback.Server, g engine.Game) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var playing sync.WaitGroup
	for i := range d.Players {
		p, err := d.player(ctx, server, g, i)
		if err != nil {
			return err
		}
		playing.Go(func() {
			defer p.close()
			if err := p.play(ctx); err != nil {
				stop(fmt.Errorf("player %s: %w", p.name, err))
			}
		})
	}
	playing.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return nil
}

// watch prints orders as they reach the log, from a position on that it moves along;
// those that are there when the context ends are the last.
func watch(ctx context.Context, t *terminal, s *service, printed *int64) {
	for ctx.Err() == nil {
		changed := s.store.Changed()
		printLog(ctx, t, s, printed)
		select {
		case <-ctx.Done():
		case <-changed:
		}
	}
	printLog(context.WithoutCancel(ctx), t, s, printed)
}

// printLog prints the orders behind a position, and moves it to the end.
func printLog(ctx context.Context, t *terminal, s *service, printed *int64) {
	for {
		entries, err := s.store.All(ctx, *printed, 500)
		if err != nil || len(entries) == 0 {
			return
		}
		for _, e := range entries {
			*printed = e.Position
			said(ctx, t, s, e.Stream, e.Seat, e.Order, e.Kind)
		}
	}
}

func said(ctx context.Context, t *terminal, s *service, id string, seat uint8, order, kind string) {
	if kind == (lobby.Begun{}).Kind() {
		fmt.Fprintf(t.out, "  the cards are dealt at table %s\n", id)
	}
	if order == "" || seat == 0 {
		return
	}
	tbl, err := s.house.Load(ctx, id, 0)
	if err != nil {
		return
	}
	fmt.Fprintf(t.out, "  %-4s %s\n", tbl.Names.Name(engine.Seat(seat)), templates.Named(order, tbl.Names))
}

// standings prints how the newest table ended.
func standings(ctx context.Context, t *terminal, s *service) error {
	streams, err := s.store.Streams(ctx)
	if err != nil {
		return err
	}
	if len(streams) == 0 {
		return errors.New("no table was opened")
	}
	tbl, err := s.house.Load(ctx, streams[len(streams)-1], 0)
	if err != nil {
		return err
	}
	return printStandings(t, tbl)
}

func printStandings(t *terminal, tbl *table.Table) error {
	if !tbl.Over() {
		return fmt.Errorf("table %s has not ended", tbl.ID)
	}
	result, _ := tbl.Play.Result()
	seats := engine.Seats(len(result.Scores))
	slices.SortStableFunc(seats, func(a, b engine.Seat) int {
		return cmp.Compare(result.Scores[b-1], result.Scores[a-1])
	})
	fmt.Fprintf(t.out, "\n%s at table %s is over.\n", tbl.Game.Title(), tbl.ID)
	for _, seat := range seats {
		won := ""
		if slices.Contains(result.Winners, seat) {
			won = "  won"
		}
		fmt.Fprintf(t.out, "  %-4s %8d%s\n", tbl.Names.Name(seat), result.Scores[seat-1], won)
	}
	return nil
}

func hostPort(addr string) (string, int) {
	host, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(port)
	return host, n
}
