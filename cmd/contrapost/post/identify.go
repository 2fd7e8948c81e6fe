package post

import (
	"context"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
)

// Policy says what it takes for a mail to be believed.
type Policy string

// The policies. To the service itself there is no token to show: there, From is what
// ByToken and Open go by, unless our own mail server says that it is forged.
const (
	Strict  Policy = "strict"     // our own mail server must vouch for From (DMARC), besides what ByToken asks
	ByToken Policy = "token"      // at a table, a reply address made for the player whose exact address is in From
	Open    Policy = "open"       // the exact address of anybody who sits at the table
	noToken        = "from"       // what spoke for a sender: the address alone,
	byToken        = "token,from" // a reply address of theirs as well,
	vouched        = ",dmarc"     // and our own mail server, added to either
)

// caller is who a mail is from, as far as it can be established.
type caller struct {
	heard      table.Heard
	number     int           // of the letter that is answered
	identified string        // what spoke for the sender; "" for nothing
	reason     string        // why the mail is held; "" if it is believed
	ruling     bool          // it is held because it rules at a table
	kind       string        // of the letter that tells of it; "" for KindHeld
	owner      events.Player // whose name it uses: who is told, and who would be heard
}

func (c caller) held() bool { return c.reason != "" }

// identify establishes the sender of a mail.
func (r *Room) identify(ctx context.Context, m mailer.Message) (caller, error) {
	var c caller
	if m.FromCount != 1 { // RFC 5322, 3.6.2; which of them is to be believed?
		return c, r.severalSenders(ctx, m, &c)
	}
	player, err := r.Log.PlayerByAddress(ctx, m.From)
	if err != nil && !notFound(err) {
		return c, err
	}
	c.heard.Player, c.owner = player, player
	if player.ID == "" {
		c.heard.Player.Address = m.From
	}
	token, ok := m.Token()
	if !ok {
		r.atService(m, &c)
		c.heard.Inviting, err = r.invitedBy(ctx, m, player)
		return c, err
	}
	return c, r.atSeat(ctx, m, token, &c)
}

// invitedBy is the table of the invitation that a mail of its reader answers; "" for
// none. Its Message-ID is known to nobody else, unlike the address it went to.
func (r *Room) invitedBy(ctx context.Context, m mailer.Message, from events.Player) (string, error) {
	if m.InReplyTo == "" || from.ID == "" {
		return "", nil
	}
	l, err := r.Log.LetterByMessage(ctx, m.InReplyTo)
	if notFound(err) || err == nil && (l.Kind != table.KindInvited || l.Player != from.ID) {
		return "", nil
	}
	return l.Stream, err
}

// severalSenders holds a mail that claims to be from none or from several; whom its
// reply address was made for is told.
func (r *Room) severalSenders(ctx context.Context, m mailer.Message, c *caller) error {
	c.reason = "not exactly one sender"
	token, ok := m.Token()
	if !ok {
		return nil
	}
	c.heard.Table, c.number = token.Table, token.Letter
	seat, player, err := r.signed(ctx, token)
	if notFound(err) || err == nil && player == "" {
		return nil
	}
	if err != nil {
		return err
	}
	c.heard.Seat = seat
	c.owner, err = r.Log.Player(ctx, player)
	return err
}

// atService judges a mail to the service itself.
func (r *Room) atService(m mailer.Message, c *caller) {
	switch {
	case m.Authenticated(r.Authserv):
		c.identified = noToken + vouched
	case r.Policy == Strict:
		c.reason = "our mail server does not vouch for the sender"
	case m.Disowned(r.Authserv):
		c.reason = "our mail server says that the sender is forged"
	default:
		c.identified = noToken
	}
	r.vouch(m, c)
}

