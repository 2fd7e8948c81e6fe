// Command contrapost runs smuggling games by electronic mail.
//
//	contrapost serve     runs the service that a config describes
//	contrapost doctor    tries every setting of a config, and says what to fix
//	contrapost tables    lists the tables: who is awaited, until when
//	contrapost players   lists the players and their tables
//	contrapost audit     prints a table's log as a person reads it
//	contrapost moderate  rules at a table: pauses it, replaces a player, takes it back
//	contrapost held      lists the mails that were not believed, accepts or refuses one
//	contrapost backup    copies the database, also while it is served
//	contrapost forget    erases a person, also while the database is served
//	contrapost restore   checks a backup and puts it in the database's place
//	contrapost verify    checks the log, every shuffle and every decision
//	contrapost export    writes the history, the letters or a replay of a finished game
//	contrapost import    takes in a finished game from a file
//	contrapost rebuild   drops the read tables and folds the log again
//	contrapost report    counts what players did to each other in games that are over
//	contrapost parse     shows how mails in files are read
//	contrapost demo      plays whole games by real mail on this machine
//	contrapost scenario  runs rule cases and says which expectations failed
//	contrapost sim       plays games with bots in memory and reports figures
//
// Exit codes: 0 done, 1 what was checked does not hold, 2 wrong use, 3 fault.
// Each command has a file of its own; wire.go is where store, games, templates,
// mail, clock and entropy meet; package post is the room between them.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"github.com/alecthomas/kong"
)

// Exit codes, for scripts.
const (
	exitDone    = 0
	exitNotHeld = 1 // what was checked does not hold
	exitUsage   = 2 // the command was used wrongly
	exitFault   = 3 // we, or the machine, failed
)

// errNotHeld says that a check was carried out and did not hold. What was wrong
// has been printed.
var errNotHeld = errors.New("what was checked does not hold")

// usage is a mistake in how the command was used.
type usage struct{ error }

// Unwrap gives what the mistake is.
func (u usage) Unwrap() error { return u.error }

func misuse(format string, args ...any) error { return usage{fmt.Errorf(format, args...)} }

// terminal is what a command talks to.
type terminal struct {
	in       io.Reader
	out, err io.Writer
}

type commands struct {
	Serve    serving   `cmd:"" help:"Run the service that a config describes: mail in by IMAP, letters out by SMTP."`
	Doctor   doctor    `cmd:"" help:"Try every setting of a config: files, mailbox, submission, and a mail that goes round; say what to fix."`
	Tables   tables    `cmd:"" help:"List the tables: who is awaited, until when."`
	Players  players   `cmd:"" help:"List the players and their tables."`
	Audit    audit     `cmd:"" help:"Print a table's log: who ordered what, what followed, what was refused, which letters went out."`
	Held     held      `cmd:"" help:"List the mails that were not believed, and decide about them."`
	Moderate moderate  `cmd:"" help:"Rule at a table: everybody there is told."`
	Backup   backup    `cmd:"" help:"Copy the database to a new file, also while it is served."`
	Forget   forget    `cmd:"" help:"Forget a person: erase their address, name and words, and give their seats to bots."`
	Restore  restore   `cmd:"" help:"Check a backup and put it in the place of the database."`
	Verify   verify    `cmd:"" help:"Check a table, all tables, or an export: the chain of the log, every shuffle and every decision."`
	Export   exporting `cmd:"" help:"Write the history, the letters or a replay of a finished game."`
	Import   importing `cmd:"" help:"Take in a finished game from a file: it is verified first, and over."`
	Rebuild  rebuild   `cmd:"" help:"Drop the read tables and fold the log again."`
	Report   fairPlay  `cmd:"" help:"Count what players did to each other in games that are over, beside the average."`
	Parse    parse     `cmd:"" help:"Show how mails in files are read: what is an order, who sent it, what may be done with it."`
	Demo     demo      `cmd:"" help:"Play whole games by real mail on this machine: servers, service and players in one process."`
	Scenario scenario  `cmd:"" help:"Run rule cases and say which expectations failed."`
	Sim      sim       `cmd:"" help:"Play games with bots in memory and report figures."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program as a value: arguments and streams in, an exit code out.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var c commands
	out := &checked{w: stdout}
	helped := false
	parser, err := kong.New(&c,
		kong.Name("contrapost"),
		kong.Description("Two smuggling games, played by electronic mail."),
		kong.Writers(out, stderr),
		kong.Exit(func(int) { helped = true }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(&terminal{in: stdin, out: out, err: stderr}),
	)
	if err != nil {
		return report(stderr, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	parsed, err := parser.Parse(args)
	if helped {
		return exitDone
	}
	if err != nil {
		return report(stderr, misuse("%w; see contrapost --help", err))
	}
	return report(stderr, cmp.Or(parsed.Run(), out.err))
}

// checked remembers the first write that failed, so that lost output is no success.
type checked struct {
	w   io.Writer
	mu  sync.Mutex
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, err := c.w.Write(p)
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("write output: %w", err)
	}
	return n, err
}

// report prints what went wrong, a line each, and gives the exit code.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errNotHeld) {
		return exitNotHeld
	}
	lines := []string{strings.ReplaceAll(err.Error(), "\n", " ")}
	if many := (mistakes)(nil); errors.As(err, &many) {
		lines = many
	}
	for _, line := range lines {
		fmt.Fprintln(stderr, "contrapost:", line)
	}
	if errors.As(err, new(usage)) {
		return exitUsage
	}
	return exitFault
}
