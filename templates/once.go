package templates

import (
	"slices"

	"contrapost/engine"
)

// known are the notes that a letter does without where something else in it has said the
// same already: the answer to the order ("answered."), the reason why it was refused
// ("refused."), or another note.
var known = map[string][]string{
	"note.waits":           {"answered.waits-until"},
	"note.wished":          {"answered.wished"},
	"note.away-own":        {"answered.vacation"},
	"note.paused":          {"ruling.paused", "refused.table-paused"},
	"note.paused-agreed":   {"answered.paused"},
	"note.paused-resuming": {"answered.resumed", "note.resume-asked"},
	"note.left-own":        {"refused.seat-left"},
}

// once leaves out of the notes of a letter what it says already.
func once(notes []Note, answers []engine.Answer) []Note {
	said := map[string]bool{}
	for _, a := range answers {
		for _, s := range a.Told {
			said["answered."+s.Key] = true
		}
		if a.Refusal != nil {
			said["refused."+a.Refusal.Key] = true
		}
	}
	for _, n := range notes {
		said[n.Key] = true
	}
	return slices.DeleteFunc(notes, func(n Note) bool {
		return slices.ContainsFunc(known[n.Key], func(key string) bool { return said[key] })
	})
}