// atSeat judges a mail that answers a letter of a table's.
func (r *Room) atSeat(ctx context.Context, m mailer.Message, token mailer.Token, c *caller) error {
	from := c.heard.Player
	c.heard.Table, c.number = token.Table, token.Letter
	seat, owner, reason, err := r.match(ctx, token, from)
	if err != nil {
		return err
	}
	if reason != "" && r.Policy == Open {
		if seat, err = r.sitting(ctx, token.Table, from); err != nil {
			return err
		}
		if seat != engine.Onlooker {
			owner, reason, c.identified = from, "", noToken
		}
	}
	c.heard.Seat, c.owner, c.reason = seat, owner, reason
	switch passed := m.Authenticated(r.Authserv); {
	case reason != "":
		return nil
	case r.Policy == Strict && !passed:
		c.reason = "our mail server does not vouch for the sender"
		return nil
	default:
		c.identified = mark(c.identified, passed)
	}
	c.heard.Told, err = shownBy(ctx, r.Log, token.Table, from.ID, token.Letter)
	return err
}

func mark(identified string, passed bool) string {
	if identified == "" {
		identified = byToken
	}
	if passed {
		identified += vouched
	}
	return identified
}

// sitting is the seat that somebody has at a table; the onlooker's for none.
func (r *Room) sitting(ctx context.Context, id string, player events.Player) (engine.Seat, error) {
	if player.ID == "" {
		return engine.Onlooker, nil
	}
	places, err := r.House.Places(ctx, id)
	if err != nil {
		if notFound(err) {
			err = nil
		}
		return engine.Onlooker, r.Contain(ctx, err)
	}
	seat, _ := lobby.State{Places: places}.Seat(player.ID)
	return seat, nil
}

// shownBy is the version of the table that a player's letter showed; 0 if there is no
// such letter, as after a backup was put back.
func shownBy(ctx context.Context, log events.Log, id, player string, number int) (int64, error) {
	l, err := log.LetterByNumber(ctx, id, player, number)
	if notFound(err) {
		return 0, nil
	}
	return l.Version, err
}

// match holds a token against the table it names. The reason is empty when it
// fits, and the seat is the one its player has now: seats move up before a game
// begins, and what an earlier letter gave as its address goes on being good. The
// owner is who may be told when it does not fit.
func (r *Room) match(ctx context.Context, token mailer.Token, from events.Player) (seat engine.Seat, owner events.Player, reason string, err error) {
	seat, sitting, err := r.signed(ctx, token)
	if notFound(err) {
		return 0, from, "no such table", nil
	}
	if err != nil {
		return 0, owner, "", err
	}
	if sitting == "" {
		return 0, from, "token does not fit", nil
	}
	if sitting == from.ID {
		return seat, from, "", nil
	}
	owner, err = r.Log.Player(ctx, sitting)
	return seat, owner, "sender is not the seat's player", err
}

// signed gives the player whom a token was made for, and the seat they have now; ""
// for nobody who sits there. Of a table that does not fold the seats are not known:
// it is whoever has sat there, in the seat of the token.
func (r *Room) signed(ctx context.Context, token mailer.Token) (seat engine.Seat, player string, err error) {
	places, err := r.House.Places(ctx, token.Table)
	if err == nil {
		for i, p := range places {
			if p.Player != "" && r.Signer.Verify(token, p.Player) {
				return engine.Seat(i + 1), p.Player, nil
			}
		}
		return 0, "", nil
	}
	if err := r.Contain(ctx, err); err != nil {
		return 0, "", err
	}
	names, err := r.Log.SeatNames(ctx, token.Table)
	if err != nil {
		return 0, "", err
	}
	for _, n := range names {
		if r.Signer.Verify(token, n.Player) {
			return engine.Seat(token.Seat), n.Player, nil
		}
	}
	return 0, "", nil
}

// vouch decides whether a mail to the service itself is a moderator's: its address is
// exactly one of theirs and our own mail server vouches for it. One that rules at a
// table in a moderator's name and falls short of that is held.
func (r *Room) vouch(m mailer.Message, c *caller) {
	theirs := func(a string) bool { return strings.EqualFold(a, m.From) }
	if !slices.ContainsFunc(r.Moderators, theirs) || !slices.ContainsFunc(m.Lines, r.rules) {
		return
	}
	if slices.Contains(r.Moderators, m.From) && m.Authenticated(r.Authserv) {
		c.heard.Moderator = true
		return
	}
	c.ruling, c.reason, c.owner = true, "a ruling that nobody vouches for", c.heard.Player
}

func (r *Room) rules(l mailer.Line) bool {
	words, ok := r.House.Lobby.Read(l.Text, nil)
	return ok && words[0] == "moderate"
}
