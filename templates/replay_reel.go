package templates

import (
	"fmt"
	"html/template"
	"strings"

	"contrapost/engine"
)

// reel gathers what a replay shows: every snippet of HTML once, every page as a list
// of snippets once, and every step as the numbers of its pages.
type reel struct {
	catalog  *Catalog
	lang     string
	views    int
	snippets []string
	set      map[string]string // blocks that were set, by all that is in them
	index    map[string]int
	list     [][2][]int // what happened, and how it stands
	pages    map[string]int
	steps    []frameHTML
}

// frameHTML is a step as the page's script reads it.
type frameHTML struct {
	Pages  []int `json:"p"` // by view
	Scores []int `json:"s"` // by seat
}

func (f *reel) shoot(s Step) {
	v := f.catalog.voice(f.lang, s.Names)
	frame := frameHTML{Scores: s.Scores}
	before, after := f.around(s, v)
	for view := range f.views {
		told := append([]int{}, before...)
		if len(before) == 0 && (s.open() || view == f.views-1 || view > 0 && engine.Seat(view) == s.Seat) {
			told = append(told, f.snippet(fill("paragraph", title(s, v))))
		}
		told = append(told, f.blocks(s.Told[view], v)...)
		if len(told) == 0 {
			told = append(told, f.snippet(fill("paragraph", v.Say("replay.nothing", nil))))
		}
		frame.Pages = append(frame.Pages, f.page(append(told, after...), f.blocks(s.Pages[view], v)))
	}
	f.steps = append(f.steps, frame)
}

// around is what is to be read in every view: that the game was taken back, before
// what happened; what the service and the players said, after it.
func (f *reel) around(s Step, v voice) (before, after []int) {
	if s.Happens == HappensRewound {
		before = append(before, f.snippet(fill("notice", title(s, v))))
	}
	for _, n := range s.Notes {
		after = append(after, f.snippet(fill("notice", v.Say(n.Key, n.Args))))
	}
	for _, r := range s.Talk {
		said := spoken(r, v)
		after = append(after, f.snippet(fill("remark", speech{Lead: tidy(said.Lead), Text: tidy(said.Text)})))
	}
	return before, after
}

func (f *reel) blocks(blocks []engine.Block, v voice) []int {
	list := []int{}
	for i, b := range blocks {
		if head, ok := b.(engine.Heading); ok && i+1 < len(blocks) && bringsChoices(head, blocks[i+1], v) {
			continue
		}
		if h := f.setOnce(b, v); h != "" {
			list = append(list, f.snippet(h))
		}
	}
	return list
}

// setOnce sets a block, or gives it as it was set before: most of a page is on the page
// of the step before as well, and setting is what takes the time. It hangs on nothing but
// the block and the language; choices, which have names put in, are never shown here.
func (f *reel) setOnce(b engine.Block, v voice) string {
	key := fmt.Sprintf("%#v", b)
	set, ok := f.set[key]
	if !ok {
		set = setBlockHTML(b, v)
		f.set[key] = set
	}
	return set
}

func (f *reel) snippet(text string) int {
	return interned(f.index, text, func(n int) { f.snippets = append(f.snippets, text) })
}

func (f *reel) page(told, stands []int) int {
	key := fmt.Sprint(told, stands)
	return interned(f.pages, key, func(int) { f.list = append(f.list, [2][]int{told, stands}) })
}

// interned numbers what is new.
func interned(known map[string]int, key string, add func(int)) int {
	n, ok := known[key]
	if !ok {
		n = len(known)
		known[key] = n
		add(n)
	}
	return n
}

// chartHTML is a seat's line in the graph of scores.
type chartHTML struct {
	Name   string
	Class  string
	Points template.HTMLAttr
	Shape  string // a path around 0,0
}

// shapes tell lines apart where colours do not.
var shapes = []string{
	"M-5,-5H5V5H-5Z", "M0,-7L6,5H-6Z", "M0,-7L7,0L0,7L-7,0Z", "M-6,-2H-2V-6H2V-2H6V2H2V6H-2V2H-6Z", "M0,7L6,-5H-6Z", "M-5,0A5,5 0 1 0 5,0A5,5 0 1 0 -5,0Z",
}

func chartOf(r Replay, v voice) []chartHTML {
	top := spanOf(r)[1]
	var all []chartHTML
	for i := range r.Names {
		var points []string
		for n, s := range r.Steps {
			if i < len(s.Scores) {
				points = append(points, fmt.Sprintf("%d,%d", n, top-s.Scores[i]))
			}
		}
		all = append(all, chartHTML{
			Name: tidy(v.Name(engine.Seat(i + 1))), Class: fmt.Sprintf("line%d", i%len(shapes)+1),
			Points: template.HTMLAttr(`points="` + strings.Join(points, " ") + `"`), Shape: shapes[i%len(shapes)],
		})
	}
	return all
}

// spanOf is the least and the greatest of all scores, and of 0.
func spanOf(r Replay) [2]int {
	span := [2]int{0, 1}
	for _, s := range r.Steps {
		for _, n := range s.Scores {
			span[0], span[1] = min(span[0], n), max(span[1], n)
		}
	}
	return span
}

// zeroOf is the box of the graph in its own units, and where no score is.
func zeroOf(r Replay) map[string]int {
	span := spanOf(r)
	return map[string]int{"Top": span[1], "Least": span[0], "Width": max(len(r.Steps)-1, 1), "Height": span[1] - span[0]}
}
