package templates

import (
	"slices"
	"strings"

	"contrapost/engine"
)

// A section is what stands together in a letter; between two there is a gap.
type section []part

// part is an engine.Block or one of the frame's own kinds below. A setting knows
// how each looks.
type part any

type (
	// sentence is running text of the frame; a line end in it is meant.
	sentence struct{ Text string }
	// fine is running text that few need, set small where there are sizes.
	fine struct{ Text string }
	// wanted is a sentence that says what its reader is asked: the largest there is,
	// wherever in a letter it stands.
	wanted struct{ Text string }
	// advised is an order that would be done instead, and what leads over to it; it may
	// belong to the line before it.
	advised struct {
		Lead, Order string
		Told        bool
	}
	// cited is running text that cites a ruling by its number.
	cited struct{ Text, Rule string }
	// told is running text that belongs to the line before it.
	told struct{ Text string }
	// quote is a line as its writer wrote it.
	quote struct{ Text string }
	// brief is a line as its writer wrote it, cut where it is long.
	brief struct{ Text string }
	// order is an order as it was understood, or might be written.
	order struct{ Text string }
	// besides are orders on a page that offers none to be sent before them.
	besides struct{ engine.Choices }
	// digits is a number too long to read, to be copied whole.
	digits struct{ Text string }
)

// compose says what a letter says, in its order, in its reader's language.
func compose(l Letter, v voice) []section {
	var all []section
	add := func(s ...section) {
		for _, one := range s {
			if len(one) > 0 {
				all = append(all, one)
			}
		}
	}
	if l.Won != "" {
		add(section{sentence{tidy(l.Won)}})
	}
	if l.Kind == KindAnswer {
		add(outcome(l.Answers, v)...)
		add(first(l, v))
		add(afterwards(l, v))
	} else {
		add(first(l, v))
		add(opening(l, v))
	}
	for _, n := range noted(l) {
		add(section{sentence{v.Say(n.Key, n.Args)}})
	}
	add(talk(l, v))
	if l.Page != nil {
		add(page(l.Page.Blocks)...)
	}
	add(numbered(l.Commitment, "note.commitment", "note.commitment-use", v))
	add(numbered(l.Secret, "note.seed", "note.seed-use", v))
	add(closing(l, v)...)
	return all
}

// first is what the reader has to know before what is wanted of them.
func first(l Letter, v voice) section {
	var s section
	for _, n := range l.First {
		s = append(s, sentence{v.Say(n.Key, n.Args)})
	}
	return s
}

// opening says what is wanted, by when and what silence does, and then what has
// come about.
func opening(l Letter, v voice) section {
	s := asked(l, v)
	switch l.Kind {
	case KindBegun:
		s = append(s, sentence{v.Say("letter.begun", place(l))})
	case KindOver:
		return append(s, sentence{v.Say("letter.over", place(l))})
	case KindNotice, KindInvited:
		return s
	}
	return append(s, idle(l, v)...)
}

// idle says that a page wants nothing of its reader, or never will again.
func idle(l Letter, v voice) section {
	if l.Page == nil || l.Aside || l.Page.Asks != "" || len(l.First) > 0 {
		return nil
	}
	if l.Page.Sealed != "" {
		return sealed(l, v)
	}
	if l.Secret != "" { // published with the end of the game
		return section{sentence{v.Say("letter.over", place(l))}}
	}
	return section{sentence{v.Say("letter.idle", nil)}}
}

// sealed says what the reader has answered, and until when it can matter.
func sealed(l Letter, v voice) section {
	s := section{sentence{tidy(l.Page.Sealed)}}
	if !l.Opens.IsZero() {
		s = append(s, sentence{v.Say("letter.opens", engine.Args{"When": l.Opens})})
	}
	return s
}

// afterwards says what is wanted once a mail has been dealt with.
func afterwards(l Letter, v voice) section {
	if unchanged(l.Answers) {
		return stillAsked(l, v)
	}
	return append(asked(l, v), idle(l, v)...)
}

// asked is what the page wants of its reader.
func asked(l Letter, v voice) section {
	if l.Page == nil || l.Page.Asks == "" {
		return nil
	}
	s := section{wanted{tidy(l.Page.Asks)}}
	if !l.Deadline.IsZero() {
		s = append(s, sentence{by(l, v)})
	}
	return append(s, silence(l)...)
}

