package post

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// Deliver tries every letter that is due now, once.
func (r *Room) Deliver(ctx context.Context) error {
	for ctx.Err() == nil {
		letters, err := r.Log.Claim(ctx, r.Now(), 16)
		if err != nil {
			return fmt.Errorf("claim letters: %w", err)
		}
		if len(letters) == 0 {
			return nil
		}
		if err := r.round(ctx, letters); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// errWaits says that the submission server takes letters from nobody here, whoever
// they are for: the others would only knock at a closed door.
var errWaits = errors.New("letters wait: the submission server refuses us; see to the account, its password and its limits")

// errMoot says that a letter is overtaken and is not to leave.
var errMoot = errors.New("letter is overtaken")

// round tries claimed letters one after the other. Those it does not come to, as
// the context ends or the server refuses us, are given back as they were.
func (r *Room) round(ctx context.Context, letters []events.Letter) error {
	var failed []error
	r.recent, r.kept = nil, nil
	for i, l := range letters {
		if ctx.Err() != nil {
			return errors.Join(append(failed, r.giveBack(ctx, letters[i:]))...)
		}
		alarm, err := r.carry(ctx, l)
		if err != nil {
			failed = append(failed, fmt.Errorf("settle letter %d: %w", l.ID, err))
		}
		if alarm {
			return errors.Join(append(failed, errWaits, r.giveBack(ctx, letters[i+1:]))...)
		}
	}
	return errors.Join(failed...)
}

// carry takes one letter through its attempt and writes down its fate, which the
// end of the context does not interrupt.
func (r *Room) carry(ctx context.Context, l events.Letter) (alarm bool, err error) {
	finishing, done := mailer.Finishing(ctx)
	defer done()
	fate, alarm := r.try(finishing, l)
	if fate == (events.Fate{}) { // nobody gets it before its table goes on, or as it was worded
		return alarm, r.giveBack(ctx, []events.Letter{l})
	}
	err = r.Log.Settle(context.WithoutCancel(ctx), l.ID, fate)
	if errors.Is(err, events.ErrRecalled) {
		return alarm, nil
	}
	return alarm, err
}

func (r *Room) giveBack(ctx context.Context, letters []events.Letter) error {
	var ids []int64
	for _, l := range letters {
		ids = append(ids, l.ID)
	}
	if err := r.Log.GiveBack(context.WithoutCancel(ctx), ids); err != nil {
		return fmt.Errorf("give letters back: %w", err)
	}
	return nil
}

// try makes one attempt at a letter and says what became of it, and whether the
// server refused us rather than the letter. A letter that cannot be worded is a
// fault of ours: it waits, and the log says why. One whose table rests has no fate,
// nor has one that was recalled.
func (r *Room) try(ctx context.Context, l events.Letter) (fate events.Fate, alarm bool) {
	defer func() {
		if p := recover(); p != nil { // one letter must not stop the others
			r.Slog.Error("word letter", "letter", l.ID, "panic", p, "stack", string(debug.Stack()))
			fate, alarm = r.later(l, events.Waiting, "could not be worded"), false
		}
	}()
	if no, err := r.withheld(ctx, l.Player); no {
		return events.Fate{State: events.Refused, Reply: "not sent: an earlier letter to this reader came back", At: r.Now()}, false
	} else if err != nil {
		r.Slog.Error("look for bounces", "letter", l.ID, "err", err)
		return r.later(l, events.Waiting, "could not be looked up"), false
	}
	to, raw, err := r.worded(ctx, &l)
	if errors.Is(err, events.ErrRecalled) {
		return events.Fate{}, false
	}
	if err != nil {
		fault, broken := errors.AsType[*table.Fault](err)
		if r.Contain(ctx, err) == nil && broken && fault.Table == l.Stream {
			return events.Fate{}, false
		}
		if errors.Is(err, errMoot) {
			return events.Fate{State: events.Superseded, At: r.Now()}, false
		}
		r.Slog.Error("word letter", "letter", l.ID, "table", l.Stream, "seat", l.Seat, "err", err)
		return r.later(l, events.Waiting, "could not be worded"), false
	}
	result := r.Courier.Send(ctx, r.Address, to, raw)
	r.tell(ctx, l, to, result)
	return r.fate(l, result), result.Alarm
}

// tell logs an attempt. The Message-ID stands there as a hash, which finds the
// letter again and names nobody; servers like to repeat an address, and it is taken
// out of what they say.
func (r *Room) tell(ctx context.Context, l events.Letter, to string, result mailer.Result) {
	level, more := slog.LevelInfo, []any{}
	if result.Err != nil {
		address := regexp.MustCompile("(?i)" + regexp.QuoteMeta(to))
		level, more = slog.LevelWarn, []any{"err", address.ReplaceAllLiteralString(result.Err.Error(), "(the reader)")}
	}
	if result.Alarm {
		level = slog.LevelError
	}
	r.Slog.Log(ctx, level, "letter", append(more, "letter", l.ID, "table", l.Stream, "seat", l.Seat, "number", l.Number,
		"message", hashed(r.letterID(l)), "state", result.State, "code", result.Code)...)
}

// fate turns what an attempt came to into what is kept of it.
func (r *Room) fate(l events.Letter, result mailer.Result) events.Fate {
	if (result.State == mailer.Deferred || result.State == mailer.Uncertain) && r.worn(l, result) {
		r.Slog.Error("letter given up", "letter", l.ID, "table", l.Stream, "seat", l.Seat, "attempts", l.Attempts, "due", l.Due)
		return events.Fate{State: events.Refused, Reply: "given up: " + result.Reply, At: r.Now()}
	}
	switch result.State {
	case mailer.Delivered:
		return events.Fate{State: events.Sent, Reply: result.Reply, At: r.Now()}
	case mailer.Refused:
		return events.Fate{State: events.Refused, Reply: result.Reply, At: r.Now()}
	case mailer.Uncertain:
		return r.later(l, events.Uncertain, result.Reply)
	}
	return r.later(l, events.Waiting, result.Reply)
}

func (r *Room) later(l events.Letter, state, reply string) events.Fate {
	now := r.Now()
	jitter := uint64(l.ID) * 0x9e3779b97f4a7c15
	return events.Fate{State: state, Reply: reply, At: now, Next: now.Add(events.Backoff(l.Attempts, jitter))}
}

// worded gives a letter's bytes: those kept from an earlier attempt, or new ones,
// which are kept before anybody dials.
func (r *Room) worded(ctx context.Context, l *events.Letter) (to string, raw []byte, err error) {
	player, err := r.Log.Player(ctx, l.Player)
	if err != nil {
		return "", nil, err
	}
	raw, err = r.Log.Bytes(ctx, l.ID)
	if err == nil || !notFound(err) {
		return player.Address, raw, err
	}
	if err := r.freshen(ctx, l); err != nil {
		return "", nil, err
	}
	out, err := r.compose(ctx, *l, player)
	if err != nil {
		return "", nil, err
	}
	if raw, err = mailer.Compose(out); err != nil {
		return "", nil, err
	}
	return player.Address, raw, r.Log.Rendered(ctx, l.ID, out.MessageID, raw)
}

// compose words a letter and puts its envelope fields in place.
func (r *Room) compose(ctx context.Context, l events.Letter, player events.Player) (mailer.Outgoing, error) {
	letter, mail, err := r.letter(ctx, l, player)
	if err != nil {
		return mailer.Outgoing{}, err
	}
	attached := r.attach(ctx, l.Stream, player.Language, &letter)
	out := mailer.Outgoing{
		FromName: r.Name, From: r.Address, To: player.Address, ToName: letter.Reader, ReplyTo: r.Address,
		Subject: r.Catalog.Subject(letter, player.Language), Text: r.Catalog.Text(letter, player.Language),
		MessageID: r.letterID(l),
		Date:      r.Now(),
		Attached:  attached,
	}
	if l.Stream != "" && l.Seat != uint8(engine.Onlooker) {
		out.ReplyTo = r.Signer.Address(mailer.Token{Table: l.Stream, Seat: l.Seat, Letter: l.Number}, l.Player)
	}
	if out.ReplyTo != r.Address || l.Kind == table.KindInvited || told(letter.Answers, table.ToldGames) {
		letter.ReplyTo = out.ReplyTo
	}
	if table.Unasked(l.Kind) {
		out.Unsubscribe = out.ReplyTo
	}
	out.HTML = r.Catalog.LetterHTML(letter, player.Language)
	if letter.Table != "" {
		out.References = []string{r.messageID("table", l.Stream)}
	}
	if mail.MessageID != "" && l.Kind == table.KindAnswer {
		out.Auto, out.InReplyTo = mailer.AutoReplied, mail.MessageID
		out.References = append(out.References, mail.MessageID)
	}
	return out, nil
}

// letter gathers what a letter says: the table as of the version it was due at.
func (r *Room) letter(ctx context.Context, l events.Letter, player events.Player) (templates.Letter, events.Mail, error) {
	letter := templates.Letter{
		Kind: l.Kind, Reader: player.Name, Number: l.Number, Now: r.Now(), Zone: zone(player.Zone),
	}
	var mail events.Mail
	if l.Mail != 0 {
		var err error
		if mail, err = r.Log.MailByID(ctx, l.Mail); err != nil {
			return letter, mail, err
		}
		if len(mail.Answers) > 0 {
			if err := json.Unmarshal(mail.Answers, &letter.Answers); err != nil {
				return letter, mail, fmt.Errorf("answers of mail %d: %w", mail.ID, err)
			}
		}
	}
	switch l.Kind {
	case table.KindCarried:
		letter.Kind = templates.KindAnswer
	case table.KindHeld, table.KindHeldRuling, table.KindHeldMany:
		letter.Kind, letter.Notes = templates.KindNotice, []templates.Note{{Key: "note." + l.Kind}}
	}
	about := r.notice
	switch {
	case l.Kind == table.KindInvited:
		about = r.invitation
	case l.Stream != "":
		about = r.atTable
	}
	if err := about(ctx, l, player, &letter); err != nil {
		return letter, mail, err
	}
	if err := r.standings(ctx, &letter, player); err != nil {
		return letter, mail, err
	}
	r.confirmation(&letter, player.Language)
	r.written(&letter, player.Language)
	return letter, mail, r.manual(&letter, player.Language)
}

func (r *Room) atTable(ctx context.Context, l events.Letter, player events.Player, letter *templates.Letter) error {
	now, err := r.now(ctx, l)
	if err != nil {
		return err
	}
	version, err := r.timely(ctx, now, l)
	if err != nil {
		return err
	}
	t, err := r.asOf(ctx, l.Stream, version)
	if err != nil {
		return err
	}
	since, err := r.since(ctx, l, letter)
	if err != nil {
		return err
	}
	if letter.Talk, err = r.talk(ctx, t, l.Player, since, letter.Whole); err != nil {
		return err
	}
	if letter.Notes, err = r.carried(ctx, now, l, since); err != nil {
		return err
	}
	err = t.Attempt(func() error {
		r.fill(t, l, player, since, letter)
		if letter.Page != nil {
			t.Keep(now)
			if letter.Page.Asks != "" {
				letter.Deadline, _ = t.Deadline(letter.Seat)
			}
			if letter.Page.Sealed != "" {
				letter.Opens, _ = t.Window()
			}
			w := r.Catalog.For(player.Language, t.Names)
			waiting(t, l.Player, letter, w)
			if !letter.Deadline.IsZero() {
				letter.Notes = append(letter.Notes, counting(t, letter.Seat)...)
			}
			letter.Notes = append(letter.Notes, standing(t, letter.Seat, letter.Now, w)...)
			wished(t, letter, l.Kind, w)
			stood(t, letter, w)
		}
		return nil
	})
	if err != nil {
		r.recent = nil
		return err
	}
	return r.arrivals(ctx, t, player, letter)
}

// fill puts into a letter what a table has to say to its reader, who was last told
// of a version.
func (r *Room) fill(t *table.Table, l events.Letter, player events.Player, since int64, letter *templates.Letter) {
	seat := engine.Seat(l.Seat)
	letter.Names, letter.Seat, letter.Reader = t.Names, seat, t.Names.Name(seat)
	letter.Notes = append(letter.Notes, occasion(l, t, since)...)
	if t.Lobby.Closed && t.Lobby.Begun {
		r.closing(t, since, letter)
		return
	}
	if t.Lobby.Closed { // there is no page of it any more
		if l.Kind == table.KindClosed || l.Kind == table.KindRuling {
			letter.Kind = templates.KindNotice
		}
		letter.Talk, letter.Whole = nil, false
		return
	}
	if t.Play == nil {
		// A table that still seats players is not a conversation yet: its subject
		// names the players, and must stay the same once the game has begun.
		page := forming(t, seat, r.Catalog.For(player.Language, t.Names))
		letter.Page = &page
		r.commit(t, letter)
		return
	}
	r.playing(l, player, t, since, letter)
}

// playing words a letter of a table whose game has begun.
func (r *Room) playing(l events.Letter, player events.Player, t *table.Table, since int64, letter *templates.Letter) {
	seat := letter.Seat
	letter.Game, letter.Table, letter.Head = t.Game.Title(), t.ID, head(t.Head(seat))
	if l.Number == 1 || l.Kind == table.KindBegun || l.Kind == table.KindTaken {
		r.commit(t, letter)
	}
	begins := l.Kind == table.KindAnswer && !letter.Whole && t.BegunAfter(since) // the reader's own order began it
	if begins {
		letter.First = append(letter.First, templates.Note{Key: "letter.begun", Args: engine.Args{"Game": letter.Game, "Table": letter.Table}})
	}
	if begins || l.Number == 1 || l.Kind == table.KindBegun || l.Kind == table.KindTaken {
		letter.Notes = append(letter.Notes, graced(t)...)
	}
	letter.Secret = secretOf(t)
	for _, s := range t.Resigned(since) {
		if s == seat { // who knows
			continue
		}
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.resigned", Args: engine.Args{"Name": s}})
	}
	letter.Notes = append(letter.Notes, timed(t, seat, since)...)
	for _, s := range t.Silences(seat, since) {
		if s.Seat == seat && l.Kind == table.KindTaken {
			continue // it was the silence of whoever sat there before
		}
		letter.Notes = append(letter.Notes, silent(s, seat))
	}
	letter.Notes = append(letter.Notes, changed(t, seat, since)...)
	if t.Dropped(l.Player, since) {
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.dropped"})
	}
	w := r.Catalog.For(player.Language, t.Names)
	previewed(t, w, letter)
	page := t.Play.Page(w, seat, t.Known(seat, since))
	if letter.Commitment != "" && !t.Over() { // the first of the game to this reader
		page.Blocks = append([]engine.Block{introduction(t.Game, w)}, page.Blocks...)
	}
	if t.Lobby.Places[seat-1].Bot && !t.Over() {
		page = given(page)
		if l.Kind != table.KindRuling { // which says who has given it to the bot
			letter.Notes = append(letter.Notes, parted(t, seat))
		}
		page.Blocks = append(page.Blocks, absent(t, w, seat)...)
	} else {
		switch {
		case t.EndedAfter(since):
			r.lookBack(t, w, &page, letter)
		case t.Over():
			r.stood(t, w, &page, letter)
		}
		page.Blocks = ahead(page.Blocks, absent(t, w, seat))
		page.Blocks = append(page.Blocks, beside(t, w))
		if t.Lobby.Places[seat-1].Seeks && !t.Over() {
			offer(&page, w, "seek replacement off", "note.seeks-off")
		}
	}
	letter.Page = &page
}
