package export

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"contrapost/engine"
	"contrapost/engine/lobby"
)

// terms are what a table was opened with, beside its game and deck.
type terms struct {
	options map[string]string // those that were chosen
	times   lobby.Times
	private bool
}

// agreement is what the table's opening says, as far as it can be read.
func (h *History) agreement(house lobby.Lobby) terms {
	t := terms{times: lobby.DefaultTimes}
	opened := h.ledger().opened
	if opened == nil {
		return t
	}
	t.options, t.times, t.private = maps.Clone(opened.Options), opened.Times, opened.Private
	if g := house.Game(opened.Game); g != nil {
		for _, o := range g.Options() {
			if t.options[o.Name] == o.Values[0] {
				delete(t.options, o.Name)
			}
		}
	}
	return t
}

// complete are all options of a game, those that were not chosen with their defaults.
func (t terms) complete(g engine.Game) (map[string]string, error) {
	return engine.Choose(g.Options(), t.options)
}

// head writes what a reader has to know before the first decision.
func (p *penman) head() {
	put := func(key string, words ...string) {
		fmt.Fprintf(&p.out, "%s:", key)
		for _, w := range words {
			p.out.WriteString(" " + word(w))
		}
		p.out.WriteString("\n")
	}
	put(keyNotation, fmt.Sprint(NotationVersion))
	put(keyTable, p.Table)
	put(keyGame, p.Game, "rules", fmt.Sprint(p.Rules))
	put(keyDeck, p.DeckName, "sha256", p.DeckSum)
	p.agreed(put)
	if p.Anonymous {
		put(keyAnonymous, "yes")
	}
	if p.Live {
		put(keyLive, "yes")
		p.comment([]string{"The game was not over when this was written. Without its secret it cannot be imported."})
	} else {
		put(keySecret, hex.EncodeToString(p.Secret[:]))
	}
	for _, who := range p.Players {
		words := []string{who.Name, "id", who.ID}
		if who.Gone {
			words = append(words, "forgotten")
		}
		put(keyPlayer, words...)
	}
	for i, ref := range p.refs {
		if id, ok := p.messages[ref]; ok {
			put(keyMail, fmt.Sprint(i+1), id)
		} else {
			put(keyMail, fmt.Sprint(i+1), "sha256", ref)
		}
	}
	p.out.WriteString("\n")
}

// agreed writes what the table agreed on otherwise than tables do.
func (p *penman) agreed(put func(string, ...string)) {
	var options []string
	for _, name := range slices.Sorted(maps.Keys(p.terms.options)) {
		options = append(options, name+"="+p.terms.options[name])
	}
	if len(options) > 0 {
		put(keyOptions, options...)
	}
	switch t, usual := p.terms.times, lobby.DefaultTimes; {
	case t.Bank != 0:
		put(keyTimes, "bank", span(t.Bank), "increment", span(t.Increment), "answer", span(t.Answer))
	case t.Turn != usual.Turn || t.Answer != usual.Answer:
		put(keyTimes, "turn", span(t.Turn), "answer", span(t.Answer))
	}
	p.agreedAbsence(put)
	if g := p.terms.times.Grace; g > 0 {
		put(keyGrace, span(g))
	}
	if p.terms.private {
		put(keyPrivate, "yes")
	}
}

func span(d time.Duration) string { return d.String() }

// The fields of a header.
const (
	keyNotation  = "Contrapost notation"
	keyTable     = "Table"
	keyGame      = "Game"
	keyDeck      = "Deck"
	keyOptions   = "Options"
	keyTimes     = "Times"
	keyAbsent    = "Absent"
	keyGrace     = "Grace"
	keyPrivate   = "Private"
	keyAnonymous = "Anonymous"
	keyLive      = "Live"
	keySecret    = "Secret"
	keyPlayer    = "Player"
	keyMail      = "Mail"
	keySeats     = "Seats" // of a text written by hand, instead of players, as is the seed
	keySeed      = "Seed"
)
