package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"contrapost/cmd/contrapost/post"
	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/projector"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// settings are what a service is wired from.
type settings struct {
	db      string // path of the database
	address string // the service's own, "game@example.org"
	name    string // what letters are from; "" for Contrapost
	key     []byte // signs reply addresses and Message-IDs
	smtp    mailer.CourierConfig
	imap    mailer.FetcherConfig
	entropy io.Reader     // secrets and ids are drawn from it
	prompt  bool          // sealed windows open at once
	watch   time.Duration // how often to look whether another process has written; 0: never
	outage  time.Duration // a longer deafness counts for nobody's silence; 0 means 15 minutes
	now     func() time.Time
	log     *slog.Logger

	keyFile    string      // where serve finds the key, or leaves it, if there is no key above
	authserv   string      // what the mail server calls itself where it vouches for a sender; "" if it does not
	moderators []string    // addresses that may rule by mail
	policy     post.Policy // what it takes to be believed; "" means post.ByToken
	limits     post.Limits
	operator   string // address of who moderates and is told of faults; "" for nobody
	backup     backupSettings
	out        io.Writer // is told what is served, in one line; nil for nobody
}

// backupSettings say where the nightly copies of the database go.
type backupSettings struct {
	directory string // "" for none
	keep      int    // copies
}

// service is everything between the mailbox and the log.
type service struct {
	store     *events.Store
	house     *table.House
	room      *post.Room
	fetcher   *mailer.Fetcher
	courier   *mailer.Courier
	projector *projector.Projector
	clock     *post.Clock
	backups   backupSettings
	forgetter forgetter
	copying   sync.Mutex // held while copies of the database are made, or changed
	watch     time.Duration
	now       func() time.Time
	log       *slog.Logger
}

// wire opens the log and puts the rooms together.
func wire(ctx context.Context, c settings) (*service, error) {
	store, err := events.Open(ctx, c.db)
	if err != nil {
		return nil, err
	}
	s := &service{store: store, now: c.now, backups: c.backup, watch: c.watch, log: c.log}
	if err := s.furnish(ctx, c); err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return s, nil
}

func (s *service) furnish(ctx context.Context, c settings) (err error) {
	s.house = newHouse(s.store, c.entropy, c.prompt)
	if s.projector, err = projector.New(ctx, s.store, view(s.house)); err != nil {
		return err
	}
	s.ask(c.address)
	if s.courier, err = mailer.NewCourier(c.smtp); err != nil {
		return fmt.Errorf("outgoing mail: %w", err)
	}
	if c.key == nil {
		if c.key, err = signingKey(ctx, s.store, c.keyFile, c.entropy); err != nil {
			return err
		}
	}
	box, host, _ := strings.Cut(c.address, "@")
	signer, err := mailer.NewSigner(c.key, box, host)
	if err != nil {
		return fmt.Errorf("reply addresses: %w", err)
	}
	catalog, err := newCatalog()
	if err != nil {
		return err
	}
	s.room = &post.Room{
		Log: s.store, House: s.house, Catalog: catalog, Signer: signer, Courier: s.courier,
		Address: c.address, Name: cmp.Or(c.name, "Contrapost"), Operator: c.operator, Authserv: c.authserv, Moderators: c.moderators,
		Reckon: reckon,
		Keepsake: func(ctx context.Context, table, lang string) (mailer.Attachment, error) {
			return keepsake(ctx, s.store, table, lang)
		},
		Policy: c.policy, Limits: c.limits, Key: c.key, IsOrder: isOrder(s.house.Lobby), Standing: s.standing, Now: c.now, Slog: c.log,
	}
	s.house.Judge = judges{addresses: append([]string{c.operator}, c.moderators...)}.sits
	s.house.Code = s.room.ForgetCode
	s.forgetter = forgetter{
		store: s.store, house: s.house, notes: notesBeside(cmp.Or(c.keyFile, c.db)), backups: c.backup, entropy: c.entropy,
	}
	c.imap.Quarantine = s.room.Quarantine
	c.imap.Failed = func(ctx context.Context, uidvalidity, uid uint32) (int, error) {
		return s.room.Failed(ctx, c.imap.Mailbox, uidvalidity, uid)
	}
	s.clock = &post.Clock{
		Log: s.store, House: s.house, Tables: s.live, Look: func() { s.fetcher.Look() },
		Contain: s.room.Contain, Outage: cmp.Or(c.outage, 15*time.Minute), Now: c.now, Slog: c.log,
	}
	if err := s.clock.Start(ctx); err != nil {
		return err
	}
	s.house.Heard = s.clock.Heard
	c.imap.Caught, c.imap.Handled = s.clock.Caught, s.clock.Handled
	if s.fetcher, err = mailer.NewFetcher(c.imap); err != nil {
		return fmt.Errorf("incoming mail: %w", err)
	}
	return nil
}

func newHouse(log events.Log, entropy io.Reader, prompt bool) *table.House {
	return &table.House{
		Log: log, Lobby: lobby.Lobby{Games: games.All()}, Deck: data.Deck,
		Entropy: entropy, Prompt: prompt,
	}
}

// newCatalog gives the words of all letters, which are part of the program and read
// once.
var newCatalog = sync.OnceValues(func() (*templates.Catalog, error) {
	var words []map[string][]byte
	lexicons := []engine.Lexicon{lobby.Lobby{Games: games.All()}.Lexicon()}
	for _, g := range games.All() {
		words, lexicons = append(words, g.Words()), append(lexicons, g.Lexicon())
	}
	c, err := templates.NewCatalog(words...)
	if err == nil {
		err = c.Spell(lexicons...)
	}
	if err != nil {
		return nil, fmt.Errorf("words of letters: %w", err)
	}
	return c, nil
})

