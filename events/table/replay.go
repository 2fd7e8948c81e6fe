package table

import (
	"errors"
	"fmt"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Replay goes through a table's stream once more, from version 1 on, and decides
// anew what the log says was decided, by the code that decides orders. It reads and
// writes nothing.
type Replay struct {
	w      *work
	others bool // other rules than this binary's have decided a part of the game
}

// NewReplay readies a replay of the table with that id and secret. The deck is the
// text its cards were dealt from.
func NewReplay(l lobby.Lobby, id string, secret [32]byte, deck []byte) *Replay {
	return &Replay{w: &work{
		Table: &Table{ID: id, secret: secret}, lobby: l, marking: true,
		deck: func(string) ([]byte, error) { return deck, nil },
	}}
}

// Fold takes in the next entry as the log has it. After an error the replay is of
// no further use.
func (r *Replay) Fold(e events.Entry) error {
	r.others = r.others || e.Order != "" && !lobby.Owns(e.Kind) && e.Rules != r.Rules()
	return safely(func() error { return r.w.fold(r.w.lobby, e) })
}

// Over tells whether the game has ended.
func (r *Replay) Over() (over bool, err error) {
	err = safely(func() error { over = r.w.Over(); return nil })
	return over, err
}

// Table is the table as far as it has been gone through. Its seats are called as those
// of players who have no names.
func (r *Replay) Table() *Table {
	r.w.rename()
	return r.w.Table
}

// Rules is the version of the table's rules that this binary has, 0 before the
// table has been opened.
func (r *Replay) Rules() int {
	if r.w.Game == nil {
		return 0
	}
	return r.w.Game.Version()
}

// Again decides once more what the next entry is the first event of, takes in what
// follows instead of what the log has, and gives it: an order from its stored words,
// silence from the state of the game. What an order of the lobby leaves out of its
// words (who is invited, the hash of what is said) is believed; whether it could be
// given is not. What the house would have refused is a *engine.Refusal. Rules of games
// are those of this binary. After an error the replay is of no further use.
func (r *Replay) Again(first events.Entry) ([]events.Draft, error) {
	r.w.drafts, r.w.cause = nil, first.Cause
	if seat := engine.Seat(first.Seat); first.Cause.Kind == events.CauseClock && seat != engine.Onlooker && r.w.wasSilent(seat) && !r.w.hidden(seat) {
		return nil, fmt.Errorf("seat %d has been silent so often that a bot is to have it", seat)
	}
	decide := r.game
	if lobby.Owns(first.Kind) {
		decide = r.lobby
	}
	if err := safely(func() error { return decide(first) }); err != nil {
		return nil, err
	}
	return r.w.drafts, nil
}

// Next is what the house does by itself as things stand, as the first event of it
// begins, without its kind: the order of a bot, if bots may, or what the clock does
// once nobody is awaited. ok is false where somebody is waited for.
func (r *Replay) Next(bots bool) (first events.Draft, ok bool, err error) {
	err = safely(func() (err error) {
		w := r.w
		if w.Play == nil || w.Over() || !w.Lobby.Paused.IsZero() {
			return nil
		}
		if seats := w.bots(); bots && len(seats) > 0 {
			first.Seat, first.Cause.Kind, ok = uint8(seats[0]), events.CauseBot, true
			first.Order, err = w.botOrder(seats[0])
			return err
		}
		first.Cause.Kind, ok = events.CauseClock, engine.Unsettled(w.Play)
		return nil
	})
	return first, ok, err
}

// botOrder is what the bot in a seat orders now, canonically.
func (w *work) botOrder(seat engine.Seat) (string, error) {
	command, err := w.Play.Hear(seat, w.Game.Lexicon().Read(w.botWords(seat), w.Names))
	if err != nil {
		return "", fmt.Errorf("bot in seat %d: %w", seat, err)
	}
	return command.String(), nil
}

func (r *Replay) lobby(first events.Entry) error {
	e, err := lobby.Decode(engine.Record{Kind: first.Kind, Data: first.Data})
	if err != nil {
		return err
	}
	decided, err := r.w.lobby.Again(r.w.Lobby, e, engine.Seat(first.Seat), strings.Fields(first.Order))
	if err == nil {
		err = errors.Join(r.mayReturn(e), r.mayLeave(e))
	}
	if err != nil {
		return err
	}
	if err := r.w.record(engine.Seat(first.Seat), first.Order, decided); err != nil {
		return err
	}
	if first.Kind == (lobby.Rewound{}).Kind() {
		if err := r.w.drawAnew(); err != nil {
			return err
		}
	}
	if len(r.w.drafts) > 0 {
		r.w.drafts[0].Rules = first.Rules // the lobby decides by no rules of a game's
	}
	return nil
}

// mayReturn judges a return as the moderator's ruling was judged. By other rules,
// others were awaited at other times.
func (r *Replay) mayReturn(e lobby.Event) error {
	if back, ok := e.(*lobby.Rewound); ok && !r.others {
		return r.w.mayRewind(back.To)
	}
	return nil
}

// mayLeave judges whether a seat was silent so often that a bot has it.
func (r *Replay) mayLeave(e lobby.Event) error {
	left, ok := e.(*lobby.LeftToBot)
	if !ok {
		return nil
	}
	if !r.w.wasSilent(left.Seat) { // earlier, the choices of others were not waited for
		return fmt.Errorf("seat %d has not been silent so often that a bot is to have it", left.Seat)
	}
	return nil
}

func (r *Replay) game(first events.Entry) error {
	seat := engine.Seat(first.Seat)
	switch {
	case r.w.Play == nil:
		return errors.New("the game has not begun")
	case first.Order == "":
		return errors.New("it follows from no order")
	case int(seat) > len(r.w.Lobby.Places):
		return fmt.Errorf("nobody has seat %d", seat)
	}
	if err := r.w.lobby.MayPlay(r.w.Lobby); err != nil {
		return err
	}
	switch {
	case first.Cause.Kind == events.CauseClock && seat != engine.Onlooker && r.w.Play.Asked(seat).Kind == "":
		return fmt.Errorf("the silence of seat %d means nothing: it is asked nothing", seat)
	case first.Cause.Kind == events.CauseClock:
		return r.w.do(seat, r.w.Play.Lapse(seat, r.w.luck()))
	case seat == engine.Onlooker:
		return errors.New("it is the order of nobody")
	case first.Cause.Kind == events.CauseBot && !r.w.Lobby.Places[seat-1].Bot:
		return fmt.Errorf("a bot has ordered for the player in seat %d", seat)
	case first.Cause.Kind == events.CauseMail && r.w.Lobby.Places[seat-1].Bot:
		return r.w.Lobby.BotPlays(seat)
	}
	command, err := r.w.Play.Hear(seat, r.w.Game.Lexicon().Read(first.Order, nil))
	if err != nil {
		return fmt.Errorf("the order %q is refused: %w", first.Order, err)
	}
	return r.w.do(seat, command)
}
