package export

import (
	"slices"
	"time"

	"contrapost/engine/lobby"
	"contrapost/events"
)

// Kept gives the history as it goes home with everybody who played: enough to check
// every shuffle and every decision by, with names, and without what is nobody else's.
// There are no Message-IDs and no letters; of a mail there is left what it ordered in
// the game; and where one player told another something, not even who it was: of such an
// entry there is nothing but its place in the chain.
func (h *History) Kept() *History {
	k := *h
	k.Header.Kept = true
	k.Letters = nil
	k.Entries = slices.Clone(h.Entries)
	for i, e := range k.Entries {
		if e.Kind == toldKind {
			k.Entries[i] = withheld(e, k.Entries[max(i-1, 0)].At)
		}
	}
	k.Mails = keptMails(h.Mails, k.Entries)
	return &k
}

var toldKind = lobby.Told{}.Kind()

// nothing is the data of an entry that is left out.
const nothing = "{}"

// withheld is what is left of an entry: the hash that the next one is chained to, and a
// time that is another's.
func withheld(e events.Entry, at time.Time) events.Entry {
	return events.Entry{
		Draft:  events.Draft{Kind: e.Kind, Data: []byte(nothing)},
		Stream: e.Stream, Version: e.Version, At: at, Prev: e.Prev, Hash: e.Hash,
	}
}

// withholds tells whether an entry is one that was left out.
func (h *History) withholds(e events.Entry) bool {
	return h.Header.Kept && e.Kind == toldKind && string(e.Data) == nothing
}

// keptMails are the mails that made the entries that are told, numbered anew, so that
// nothing is seen of those that are not.
func keptMails(mails []Mail, entries []events.Entry) []Mail {
	made := map[string][]string{} // orders of the game, by ref
	for _, e := range entries {
		if e.Cause.Kind != events.CauseMail {
			continue
		}
		orders := made[e.Cause.Ref]
		if !lobby.Owns(e.Kind) && e.Order != "" {
			orders = append(orders, e.Order)
		}
		made[e.Cause.Ref] = orders
	}
	var kept []Mail
	for _, m := range mails {
		orders, there := made[m.Ref]
		if !there {
			continue
		}
		m.ID, m.MessageID, m.Lines = int64(len(kept)+1), "", ordered(m.Lines, orders)
		kept = append(kept, m)
	}
	return kept
}

// ordered are the lines that ordered something in the game, without their words.
func ordered(lines []Line, orders []string) []Line {
	kept := []Line{}
	for _, l := range lines {
		if slices.Contains(orders, l.Order) {
			kept = append(kept, Line{Verdict: l.Verdict, Order: l.Order})
		}
	}
	return kept
}

// checkKeptChain: every entry that is told has the hash of its own bytes, and each
// follows the one before.
func (h *History) checkKeptChain() Check {
	var prev [32]byte
	left := 0
	for i, e := range h.Entries {
		version := int64(i + 1)
		switch {
		case e.Version != version || e.Prev != prev:
			return Breaks("chain", version, "it does not follow the entry before it")
		case h.withholds(e):
			left++
		case e.Hash != events.Sum(prev, events.Salt(h.Secret, version), e):
			return Breaks("chain", version, "hash does not match what it says")
		}
		prev = e.Hash
	}
	if left == 0 {
		return held("chain")
	}
	return Skipped("chain", "of %d entries, words between two players, there is the hash alone; all others are what theirs say", left)
}