// stillAsked is the same after a mail that did nothing.
func stillAsked(l Letter, v voice) section {
	text := v.Say("answer.unchanged", nil)
	asks := l.Page != nil && l.Page.Asks != ""
	if !l.Deadline.IsZero() && (asks || l.Page == nil) {
		text += " " + v.Say("answer.still", engine.Args{"When": moment(l.Deadline, l.Zone, v)})
	}
	s := section{sentence{text}}
	if asks {
		s = append(s, wanted{tidy(l.Page.Asks)})
		s = append(s, silence(l)...)
	} else if l.Page != nil && l.Page.Sealed != "" {
		s = append(s, sealed(l, v)...)
	}
	return s
}

func silence(l Letter) section {
	if l.Page.Silence == "" {
		return nil
	}
	return section{sentence{tidy(l.Page.Silence)}}
}

// numbered prints a long number between what it is and what it is for.
func numbered(number, what, use string, v voice) section {
	if number == "" {
		return nil
	}
	return section{fine{v.Say(what, nil)}, digits{tidy(number)}, fine{v.Say(use, nil)}}
}

// page parts a page's blocks into sections: a heading opens one, and so does a
// paragraph that does not follow a heading, and a list of choices that holds an
// order which can be sent, or that no such list precedes.
func page(blocks []engine.Block) []section {
	var all []section
	offered := false
	for i, b := range blocks {
		var p part = b
		opening := i == 0 || opens(b, blocks[i-1])
		if c, ok := b.(engine.Choices); ok {
			if offered = offered || slices.ContainsFunc(c.Items, sendable); !offered {
				p, opening = besides{c}, true
			}
		}
		if opening {
			all = append(all, nil)
		}
		last := len(all) - 1
		all[last] = append(all[last], p)
	}
	return all
}

func opens(b, before engine.Block) bool {
	_, headed := before.(engine.Heading)
	switch b := b.(type) {
	case engine.Heading:
		return true
	case engine.Paragraph:
		return !headed
	case engine.Choices:
		return !headed && slices.ContainsFunc(b.Items, sendable)
	}
	_, said := before.(engine.Paragraph)
	_, chosen := before.(engine.Choices)
	return said || chosen
}

func sendable(c engine.Choice) bool { return !c.Example && tidy(c.Order) != "" }

// foot makes the letter a receipt. It is set in lines for a text alone: HTML flows.
func foot(l Letter, v voice) []string {
	said := receipt(l, v)
	var lines []string
	for i, pieces := range said {
		if i == len(said)-1 {
			return append(lines, flow(pieces, " ", "", "", lastColumns)...)
		}
		lines = append(lines, flow(pieces, " ", "", "", columns)...)
	}
	return lines
}

// receipt is what stands at the foot of a letter, each in pieces that stay whole.
func receipt(l Letter, v voice) [][]string {
	if l.Table == "" {
		return [][]string{words(v.Say("foot.service", nil))}
	}
	key := "foot.table"
	if l.Number == 0 {
		key = "foot.page"
	}
	args := place(l)
	args["Number"], args["Name"] = l.Number, reader(l)
	pieces := words(v.Say(key, args))
	if l.Head != "" {
		pieces[len(pieces)-1] += ","
		pieces = append(pieces, tidy(v.Say("foot.log", engine.Args{"Head": l.Head})))
	}
	return [][]string{pieces, words(v.Say("foot.keep", nil))}
}

// lastColumns is how wide the last line of a letter may be. Who quotes a letter whole
// may write right below it, without a blank line; what stands below a long quoted line
// would be taken for what a mail program broke off it, so no word may seem to be that.
const lastColumns = 45

func reader(l Letter) string {
	if l.Reader != "" {
		return l.Reader
	}
	return l.Names.Name(l.Seat)
}

func place(l Letter) engine.Args {
	return engine.Args{"Game": l.Game, "Table": l.Table}
}

// Named puts the players' names into an order spelled canonically.
func Named(order string, names engine.Roster) string {
	split := strings.Split(order, " ")
	for i, word := range split {
		if seat, ok := engine.ParseSeat(word); ok {
			split[i] = clean(names.Name(seat))
		}
	}
	return strings.Join(split, " ")
}
