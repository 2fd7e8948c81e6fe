package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// Wishes are when a player wants to be written to.
type Wishes struct {
	Digest string         // "" at once, or once a day at an hour, "18:30"
	Quiet  string         // "" never, or hours in which nothing but answers comes, "22:00-07:00"
	Zone   *time.Location // that both are told in; nil: UTC
}

// What people say, by itself, waits until they have been quiet for so long, or have
// talked for so long.
const (
	TalkRests = 15 * time.Minute
	TalkLasts = time.Hour
)

// How a letter waits for its reader.
type waiting int

const (
	never     waiting = iota // it answers the reader
	overQuiet                // for the end of quiet hours: a game begins, ends, or was ruled in
	overDay                  // for the digest as well: what a game goes on with
	overTalk                 // instead of the digest, for the end of talk
)

// waits are how the letters of each kind wait. A kind that is not here waits over quiet
// hours.
var waits = map[string]waiting{
	KindAnswer: never, KindResent: never, KindSeated: never, KindCarried: never,
	KindAsked: overDay, KindReminder: overDay, KindDelayed: overDay, KindMended: overDay, KindHost: overDay,
	KindTimed: overDay, // while clocks stand still nothing is asked, and a day's notice is given before they run
	KindSaid:  overTalk,
}

// Replaceable are the kinds of letters that a later one to the same player at the same
// table replaces, as it tells all that they would have. Rulings, and what begins or
// ends a game for its reader, are kept as they are.
var Replaceable = []string{KindAsked, KindReminder, KindDelayed, KindMended, KindHost, KindTimed, KindSaid}

// Unasked tells whether letters of a kind come to readers who have not asked for them,
// and may want no more: neither those that answer a mail, nor those to whoever looks
// after the service.
func Unasked(kind string) bool {
	how, listed := waits[kind]
	return kind != KindBounced && kind != KindHeldRuling && (!listed || how != never)
}

// Halfway is how long a letter may be kept waiting that asks something: until half of
// the time is over that is left to answer it. So no digest and no quiet hours ever cost
// anybody a turn.
func Halfway(now, deadline time.Time) time.Time { return now.Add(deadline.Sub(now) / 2) }

// Leaves is when a letter leaves that falls due now, and when it, or a later one that
// replaces it, leaves at the latest. The deadline is that of what its reader is asked;
// zero for nothing.
//
// It hangs on the reader's own wishes and on what the reader is asked, and moves no
// letter of anybody else. So what others can see (their own letters, what the table
// shows, its clocks) is the same whether this reader was asked a sealed question or not.
func Leaves(kind string, now, deadline time.Time, w Wishes) (at, latest time.Time) {
	how, ok := waits[kind]
	if !ok {
		how = overQuiet
	}
	at, latest = now, now
	switch {
	case how == never:
		return now, now
	case how >= overDay && w.Digest != "":
		at = nextClock(now, w.Digest, w.Zone)
		latest = at
	case how == overTalk:
		at, latest = now.Add(TalkRests), now.Add(TalkLasts)
	}
	at, latest = w.awake(at), w.awake(latest)
	if how != overTalk && !deadline.IsZero() {
		half := Halfway(now, deadline)
		at, latest = sooner(at, half), sooner(latest, half)
	}
	return later(at, now), later(latest, now)
}

// awake is the first moment from a moment on that is not in quiet hours.
func (w Wishes) awake(at time.Time) time.Time {
	if len(w.Quiet) != len("22:00-07:00") {
		return at
	}
	from, to := w.Quiet[:5], w.Quiet[6:]
	if lastClock(at, from, w.Zone).After(lastClock(at, to, w.Zone)) {
		return nextClock(at, to, w.Zone)
	}
	return at
}

