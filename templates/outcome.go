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
	all := []section{done(having(answers, engine.Done), v)}
	for _, a := range having(answers, engine.Refused) {
		all = append(all, refused(a, v))
	}
	return append(all,
		untried(having(answers, engine.NotTried), v),
		unread(having(answers, engine.NotRead), v))
}

// done lists the orders carried out, each with what there is to add.
func done(answers []engine.Answer, v voice) section {
	if len(answers) == 0 {
		return nil
	}
	s := section{sentence{v.Say("answer.done", nil)}}
	for _, a := range answers {
		text := v.order(a.Order)
		if text == "" {
			text = a.Line
		}
		s = append(s, quote{text}) // marked as a quotation, so that quoting it does it not again
		for _, t := range a.Told {
			s = append(s, told{v.Say("answered."+t.Key, t.Args)})
		}
	}
	return s
}

// refused quotes the line and says why not and what would have been accepted.
func refused(a engine.Answer, v voice) section {
	s := section{sentence{v.Say("answer.refused", nil)}}
	if tidy(a.Line) != "" {
		s = append(s, quote{a.Line})
	}
	if a.Refusal == nil {
		return s
	}
	s = append(s, sentence{reason(a.Refusal, v)})
	if a.Refusal.Try != "" {
		s = append(s, sentence{v.Say("answer.try", nil) + " " + v.order(a.Refusal.Try)})
	}
	return s
}

// reason words a refusal, with the number of its rule before the full stop.
func reason(r *engine.Refusal, v voice) string {
	text := v.Say("refused."+r.Key, r.Args)
	if r.Rule == "" {
		return text
	}
	return v.Say("answer.reason", engine.Args{"Reason": strings.TrimSuffix(text, "."), "Rule": r.Rule})
}

func untried(answers []engine.Answer, v voice) section {
	if len(answers) == 0 {
		return nil
	}
	s := section{sentence{v.Say("answer.not-tried", engine.Args{"Count": len(answers)})}}
	for _, a := range answers {
		s = append(s, quote{a.Line})
	}
	return s
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
	}
	return s
}

// noted are a letter's notes, and the help that its reader asked for, each once.
func noted(l Letter) []Note {
	notes := slices.Clone(l.Notes)
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
