package templates

import (
	"cmp"
	"slices"
	"strings"

	"contrapost/engine"
)

// listed is how many unread lines of a mail are shown.
const listed = 8

// unchanged tells that something was refused and nothing was done.
func unchanged(answers []engine.Answer) bool {
	return len(having(answers, engine.Refused)) > 0 && len(having(answers, engine.Done)) == 0
}

func having(answers []engine.Answer, verdict engine.Verdict) []engine.Answer {
	var some []engine.Answer
	for _, a := range answers {
		if a.Verdict == verdict {
			some = append(some, a)
		}
	}
	return some
}

// outcome says what became of a mail's lines: first what was done, then what was
// refused and why, then what was not tried and what was not read.
func outcome(answers []engine.Answer, v voice) []section {
	waiting, heard := parted(having(answers, engine.Done), waitsUntil, waitsToo)
	asked, did := parted(heard, "previewed", "forget-asked")
	all := []section{done("answer.done", did, v), done("answer.waits", waiting, v), done("answer.not-yet", asked, v)}
	for _, a := range having(answers, engine.Refused) {
		all = append(all, refused(a, v))
	}
	return append(all,
		untried(having(answers, engine.NotTried), v),
		unread(having(answers, engine.NotRead), v))
}

// waitsUntil is the sentence about an order that has been heard and not carried out yet,
// waitsToo that about another behind it.
const (
	waitsUntil = "waits-until"
	waitsToo   = "waits-too"
)

// parted tells orders of which one of some sentences is told from the others: those that
// wait, or of which it is only said what they would do, from those that were carried out.
func parted(heard []engine.Answer, sentences ...string) (such, others []engine.Answer) {
	for _, a := range heard {
		if slices.ContainsFunc(a.Told, func(s engine.Sentence) bool { return slices.Contains(sentences, s.Key) }) {
			such = append(such, a)
		} else {
			others = append(others, a)
		}
	}
	return such, others
}

// done lists orders under a heading that says what is so of them, each with what there is
// to add.
func done(heading string, answers []engine.Answer, v voice) section {
	if len(answers) == 0 {
		return nil
	}
	s := section{sentence{v.Say(heading, nil)}}
	for _, a := range answers {
		text := v.order(a.Order)
		if text == "" {
			text = a.Line
		}
		s = append(s, quote{text}) // marked as a quotation, so that quoting it does it not again
		for _, t := range a.Told {
			if say := (told{v.Say("answered."+t.Key, t.Args)}); s[len(s)-1] != part(say) { // once, of several verbs that help explains
				s = append(s, say)
			}
		}
	}
	return s
}

// refused quotes the line and says why not and what would have been accepted.
func refused(a engine.Answer, v voice) section {
	s := section{sentence{v.Say("answer.refused", nil)}}
	if line := written(a, v); tidy(line) != "" {
		s = append(s, quote{line})
	}
	if a.Refusal == nil {
		return s
	}
	s = append(s, reason(a.Refusal, v))
	return append(s, instead(a.Refusal, v)...)
}

// instead says what can be written instead: the nearest order that would have been
// accepted, and one of the sort that was refused.
func instead(r *engine.Refusal, v voice) section {
	var s section
	if r.Try != "" {
		key, text := "answer.try", v.order(r.Try)
		if r.Other {
			key = "answer.instead"
		}
		if r.Rule == "" || len(r.Also) > 0 { // an order of the lobby's, which is but an example, or several
			for _, order := range r.Also {
				text += "; " + v.order(order)
			}
			s = append(s, sentence{v.Say(key, nil) + " " + text})
		} else {
			s = append(s, advised{Lead: v.Say(key, nil), Order: text})
		}
	}
	if r.Such != "" && r.Such != r.Try {
		s = append(s, sentence{v.Say("answer.such", nil) + " " + v.order(r.Such)})
	}
	if len(r.Form) > 0 {
		orders := make([]engine.Order, len(r.Form))
		for i, order := range r.Form {
			orders[i] = engine.Order(order)
		}
		s = append(s, sentence{v.Say("answer.form", engine.Args{"Orders": orders})})
	}
	return s
}

// reason words a refusal, with the number of its rule before the full stop.
func reason(r *engine.Refusal, v voice) part {
	text := v.Say("refused."+r.Key, r.Args)
	if r.Rule == "" {
		return sentence{text}
	}
	return cited{v.Say("answer.reason", engine.Args{"Reason": strings.TrimSuffix(text, "."), "Rule": r.Rule}), r.Rule}
}

func untried(answers []engine.Answer, v voice) section {
	if len(answers) == 0 {
		return nil
	}
	s := section{sentence{v.Say("answer.not-tried", engine.Args{"Count": len(answers)})}}
	for _, a := range answers {
		s = append(s, quote{written(a, v)})
	}
	return s
}

// written is a line as it was written; of one that has waited nothing is left but the
// canonical order, which is spelled for its reader.
func written(a engine.Answer, v voice) string {
	if a.Line == a.Order {
		return v.order(a.Order)
	}
	return a.Line
}

// unread shows the first few lines of what was taken for prose.
func unread(answers []engine.Answer, v voice) section {
	if len(answers) == 0 {
		return nil
	}
	s := section{sentence{v.Say("answer.not-read", engine.Args{"Count": len(answers)})}}
	for i, a := range answers {
		if i == listed {
			return append(s, sentence{v.Say("answer.more", engine.Args{"Count": len(answers) - i})})
		}
		s = append(s, brief{a.Line})
		if a.Meant != "" {
			s = append(s, advised{v.Say("answer.try", nil), v.order(a.Meant), true})
		}
		s = append(s, misread(a, v)...)
	}
	return s
}

// misread says how the order is written that a line begins like, and what could be written
// in its place.
func misread(a engine.Answer, v voice) section {
	var s section
	for _, t := range a.Told {
		s = append(s, told{v.Say("answered."+t.Key, t.Args)})
	}
	no := a.Hint
	if no == nil {
		return s
	}
	if no.Key != "" {
		s = append(s, told{v.Say("refused."+no.Key, no.Args)})
	}
	for _, order := range []string{no.Such, no.Try} {
		if order != "" {
			return append(s, told{v.Say("answer.such", nil) + " " + v.order(order)})
		}
	}
	return s
}

// noted are a letter's notes, and the help that its reader asked for, each once.
func noted(l Letter) []Note {
	notes := once(slices.Clone(l.Notes), l.Answers)
	for _, a := range l.Answers {
		for _, s := range a.Told {
			help, _ := s.Args["Help"].(string)
			help = cmp.Or(help, "help.short")
			if s.Key != "helped" || slices.ContainsFunc(notes, func(n Note) bool { return n.Key == help }) {
				continue
			}
			notes = append(notes, Note{Key: help})
		}
	}
	return notes
}
