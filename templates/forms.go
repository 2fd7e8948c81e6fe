package templates

import "strings"

// Form is an entry of a help text.
type Form struct {
	Orders []string // as they are written
	Gloss  string   // what they do; "" where nothing is said of it
}

// Forms reads the entries of a help text, the message under a key: lines that begin
// with two blanks, orders with a comma between them, and behind three blanks or more,
// or in lines further in, what they do.
func (c *Catalog) Forms(key, lang string) []Form {
	var forms []Form
	within := false
	for line := range strings.Lines(c.voice(lang, nil).Say(key, nil)) {
		line = strings.TrimRight(line, "\n")
		switch margin := indent(line); {
		case margin == len(orderMargin):
			orders, gloss, _ := strings.Cut(line[margin:], glossGap)
			forms = append(forms, Form{strings.Split(orders, ", "), tidy(gloss)})
			within = true
		case margin > len(orderMargin) && within:
			last := &forms[len(forms)-1]
			last.Gloss = tidy(last.Gloss + " " + line)
		default:
			within = false
		}
	}
	return forms
}
