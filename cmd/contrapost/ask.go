package main

import (
	"context"
	"errors"
	"strings"
	"time"
	_ "time/tzdata" // so that players' time zones are known on every machine

	"contrapost/data"
	"contrapost/events/projector"
	"contrapost/events/table"
	"contrapost/mailer"
)

// ask hands the house its questions to the read tables, the mail and the map.
func (s *service) ask(own string) {
	s.house.Sitting = s.sitting
	s.house.Forming = s.forming
	s.house.Seeking = s.seeking
	s.house.Invited = s.invited
	s.house.Address = guestAddress(own)
	s.house.Zone = data.Zone
}

// sitting lists a player's tables as they stand now.
func (s *service) sitting(ctx context.Context, player string) ([]table.Sitting, error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return nil, err
	}
	rows, err := s.projector.Sitting(ctx, player)
	if err != nil {
		return nil, err
	}
	var all []table.Sitting
	for _, r := range rows {
		all = append(all, table.Sitting{
			Table: r.Stream, Game: r.Game, Version: r.Version, Asked: r.Asked, Deadline: r.Deadline,
			Open: r.State == projector.Open, Resting: r.State == projector.Resting, Closed: r.State == projector.Closed,
			Over: r.State == projector.Over || r.State == projector.Closed,
			Left: r.Left, Seeks: r.Seeks,
		})
	}
	return all, nil
}

func (s *service) forming(ctx context.Context) ([]string, error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return nil, err
	}
	return s.projector.Forming(ctx)
}

func (s *service) seeking(ctx context.Context) ([]string, error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return nil, err
	}
	return s.projector.Seeking(ctx)
}

func (s *service) invited(ctx context.Context, by, guest string, since time.Time) (int, error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return 0, err
	}
	return s.projector.Invited(ctx, by, guest, since)
}

var errOwnAddress = errors.New("the service's own address")

// guestAddress checks the addresses of those who are invited as those of senders are
// checked, and refuses the service's own, with or without a detail behind its name.
func guestAddress(own string) func(string) (string, error) {
	ownBox, ownHost, _ := strings.Cut(own, "@")
	return func(written string) (string, error) {
		address, err := mailer.CheckAddress(written)
		if err != nil {
			return "", err
		}
		box, host, _ := strings.Cut(address, "@")
		box, _, _ = strings.Cut(box, "+")
		if strings.EqualFold(box, ownBox) && strings.EqualFold(host, ownHost) {
			return "", errOwnAddress
		}
		return address, nil
	}
}
