package post

import (
	"slices"
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
// be, and what the banks hold.
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
		case a.From.After(now.Add(time.Second)): // what begins with an order is kept in whole seconds
			key = "note.away-later"
		}
		notes = append(notes, templates.Note{Key: key, Args: engine.Args{"Name": a.Seat, "From": a.From, "When": a.To}})
	}
	if banks := banked(t, w); banks != "" {
		notes = append(notes, templates.Note{Key: "note.banks", Args: engine.Args{"Banks": banks}})
	}
	return notes
}

// wished says who wishes for a pause and what comes of it. Whoever is asked to agree
// can do so by one of the orders of the page, and is told before all else where nothing
// is asked of them, or the letter comes for it.
func wished(t *table.Table, letter *templates.Letter, kind string, w engine.Words) {
	now := letter.Now
	wishing, unwilling := t.Lobby.Wishing(now), t.Lobby.Unwilling(now)
	if t.Ended() || !t.Lobby.Paused.IsZero() || len(wishing) == 0 || len(unwilling) == 0 {
		return
	}
	var names []string
	for _, player := range wishing {
		names = append(names, t.Called(player))
	}
	note := templates.Note{Key: "note.wished", Args: engine.Args{"Names": names, "Others": unwilling, "When": t.Lobby.WishedUntil(now)}}
	if !slices.Contains(unwilling, letter.Seat) {
		letter.Notes = append(letter.Notes, note)
		return
	}
	note.Key = "note.wished-asked"
	if kind == table.KindTimed || letter.Page.Asks == "" {
		letter.First = append(letter.First, note)
	} else {
		letter.Notes = append(letter.Notes, note)
	}
	offer(letter.Page, w, "pause", "note.wished-agree")
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
	note := templates.Note{Key: "note.bank-runs", Args: engine.Args{"Increment": engine.Span(times.Increment), "Floor": engine.Span(times.Floor())}}
	switch {
	case t.Banks()[seat-1] <= 0:
		note.Key = "note.bank-floor"
	case times.Increment == 0:
		note.Key = "note.bank-runs-out"
	}
	return []templates.Note{note}
}

// agreement words what a table that was opened has agreed on.
func agreement(t *table.Table, w engine.Words) string {
	times := t.Lobby.Times
	args := engine.Args{"Turn": engine.Span(times.Turn), "Answer": engine.Span(times.Answer)}
	if times.Bank == 0 {
		return w.Say("note.options", args)
	}
	args["Bank"], args["Increment"], args["Floor"] = engine.Span(times.Bank), engine.Span(times.Increment), engine.Span(times.Floor())
	return w.Say("note.options-bank", args)
}

// stood makes a page that is laid before nobody's question: the clocks stand still. It
// offers no order of the game, as none would be heard.
func stood(t *table.Table, letter *templates.Letter, w engine.Words) {
	if t.Lobby.Paused.IsZero() || letter.Page == nil || t.Ended() {
		return
	}
	bot := t.Play != nil && t.Lobby.Places[letter.Seat-1].Bot
	if t.Play != nil && !bot {
		*letter.Page = given(*letter.Page)
		letter.Page.Blocks = append(letter.Page.Blocks, beside(t, w))
	}
	note := templates.Note{Key: "note.paused"}
	if ends, agreed := t.Lobby.Wakes(); agreed {
		note = templates.Note{Key: "note.paused-resuming", Args: engine.Args{"When": ends}}
		if t.Lobby.Resuming.IsZero() {
			note.Key = "note.paused-agreed"
		}
		if t.Lobby.Resuming.IsZero() && !bot {
			offer(letter.Page, w, "resume", "note.paused-resume")
		}
	}
	letter.First = append(letter.First, note)
}

// offer adds an order to those that a page lists to be sent, as the last of them.
func offer(page *engine.Page, w engine.Words, order, gloss string) {
	item := engine.Choice{Order: order, Gloss: w.Say(gloss, nil)}
	first := -1
	for i, b := range page.Blocks {
		choices, ok := b.(engine.Choices)
		if !ok {
			continue
		}
		if !choices.Instead && slices.ContainsFunc(choices.Items, func(c engine.Choice) bool { return !c.Example }) {
			choices.Items = append(slices.Clip(choices.Items), item)
			page.Blocks[i] = choices
			return
		}
		if first < 0 {
			first = i
		}
	}
	if first < 0 {
		first = len(page.Blocks)
	}
	page.Blocks = slices.Insert(slices.Clip(page.Blocks), first, engine.Block(engine.Choices{Items: []engine.Choice{item}}))
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