func sooner(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// mostDays is how many days are looked through for one on which clocks show an hour:
// a day may be missing, but never two in a row.
const mostDays = 3

// nextClock is the first moment from a moment on at which clocks in a zone show an
// hour, "18:30".
func nextClock(from time.Time, hour string, zone *time.Location) time.Time {
	for days := range mostDays {
		if at, ok := clockOn(from, days, hour, zone); ok && !at.Before(from) {
			return at
		}
	}
	return from
}

// lastClock is the last moment up to a moment at which clocks in a zone showed an hour.
func lastClock(upto time.Time, hour string, zone *time.Location) time.Time {
	for days := range mostDays {
		if at, ok := clockOn(upto, -days, hour, zone); ok && !at.After(upto) {
			return at
		}
	}
	return time.Time{}
}

// clockOn is when clocks in a zone show an hour so many days after a moment: the first
// time, where they show it twice, and when they leap over it, where they do not show
// it at all. A day that a zone leapt over as a whole has no such moment.
func clockOn(from time.Time, days int, hour string, zone *time.Location) (at time.Time, ok bool) {
	zone = cmp.Or(zone, time.UTC)
	clock, err := time.Parse("15:04", hour)
	if err != nil {
		return at, false
	}
	y, m, d := from.In(zone).Date()
	wanted := time.Date(y, m, d+days, clock.Hour(), clock.Minute(), 0, 0, time.UTC) // as a clock shows it, wherever
	y, m, d = wanted.Date()
	at = time.Date(y, m, d, clock.Hour(), clock.Minute(), 0, 0, zone)
	switch start, end := at.ZoneBounds(); {
	case shown(at).After(wanted):
		at = start
	case shown(at).Before(wanted):
		at = end
	case !start.IsZero():
		if first := at.Add(-offset(start.Add(-time.Second)) + offset(at)); first.Before(start) && shown(first).Equal(wanted) {
			at = first
		}
	}
	return at, shown(at).YearDay() == wanted.YearDay()
}

// shown is what clocks show at a moment, as if it were UTC.
func shown(t time.Time) time.Time { return t.Add(offset(t)).UTC() }

func offset(t time.Time) time.Duration {
	_, seconds := t.Zone()
	return time.Duration(seconds) * time.Second
}

// wishes are a player's, as they say where they live.
func wishes(p events.Player) Wishes {
	zone, err := time.LoadLocation(p.Zone)
	if err != nil {
		zone = time.UTC
	}
	return Wishes{Digest: p.Digest, Quiet: p.Quiet, Zone: zone}
}

// schedule says of all letters of a batch when they are to leave, and what they
// replace. Until gives when a reader's time to answer is over; zero where nothing is
// asked of them. It is decided here, once: settings that change later, and time that
// is given, move no letter that waits.
func (h *House) schedule(ctx context.Context, b *events.Batch, until func(events.Letter) time.Time) error {
	var all []events.Letter
	for _, l := range b.Letters {
		p, err := h.reader(ctx, b, l.Player)
		if err != nil {
			return err
		}
		if l.Kind == KindSaid && p.Unsubscribed {
			continue // they hear it with the next letter
		}
		w := wishes(p)
		deadline := time.Time{}
		switch {
		case l.Stream == "":
			w.Digest = ""
		case l.Seat > 0:
			deadline = until(l)
			l.Replaces = Replaceable
		}
		at, latest := Leaves(l.Kind, b.Now, deadline, w)
		if h.Prompt && l.Kind == KindSaid {
			at, latest = b.Now, b.Now
		}
		l.Due, l.Next, l.Latest = b.Now, at, latest
		all = append(all, l)
	}
	b.Letters = all
	return nil
}

// Schedule says of all letters of the service's own in a batch when they are to leave.
func (h *House) Schedule(ctx context.Context, b *events.Batch) error {
	return h.schedule(ctx, b, func(events.Letter) time.Time { return time.Time{} })
}

// reader is a player as a batch leaves them.
func (h *House) reader(ctx context.Context, b *events.Batch, id string) (events.Player, error) {
	if i := slices.IndexFunc(b.Players, func(p events.Player) bool { return p.ID == id }); i >= 0 {
		return b.Players[i], nil
	}
	p, err := h.Log.Player(ctx, id)
	if err != nil && !errors.Is(err, events.ErrNotFound) {
		return p, fmt.Errorf("look up the reader of a letter: %w", err)
	}
	return p, nil
}

// until is when the time to answer of a letter's reader is over, as this transaction
// leaves the table; zero where nothing is asked of them.
func (w *work) until(now time.Time) func(events.Letter) time.Time {
	if w.departed != engine.Onlooker { // as it will be read from the log
		t, left := *w.Table, *w
		t.Lobby = t.Lobby.Present(w.departed, now, false)
		left.Table, t.departed = &t, engine.Onlooker
		return left.until(now)
	}
	return func(l events.Letter) (due time.Time) {
		seat := engine.Seat(l.Seat)
		if w.Play == nil || w.Ended() || !w.Lobby.Paused.IsZero() || int(seat) > len(w.Lobby.Places) {
			return due
		}
		if q, ok := w.Question(seat); ok {
			return q.Deadline
		}
		ask := w.Play.Asked(seat)
		if ask.Kind == "" {
			return due
		}
		due = now.Add(w.Lobby.Times.Answer) // asked in this transaction, and not in the log yet
		if ask.Turn {
			due = now.Add(w.turnTime(seat))
		}
		if w.window != nil && w.Play.Opening() != engine.AtOnce && w.windowEnd().After(now) {
			due = sooner(due, w.windowEnd())
		}
		return due
	}
}
