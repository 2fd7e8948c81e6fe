package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

type demo struct {
	Game    string `default:"both" help:"The game to play, or both."`
	Players int    `default:"4" help:"Seats at the table."`
	Seed    int64  `default:"1" help:"Fixes the table's secret and what the players do: the same seed deals the same cards."`
	Out     string `help:"Directory for the database, the mailboxes and the log, new or empty; a temporary one if left out."`
}

const (
	demoHost    = "contrapost.test"
	demoAddress = "game@" + demoHost
	demoWord    = "demo" // the password of every mailbox on the loopback server
)

// demoNames are the players, in the order in which they join.
var demoNames = []string{"Ann", "Bob", "Cem", "Dov", "Eva", "Fay"}

// Run plays one table of each game asked for, by real mail on loopback, to its end.
func (d *demo) Run(ctx context.Context, t *terminal) error {
	chosen, err := d.chosen()
	if err != nil {
		return err
	}
	if err := d.prepare(); err != nil {
		return err
	}
	start := time.Now()
	err = d.play(ctx, t, chosen)
	fmt.Fprintf(t.out, "\nEverything is in %s (%.1f s): contrapost.db, mail/NAME.mbox, export/TABLE.txt, .html, .jsonl and .mbox, log.txt\n", d.Out, time.Since(start).Seconds())
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

// chosen lists the games to play.
func (d *demo) chosen() ([]engine.Game, error) {
	all := games.All()
	if d.Game != "both" {
		g, ok := games.Find(d.Game)
		if !ok {
			return nil, misuse("demo: no game %q; there is %s, or both", d.Game, strings.Join(gameNames(), ", "))
		}
		all = []engine.Game{g}
	}
	for _, g := range all {
		if least, most := g.Seats(); d.Players < least || d.Players > most || d.Players > len(demoNames) {
			return nil, misuse("demo: %s seats %d to %d players, not %d", g.Name(), least, most, d.Players)
		}
	}
	return all, nil
}

// prepare makes the directory that everything is left in. An earlier demo there
// is not written over.
func (d *demo) prepare() (err error) {
	if d.Out == "" {
		if d.Out, err = os.MkdirTemp("", "contrapost-demo-"); err != nil {
			return fmt.Errorf("demo: make a directory: %w", err)
		}
	}
	there, err := os.ReadDir(d.Out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return misuse("demo: %w; name a directory with --out", err)
	}
	if len(there) > 0 {
		return misuse("demo: %s is not empty; name another directory with --out", d.Out)
	}
	if err := os.MkdirAll(filepath.Join(d.Out, "mail"), 0o755); err != nil {
		return fmt.Errorf("demo: make %s: %w", d.Out, err)
	}
	return nil
}

func (d *demo) db() string { return filepath.Join(d.Out, "contrapost.db") }

// play starts the mail server and the service, seats the players, and waits for
// every table's end.
func (d *demo) play(ctx context.Context, t *terminal, chosen []engine.Game) (err error) {
	logFile, err := os.Create(filepath.Join(d.Out, "log.txt"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, logFile.Close()) }()
	server, err := d.serve()
	if err != nil {
		return err
	}
	defer server.Close()
	s, err := wire(ctx, d.settings(server, slog.New(slog.NewTextHandler(logFile, nil))))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.store.Close()) }()
	fmt.Fprintf(t.out, "A mail server listens on %s (SMTP) and %s (IMAP).\n", server.SMTPAddr(), server.IMAPAddr())
	ended := make(chan error, 1)
	serving, stop := context.WithCancel(ctx)
	go func() { ended <- s.run(serving) }()
	var printed int64 // of the log, over all tables
	for _, g := range chosen {
		if err = d.table(ctx, t, s, server, g, &printed); err != nil {
			break
		}
	}
	stop()
	err = errors.Join(err, <-ended, d.keepMail(server))
	if err != nil {
		return err
	}
	return d.keepExports(ctx, s.store)
}

// serve starts the loopback mail server with a mailbox for everybody.
func (d *demo) serve() (*loopback.Server, error) {
	server, err := loopback.Start(loopback.Options{Host: demoHost})
	if err != nil {
		return nil, err
	}
	for _, who := range append([]string{"game"}, demoNames[:d.Players]...) {
		if err := server.AddUser(strings.ToLower(who)+"@"+demoHost, demoWord); err != nil {
			return nil, errors.Join(err, server.Close())
		}
	}
	return server, nil
}

// settings derive everything that is drawn from the seed.
func (d *demo) settings(server *loopback.Server, log *slog.Logger) settings {
	key := sha256.Sum256(fmt.Appendf(nil, "demo key %d", d.Seed))
	return settings{
		db: d.db(), address: demoAddress, key: key[:],
		smtp: demoCourier(server, demoAddress), imap: demoFetcher(server, demoAddress, log),
		entropy: rand.NewChaCha8(sha256.Sum256(fmt.Appendf(nil, "demo entropy %d", d.Seed))),
		prompt:  true, now: time.Now, log: log,
	}
}

func demoCourier(server *loopback.Server, address string) mailer.CourierConfig {
	host, port := hostPort(server.SMTPAddr())
	return mailer.CourierConfig{Host: host, Port: port, TLS: mailer.NoTLS, User: address, Password: demoWord, Linger: time.Minute}
}

func demoFetcher(server *loopback.Server, address string, log *slog.Logger) mailer.FetcherConfig {
	return mailer.FetcherConfig{
		Addr: server.IMAPAddr(), TLS: mailer.NoTLS, User: address, Password: demoWord, Flag: `\Seen`, Log: log,
	}
}

func (d *demo) keepMail(server *loopback.Server) error {
	for _, who := range append([]string{"game"}, demoNames[:d.Players]...) {
		f, err := os.Create(filepath.Join(d.Out, "mail", who+".mbox"))
		if err != nil {
			return err
		}
		if err := errors.Join(server.WriteMbox(f, strings.ToLower(who)+"@"+demoHost), f.Close()); err != nil {
			return fmt.Errorf("keep the mail of %s: %w", who, err)
		}
	}
	return nil
}
