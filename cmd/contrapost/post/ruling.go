package post

import (
	"encoding/hex"
	"fmt"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
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
func (r *Room) closing(t *table.Table, since int64, letter *templates.Letter) {
	letter.Game, letter.Table, letter.Head = t.Game.Title(), t.ID, head(t.Head(letter.Seat))
	letter.Secret = secretOf(t)
	if t.EndedAfter(since) {
		letter.Parts = contributions(t)
	}
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
