package post

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/mailer"
	"contrapost/templates"
)

// ruled says what a moderator has done, to whoever sits at the table.
func ruled(t *table.Table, cause string) []templates.Note {
	var notes []templates.Note
	for _, r := range t.Rulings(cause) {
		notes = append(notes, ruling(t, r))
	}
	return notes
}

func ruling(t *table.Table, r table.Ruling) templates.Note {
	say := func(key string, args engine.Args) templates.Note {
		return templates.Note{Key: "ruling." + key, Args: args}
	}
	switch e := r.Event.(type) {
	case *lobby.Paused:
		return say("paused", nil)
	case *lobby.Resumed:
		return say("resumed", engine.Args{"Span": e.To.Sub(e.From)})
	case *lobby.Extended:
		return say("extended", engine.Args{"Span": e.By})
	case *lobby.SeatReplaced:
		return say("replaced", engine.Args{"Was": called(t, e.Seat, e.Was), "Name": called(t, e.Seat, e.Player)})
	case *lobby.GivenToBot:
		return say("bot", engine.Args{"Name": e.Seat})
	case *lobby.Rewound:
		return say("rewound", engine.Args{"When": t.At(e.To)})
	case *lobby.Closed:
		return say("closed", engine.Args{"Table": t.ID, "Game": t.Game.Title()})
	case *lobby.Unsealed:
		return say("unsealed", engine.Args{"Name": e.By})
	}
	return say("noted", nil)
}

// called is what somebody goes by at a table, in a seat that may have been a bot's.
func called(t *table.Table, seat engine.Seat, player string) string {
	if name := t.Called(player); name != "" {
		return name
	}
	return fmt.Sprintf("Bot-%d", seat)
}

// closing words a letter of a table that a moderator ended: the secret is out, and
// there is no page of it any more.
func (r *Room) closing(t *table.Table, letter *templates.Letter) {
	letter.Game, letter.Table, letter.Head = t.Game.Title(), t.ID, head(t.Head(letter.Seat))
	letter.Secret = secretOf(t)
	if letter.Kind != table.KindAnswer {
		letter.Kind = templates.KindNotice
	}
}

// secretOf spells the secret of a game that is over.
func secretOf(t *table.Table) string {
	secret, ok := t.Published()
	if !ok {
		return ""
	}
	return hex.EncodeToString(secret[:])
}

// stood makes a page that is laid before nobody's question: the clocks stand still.
func stood(t *table.Table, letter *templates.Letter) {
	if t.Lobby.Paused.IsZero() || letter.Page == nil {
		return
	}
	letter.Page.Silence = ""
	letter.Notes = append(letter.Notes, templates.Note{Key: "note.paused"})
}

// overtaken tells whether a letter is moot: it asks what a moderator has taken back
// since, or is for a player whose seat has been given to somebody else. What else a
// letter says of a version taken back, it says of the table as it stood afterwards, at
// the version given.
func overtaken(now *table.Table, l events.Letter) (version int64, moot bool) {
	if now.Lobby.Begun && l.Kind != table.KindAnswer && now.Lobby.Player(engine.Seat(l.Seat)) != l.Player {
		return 0, true
	}
	version, gone := now.Rewound(l.Version)
	return version, gone && (l.Kind == table.KindAsked || l.Kind == table.KindReminder)
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
	c.held, c.ruling, c.reason, c.owner = true, true, "a ruling that nobody vouches for", c.heard.Player
}

func (r *Room) rules(l mailer.Line) bool {
	words, ok := r.House.Lobby.Read(l.Text, nil)
	return ok && words[0] == "moderate"
}

// tellHeld adds the letter that tells a moderator of a ruling that was held, to the
// address as the config has it; once a day.
func (r *Room) tellHeld(b *events.Batch, c caller) {
	if c.owner.ID == "" {
		i := slices.IndexFunc(r.Moderators, func(a string) bool { return strings.EqualFold(a, c.owner.Address) })
		c.owner = events.Player{ID: r.moderatorID(r.Moderators[i]), Address: r.Moderators[i]}
		b.Players = append(b.Players, c.owner)
	}
	b.Letters = append(b.Letters, events.Letter{
		Player: c.owner.ID, Kind: table.KindHeldRuling, Cause: "held:" + b.Now.UTC().Format(time.DateOnly), Mail: -1,
	})
}

// moderatorID is the player id of a moderator who never sat down.
func (r *Room) moderatorID(address string) string { return r.personID("moderator", address) }
