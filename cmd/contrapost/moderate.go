package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
)

type moderate struct {
	whichDatabase
	Table  string   `arg:"" name:"TABLE" help:"The table."`
	Ruling []string `arg:"" name:"RULING" help:"pause, resume, extend DURATION, replace SEAT ADDRESS, bot SEAT, rewind VERSION, note TEXT or close."`
}

// Run carries out a ruling, also while the database is served: the service takes
// notice, and sends the letters that tell of it.
func (c *moderate) Run(ctx context.Context, t *terminal) (err error) {
	store, own, err := c.write(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	house := newHouse(store, rand.Reader, false)
	house.Address = guestAddress(own)
	if c.Config != "" {
		who, err := configuredJudges(c.Config)
		if err != nil {
			return err
		}
		house.Judge = who.sits
	}
	names, err := house.Rule(ctx, c.Table, strings.Join(c.Ruling, " "), time.Now())
	if err = refusedInWords(err, names); err != nil {
		return err
	}
	fmt.Fprintf(t.out, "done; everybody at table %s is told\n", strings.ToUpper(c.Table))
	return nil
}

// refusedInWords makes wrong use of a refusal, in the sentence that a player would
// read.
func refusedInWords(err error, names engine.Roster) error {
	var no *engine.Refusal
	if _, fault := errors.AsType[*table.Fault](err); fault || !errors.As(err, &no) {
		return err
	}
	catalog, broken := newCatalog()
	if broken != nil {
		return errors.Join(err, broken)
	}
	return misuse("%s", catalog.For("en", names).Say("refused."+no.Key, no.Args))
}

// write opens the database to be written to, whether or not it is served, and gives
// the service's own address, if a config tells it.
func (w whichDatabase) write(ctx context.Context) (store *events.Store, own string, err error) {
	path := w.DB
	if path == "" {
		if path, own, err = configuredPlace(w.Config); err != nil {
			return nil, "", err
		}
	}
	store, err = events.OpenExisting(ctx, path)
	return store, own, missing(err)
}
