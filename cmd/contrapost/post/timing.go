package post

import (
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// timed says what players have done to the clocks after a version.
func timed(t *table.Table, seat engine.Seat, since int64) []templates.Note {
	var notes []templates.Note
	say := func(key string, args engine.Args) {
		notes = append(notes, templates.Note{Key: "note." + key, Args: args})
	}
	for _, m := range t.Timings(seat, since) {
		switch e := m.Event.(type) {
		case nil:
			say("sooner", nil)
		case *lobby.CameBack:
			say("back", engine.Args{"Name": e.Seat})
		case *lobby.Agreed:
			say("agreed", nil)
		case *lobby.ResumeAsked:
			say("resume-asked", engine.Args{"Name": e.Seat, "When": e.At})
		case *lobby.AgreedEnded:
			say("agreed-ended", engine.Args{"Span": e.To.Sub(e.From)})
		}
	}
	return notes
}

// standing says what everybody may know of the clocks at a moment: who is away or will
// be, who wishes for a pause, and what the banks hold.
func standing(t *table.Table, reader engine.Seat, now time.Time, w engine.Words) []templates.Note {
	if t.Ended() {
		return nil
	}
	var notes []templates.Note
	for _, a := range t.AwayAfter(now) {
		key := "note.away"
		switch {
		case a.Seat == reader:
			key = "note.away-own"
		case a.From.After(now):
			key = "note.away-later"
		}
		notes = append(notes, templates.Note{Key: key, Args: engine.Args{"Name": a.Seat, "From": a.From, "When": a.To}})
	}
	if wishing := t.Lobby.Wishing(now); len(wishing) > 0 && t.Lobby.Paused.IsZero() && len(t.Lobby.Unwilling(now)) > 0 {
		var names []string
		for _, player := range wishing {
			names = append(names, t.Called(player))
		}
		notes = append(notes, templates.Note{Key: "note.wished", Args: engine.Args{"Names": names, "Others": t.Lobby.Unwilling(now)}})
	}
	if banks := banked(t, w); banks != "" {
		notes = append(notes, templates.Note{Key: "note.banks", Args: engine.Args{"Banks": banks}})
	}
	return notes
}

// banked lists what the banks of players hold; a bot answers at once and needs none.
func banked(t *table.Table, w engine.Words) string {
	var all []string
	for i, held := range t.Banks() {
		if seat := engine.Seat(i + 1); !t.Lobby.Places[i].Bot {
			key := "note.bank"
			if held <= 0 {
				key = "note.bank-empty"
			}
			all = append(all, w.Say(key, engine.Args{"Name": seat, "Left": held}))
		}
	}
	return strings.Join(all, ", ")
}

// counting says of a turn how the time for it was come by, where that is a bank.
func counting(t *table.Table, seat engine.Seat) []templates.Note {
	times := t.Lobby.Times
	if times.Bank == 0 || t.Play == nil || !t.Play.Asked(seat).Turn {
		return nil
	}
	note := templates.Note{Key: "note.bank-runs", Args: engine.Args{"Increment": times.Increment}}
	if times.Increment == 0 {
		note.Key = "note.bank-runs-out"
	}
	return []templates.Note{note}
}

// agreement words what a table that was opened has agreed on.
func agreement(t *table.Table, w engine.Words) string {
	times := t.Lobby.Times
	args := engine.Args{"Options": t.Lobby.Agreed(), "Turn": lobby.Span(times.Turn), "Answer": lobby.Span(times.Answer)}
	if times.Bank == 0 {
		return w.Say("note.options", args)
	}
	args["Bank"], args["Increment"], args["Floor"] = lobby.Days(times.Bank), lobby.Days(times.Increment), lobby.Days(times.Floor())
	return w.Say("note.options-bank", args)
}

// stood makes a page that is laid before nobody's question: the clocks stand still.
func stood(t *table.Table, letter *templates.Letter) {
	if t.Lobby.Paused.IsZero() || letter.Page == nil {
		return
	}
	letter.Page.Silence = ""
	note := templates.Note{Key: "note.paused"}
	if ends, agreed := t.Lobby.Wakes(); agreed {
		note = templates.Note{Key: "note.paused-agreed", Args: engine.Args{"When": ends}}
		if !t.Lobby.Resuming.IsZero() {
			note.Key = "note.paused-resuming"
		}
	}
	letter.Notes = append(letter.Notes, note)
}

// moments words the times among arguments, which are stored as seconds under a name
// that begins with Unix, in the reader's zone, under the rest of that name.
func (r *Room) moments(args engine.Args, letter *templates.Letter, player events.Player) {
	for name, arg := range args {
		short, stored := strings.CutPrefix(name, "Unix")
		if seconds, ok := arg.(int); ok && stored {
			args[short] = r.Catalog.Moment(time.Unix(int64(seconds), 0), letter.Zone, player.Language)
		}
	}
}
