package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
)

type serving struct {
	Config  string `help:"The config file." placeholder:"FILE"`
	Example bool   `help:"Print an example of a config file, with every key, and end."`
}

// Run serves as the config says until the context ends.
func (s *serving) Run(ctx context.Context, t *terminal) error {
	if s.Example {
		_, err := fmt.Fprint(t.out, exampleConfig)
		return err
	}
	if s.Config == "" {
		return misuse("serve: name a config with --config FILE; contrapost serve --example prints one to begin with")
	}
	c, err := loadConfig(s.Config, t.err)
	if err != nil {
		return err
	}
	c.out = t.out
	return serve(ctx, c)
}

// serve is the service: mail in, tables, letters out, on a database that nobody
// else serves, until the context ends. What is in hand then is finished first.
func serve(ctx context.Context, c settings) (err error) {
	lock, err := hold(c.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	s, err := wire(ctx, c)
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return nil // it was told to stop before it had begun
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.store.Close()) }()
	if c.out != nil {
		fmt.Fprintln(c.out, c.doing())
	}
	if err = s.run(ctx); err == nil {
		c.log.Info("stopped")
	}
	return err
}

// doing says in one line what is served.
func (c settings) doing() string {
	return fmt.Sprintf("serving %s: database %s, mail from %s, letters through %s",
		c.address, c.db, c.imap.Addr, net.JoinHostPort(c.smtp.Host, strconv.Itoa(c.smtp.Port)))
}
