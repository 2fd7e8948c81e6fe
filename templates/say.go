package templates

import (
	"errors"
	"fmt"
	html "html/template"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"time"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"contrapost/engine"
)

// message is what the catalog knows of a message besides its text.
type message struct {
	gaps   []string // the arguments it wants
	plural bool     // it has a form for one, or for few
}

var (
	action = regexp.MustCompile(`\{\{[^}]*\}\}`)
	field  = regexp.MustCompile(`\.([A-Za-z]\w*)`)
)

// readMessage checks a message's forms and finds its gaps.
func readMessage(m *i18n.Message) (message, error) {
	if m.Other == "" {
		return message{}, errors.New(`it lacks the form "other"`)
	}
	read := message{plural: m.Zero+m.One+m.Two+m.Few+m.Many != ""}
	for _, form := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
		if _, err := template.New("").Parse(form); err != nil {
			return message{}, err
		}
		for _, a := range action.FindAllString(form, -1) {
			for _, f := range field.FindAllStringSubmatch(a, -1) {
				read.gaps = append(read.gaps, f[1])
			}
		}
	}
	slices.Sort(read.gaps)
	read.gaps = slices.Compact(read.gaps)
	return read, nil
}

// voice is engine.Words over a catalog.
type voice struct {
	catalog *Catalog
	lang    string
	local   *i18n.Localizer
	names   engine.Roster
	zone    *time.Location              // of times in arguments; nil: UTC
	landing bool                        // the orders that are set now are what a letter leads to from its top
	link    func(order string) html.URL // begins a mail with an order; nil: there are no links
}

// Lang is the language spoken.
func (v voice) Lang() string { return v.lang }

// Name is the name in a seat, in one line.
func (v voice) Name(s engine.Seat) string { return clean(v.names.Name(s)) }

// begins is a link that begins a mail with an order, as its reader writes it; "" where
// nothing is linked.
func (v voice) begins(order string) html.URL {
	if v.link == nil {
		return ""
	}
	return v.link(tidy(order))
}

// order spells a canonical order as the reader would write it, with players' names.
func (v voice) order(canonical string) string {
	return tidy(v.catalog.orders.Write(engine.Order(canonical), v.lang, v.names))
}

// Say words a message. Seats become names, orders are spelled as the reader would, slices are joined by commas, and an
// argument called Count or N chooses the plural; the case of an argument's name
// does not count. A key nobody knows is said as "[key]", an argument that is not
// given as an ellipsis, and both are reported to the catalog's Unsaid.
func (v voice) Say(key string, args engine.Args) string {
	known, ok := v.message(key)
	if !ok {
		return "[" + clean(key) + "]"
	}
	config := &i18n.LocalizeConfig{MessageID: key, TemplateData: v.fill(key, known.gaps, args)}
	if known.plural {
		config.PluralCount = count(args)
	}
	text, err := v.local.Localize(config)
	if text == "" && err != nil {
		v.catalog.unsaid(v.lang, key, err)
		return "[" + clean(key) + "]"
	}
	return text
}

// message finds a message, or the English one in its stead.
func (v voice) message(key string) (message, bool) {
	known, ok := v.catalog.messages[v.lang][key]
	if ok {
		return known, true
	}
	v.catalog.unsaid(v.lang, key, fmt.Errorf("no such message in %q", v.lang))
	known, ok = v.catalog.messages[languages[0]][key]
	return known, ok
}

// fill words the arguments a message wants.
func (v voice) fill(key string, gaps []string, args engine.Args) map[string]any {
	filled := make(map[string]any, len(gaps))
	for _, gap := range gaps {
		arg, ok := find(args, gap)
		if !ok {
			v.catalog.unsaid(v.lang, key, fmt.Errorf("no argument for the gap %q", gap))
			filled[gap] = "…"
			continue
		}
		filled[gap] = v.word(arg)
	}
	return filled
}

// find looks an argument up, an exact name before one that differs in case.
func find(args engine.Args, name string) (any, bool) {
	if arg, ok := args[name]; ok {
		return arg, true
	}
	for _, k := range slices.Sorted(maps.Keys(args)) {
		if strings.EqualFold(k, name) {
			return args[k], true
		}
	}
	return nil, false
}

// word says one argument. Numbers stay numbers, so that a message may compare them.
func (v voice) word(arg any) any {
	switch a := arg.(type) {
	case int, int64, bool:
		return a
	case engine.Seat:
		return v.Name(a)
	case engine.Order:
		return v.order(string(a))
	case []engine.Order:
		orders := make([]string, len(a))
		for i, o := range a {
			orders[i] = v.order(string(o))
		}
		return strings.Join(orders, "; ")
	case []engine.Seat:
		names := make([]string, len(a))
		for i, s := range a {
			names[i] = v.Name(s)
		}
		return strings.Join(names, ", ")
	case []string:
		return clean(strings.Join(a, ", "))
	case time.Time:
		return moment(a, v.zone, v)
	case time.Duration:
		return left(a, v)
	case engine.Span:
		return exactly(time.Duration(a), v)
	default:
		return clean(fmt.Sprint(a))
	}
}

// count gives the number that chooses the plural, or nil.
func count(args engine.Args) any {
	for _, name := range []string{"Count", "N"} {
		if arg, ok := find(args, name); ok {
			if n, ok := arg.(int); ok {
				return n
			}
		}
	}
	return nil
}
