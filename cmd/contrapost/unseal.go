package main

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"
	"time"

	"contrapost/events"
	"contrapost/events/table"
)

// unsealing asks for the secrets of a game that is not over.
type unsealing struct {
	Unseal bool   `help:"Show the secrets of a game that is not over. It is entered in the log, and everybody at the table is told why."`
	Why    string `help:"The reason, with --unseal." placeholder:"TEXT"`
}

// alone refuses a reason for what is not asked for.
func (u unsealing) alone() error {
	if u.Why != "" && !u.Unseal {
		return misuse("--why goes with --unseal: nothing is unsealed without it, and nobody is told")
	}
	return nil
}

// unseal enters in the log that the secrets are about to be seen. Who sits at the
// table may not see them.
func (u unsealing) unseal(ctx context.Context, which whichDatabase, id string) error {
	if which.Config == "" || strings.TrimSpace(u.Why) == "" {
		return misuse("--unseal takes --why TEXT, which the players are told, and --config FILE, which says who you are")
	}
	who, err := configuredJudges(which.Config)
	if err != nil {
		return err
	}
	store, _, err := which.write(ctx)
	if err != nil {
		return err
	}
	house := newHouse(store, rand.Reader, false)
	return errors.Join(u.unsealAt(ctx, house, id, who), store.Close())
}

func (u unsealing) unsealAt(ctx context.Context, house *table.House, id string, who judges) error {
	t, err := house.Load(ctx, id, 0)
	if err != nil {
		return noTable(id, err)
	}
	if t.Ended() {
		return misuse("the game at table %s is over: its log is open without --unseal", id)
	}
	sat, err := house.Log.SeatNames(ctx, t.ID) // now, or once
	if err != nil {
		return err
	}
	for _, p := range sat {
		player, err := house.Log.Player(ctx, p.Player)
		if err != nil && !errors.Is(err, events.ErrNotFound) {
			return err
		}
		if player.Address != "" && who.sits(player.Address) {
			return misuse("%s sits at table %s, or did; nobody who does may see its secrets: have somebody else do it", player.Address, id)
		}
	}
	return refusedInWords(house.Unseal(ctx, id, who.name, u.Why, time.Now()), t.Names)
}

// noTable makes it wrong use to name a table that is not there.
func noTable(id string, err error) error {
	if errors.Is(err, events.ErrNotFound) {
		return misuse("there is no table %s; contrapost tables lists them", id)
	}
	return err
}

// judges are those who run a service.
type judges struct {
	name      string // what the operator goes by in the log
	addresses []string
}

func (j judges) sits(address string) bool {
	return slices.ContainsFunc(j.addresses, func(a string) bool { return strings.EqualFold(a, address) })
}
