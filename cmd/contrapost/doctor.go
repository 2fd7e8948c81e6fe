package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"time"

	"contrapost/events/export"
	"contrapost/mailer"
)

type doctor struct {
	Config string        `help:"The config file." placeholder:"FILE" required:""`
	Wait   time.Duration `help:"How long to wait for the mail that goes round." default:"60s"`
	JSON   bool          `name:"json" help:"One JSON object a line, for programs."`
}

// Run tries every setting of a config and prints a line each, with what to do where
// something is wrong. It changes nothing: what it sends it takes away again.
func (d *doctor) Run(ctx context.Context, t *terminal) error {
	if d.Wait <= 0 {
		return misuse("doctor: --wait must be longer than no time, as in 60s")
	}
	e := &examination{verification: &verification{t: t, json: d.JSON}, wait: d.Wait}
	var err error
	e.settings, err = loadConfig(d.Config, io.Discard)
	if errors.Is(err, fs.ErrNotExist) && !errors.As(err, new(mistakes)) {
		return err
	}
	if err := e.all(ctx, err); err != nil {
		return err
	}
	if !d.JSON {
		fmt.Fprintf(t.out, "%d held, %d broken\n", e.held, e.broken)
	}
	if e.broken > 0 {
		return errNotHeld
	}
	return ctx.Err()
}

// examination is one look at everything that a config names.
type examination struct {
	*verification
	settings settings
	wait     time.Duration
}

// stations are the names of all checks after those of the config itself, in order.
var stations = []string{
	"key-file", "database-directory", "disk-space", "database", "backup-directory",
	"imap", "imap-idle", "moved-to", "smtp", "round-trip", "plus-address", "idle-wake", "authserv", "clock",
}

func (e *examination) all(ctx context.Context, wrong error) error {
	if err := e.config(wrong); err != nil || wrong != nil {
		return err
	}
	for _, look := range []func(context.Context) []export.Check{e.files, e.mail} {
		if err := e.print("", look(ctx)...); err != nil {
			return err
		}
	}
	return nil
}

// aboutSecret recognises a mistake about where a secret is, which is told apart.
var aboutSecret = regexp.MustCompile(`: (imap|smtp)\.\w+_(file|env) `)

// config tells what is wrong with the config. With one that is, nothing can be tried.
func (e *examination) config(wrong error) error {
	var many mistakes
	if !errors.As(wrong, &many) && wrong != nil {
		many = mistakes{wrong.Error()}
	}
	checks := map[string][]export.Check{}
	for _, mistake := range many {
		name := "config"
		if aboutSecret.MatchString(mistake) {
			name = "secrets"
		}
		checks[name] = append(checks[name], export.Breaks(name, 0, "%s", mistake))
	}
	for _, name := range []string{"config", "secrets"} {
		if checks[name] == nil {
			checks[name] = []export.Check{{Name: name, State: export.Held}}
		}
		if err := e.print("", checks[name]...); err != nil {
			return err
		}
	}
	if wrong == nil {
		return nil
	}
	return e.print("", skipped("the config comes first", stations...)...)
}

func fine(name string) export.Check { return export.Check{Name: name, State: export.Held} }

func skipped(why string, names ...string) (checks []export.Check) {
	for _, name := range names {
		checks = append(checks, export.Skipped(name, "%s", why))
	}
	return checks
}

// failed is a check that a mail server failed, with what to do.
func failed(name string, err error) export.Check {
	return export.Breaks(name, 0, "%v; %s", err, mailer.Advice(err))
}