// isOrder tells orders from prose where no table is known: any game's will do.
func isOrder(l lobby.Lobby) func(string) bool {
	return func(line string) bool {
		_, ours := l.Read(line, nil)
		return ours || games.IsOrder(line)
	}
}

// view folds a table into its read rows, as far as it folds.
func view(h *table.House) projector.View {
	return func(ctx context.Context, stream string, upto int64) (projector.Table, error) {
		t, err := h.Load(ctx, stream, upto)
		if f, ok := errors.AsType[*table.Fault](err); ok {
			if f.Version == 0 {
				return projector.Table{Stream: stream, State: projector.Resting}, nil
			}
			t, err = h.Load(ctx, stream, f.Version)
		}
		if err != nil {
			return projector.Table{}, err
		}
		row := laid(t)
		if t.Attempt(func() error { row = asked(t); return nil }) != nil {
			row.State = projector.Resting // for whoever settles the table will find the same
		}
		return row, nil
	}
}

// laid is what the read row of a table says without asking its game.
func laid(t *table.Table) projector.Table {
	row := projector.Table{
		Stream: t.ID, Version: t.Version, Game: t.Lobby.Game, Want: t.Lobby.Want, Private: t.Lobby.Private,
	}
	for _, p := range t.Lobby.Places {
		row.Seats = append(row.Seats, projector.Seat{Player: p.Player, Bot: p.Bot, Silent: p.Silent, Seeks: p.Seeks})
	}
	for _, n := range t.Invitations() {
		row.Invitations = append(row.Invitations, projector.Invitation{By: n.By, Guest: n.Guest, At: n.At})
	}
	return row
}

// asked is the whole read row of a table.
func asked(t *table.Table) projector.Table {
	row := laid(t)
	row.State = state(t)
	row.Due, _ = t.Own()
	if t.Play == nil {
		return row
	}
	for i := range row.Seats {
		at, seat := engine.Seat(i+1), &row.Seats[i]
		wait, _ := t.Lobby.WaitOf(at)
		seat.Waits = wait.Due
		if t.Lobby.Paused.IsZero() { // a table that is paused asks nobody anything
			seat.Asked = t.Play.Asked(at).Kind
		}
		q, _ := t.Question(at)
		seat.Version, seat.Opened, seat.Deadline = q.Version, q.Opened, q.Deadline
		for _, o := range q.Stops {
			seat.Stops = append(seat.Stops, projector.Stop(o))
		}
	}
	return row
}

func state(t *table.Table) string {
	switch {
	case t.Lobby.Closed:
		return projector.Closed
	case t.Over():
		return projector.Over
	case t.Play != nil:
		return projector.Playing
	}
	return projector.Open
}

// live lists the tables that wait for something, as they stand now.
func (s *service) live(ctx context.Context) ([]projector.Table, error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return nil, err
	}
	return s.projector.Live(ctx)
}

// standing lists all tables as they stand now, and a position that the list is not
// older than.
func (s *service) standing(ctx context.Context) (tables []projector.Table, position int64, err error) {
	if err := s.projector.CatchUp(ctx); err != nil {
		return nil, 0, err
	}
	if position, err = s.projector.Position(ctx); err != nil {
		return nil, 0, err
	}
	tables, err = s.projector.Tables(ctx)
	return tables, position, err
}

// cursors keeps in the log's database how far the mailbox has been read.
type cursors struct{ log events.Log }

func (c cursors) Cursor(ctx context.Context, mailbox string) (uidvalidity, uid uint32, err error) {
	at, err := c.log.Cursor(ctx, mailbox)
	if errors.Is(err, events.ErrNotFound) {
		return 0, 0, nil
	}
	return at.UIDValidity, at.UID, err
}

func (c cursors) SetCursor(ctx context.Context, mailbox string, uidvalidity, uid uint32) error {
	return c.log.SetCursor(ctx, events.Cursor{Mailbox: mailbox, UIDValidity: uidvalidity, UID: uid})
}

// run first lets the tables go on that had to rest and no longer do. Then it carries
// mail in and letters out, and keeps the read tables current, until the context ends.
func (s *service) run(ctx context.Context) error {
	if err := s.room.Mend(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var running sync.WaitGroup
	for _, part := range []func(context.Context) error{
		s.knock,
		func(ctx context.Context) error { return s.fetcher.Run(ctx, cursors{s.room.Log}, s.room.Receive) },
		s.room.Run,
		s.room.Settle,
		s.clock.Run,
		s.chores,
		s.farewells,
		s.project,
		s.watchFile,
	} {
		running.Go(func() {
			if err := part(ctx); err != nil && ctx.Err() == nil {
				stop(err)
			}
		})
	}
	running.Wait()
	s.courier.Close()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// knock tries the account that letters leave by, before there is one to send: a wrong
// password is told at once.
func (s *service) knock(ctx context.Context) error {
	switch r := s.courier.Try(ctx); {
	case r.Err == nil:
		s.log.Info("letters can be handed in")
	case ctx.Err() != nil:
	case r.Alarm:
		s.log.Error("submission server takes no letters from us; they wait until the account is right", "error", r.Err)
	default:
		s.log.Warn("submission server cannot be reached; letters wait", "error", r.Err)
	}
	return nil
}

// watchFile has the others take notice of what another process writes: a moderator's
// ruling, say.
func (s *service) watchFile(ctx context.Context) error {
	if s.watch == 0 {
		return nil
	}
	return s.store.Watch(ctx, s.watch)
}

// project follows the log with the read tables.
func (s *service) project(ctx context.Context) error {
	for {
		changed := s.store.Changed()
		if err := s.projector.CatchUp(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("read tables", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		}
	}
}
