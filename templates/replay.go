package templates

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"

	"contrapost/engine"
)

// Replay is a game that is over, to be stepped through. View 0 of a step is the
// Onlooker's, then come the seats', and last that with all cards open.
type Replay struct {
	Game, Table string
	Names       engine.Roster // as of the end
	Steps       []Step        // the deal, then a decision each with all that followed
	History     Saved         // to be saved from the page; zero: there is none
}

// Saved is a file that a page holds.
type Saved struct {
	Name string // "konvooi-K7F3Q.jsonl.gz"
	Data []byte // gzip
}

// SavedLink is how the link to a page's file begins; base64 follows, up to a quotation
// mark.
const SavedLink = `href="data:application/gzip;base64,`

// link is the file as the target of a link, which asks nothing of any network and takes
// no script.
func (s Saved) link() template.HTMLAttr {
	return template.HTMLAttr(SavedLink + base64.StdEncoding.EncodeToString(s.Data) + `"`) // no other than these digits
}

// Step is a game after one decision.
type Step struct {
	Names   engine.Roster    // who sat where
	Happens string           // a key below "replay": how it came about
	Count   int              // of what it speaks of, if it counts anything
	Seat    engine.Seat      // whose decision it was; the Onlooker's: the clock's, or nobody's
	Order   string           // canonical; "" for none
	Notes   []Note           // sentences of the service
	Talk    []Remark         // what was said from then on, until the next step
	Told    [][]engine.Block // by view: what it brought
	Pages   [][]engine.Block // by view: how it stands
	Scores  []int            // by seat: what everybody's cards count
}

// How a step came about.
const (
	HappensDealt   = "dealt"
	HappensOrder   = "order"
	HappensSilent  = "silent"  // silence was taken for the order
	HappensClock   = "clock"   // nobody was awaited any more
	HappensRewound = "rewound" // the game was taken back; Count decisions are in no step
)

// open tells whether everybody may see how a step came about.
func (s Step) open() bool { return s.Order == "" }

var replayPage = template.Must(template.ParseFS(htmlFiles, "html/replay.html"))

// Replay sets a game as one HTML file that needs nothing else, in one language. The
// same game gives the same bytes.
func (c *Catalog) Replay(r Replay, lang string) ([]byte, error) {
	style, script := files("replay.css"), files("replay.js")
	v := c.voice(lang, r.Names)
	film := &reel{catalog: c, lang: v.lang, views: len(r.Names) + 2, index: map[string]int{}, set: map[string]string{}, pages: map[string]int{}}
	for _, s := range r.Steps {
		film.shoot(s)
	}
	kept := pack(film.snippets)
	style += kept.styles.String()
	var b bytes.Buffer
	err := replayPage.Execute(&b, map[string]any{
		"Lang": v.lang, "Title": v.Say("replay.title", place(Letter{Game: r.Game, Table: r.Table})),
		"StyleSum": sum(style), "ScriptSum": sum(script), "Style": template.CSS(style), "Script": template.JS(script),
		// Each of these came out of a template.
		"Snippets": template.HTML(kept.bodies.String()), "Cards": template.HTML(kept.cards.String()), "Rows": template.HTML(kept.rows.String()),
		"Steps": len(r.Steps), "Views": viewsOf(r, v), "Seats": chartOf(r, v), "Zero": zeroOf(r), "Words": worded(v),
		"File": r.History.Name, "FileLink": r.History.link(), "FileUse": v.Say("replay.save-use", engine.Args{"File": r.History.Name}),
		"Data": map[string]any{
			"steps": film.steps, "pages": film.list, "step": v.Say("replay.step", engine.Args{"Step": "{step}", "Steps": len(r.Steps)}),
			"seats": len(r.Names), "range": spanOf(r),
		},
	})
	if err != nil {
		return nil, fmt.Errorf("set the replay of table %s: %w", r.Table, err)
	}
	return b.Bytes(), nil
}

func files(name string) string {
	text, err := htmlFiles.ReadFile("html/" + name)
	if err != nil {
		panic("templates: " + err.Error()) // embedded
	}
	return string(text)
}

// sum is how a Content-Security-Policy names what it lets run.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}

// worded are the words of the page's own frame.
func worded(v voice) map[string]string {
	words := map[string]string{}
	for _, key := range []string{
		"first", "back", "next", "last", "slider", "seen-by", "happened", "scores", "scores-alt", "keys-heading", "keys", "noscript", "steps", "save",
	} {
		words[key] = v.Say("replay."+key, nil)
	}
	return words
}

// viewHTML is a view and the button that leads to it.
type viewHTML struct{ ID, Key, Name, Heading string }

func viewsOf(r Replay, v voice) []viewHTML {
	views := []viewHTML{{"0", "0", v.Say("replay.onlooker", nil), v.Say("replay.as-onlooker", nil)}}
	for _, s := range engine.Seats(len(r.Names)) {
		id := fmt.Sprint(int(s))
		views = append(views, viewHTML{id, id, tidy(v.Name(s)), v.Say("replay.as-seat", engine.Args{"Seat": s})})
	}
	return append(views, viewHTML{"a", "a", v.Say("replay.open", nil), v.Say("replay.as-open", nil)})
}

// title words how a step came about.
func title(s Step, v voice) string {
	what := cmp.Or(s.Happens, HappensOrder)
	return v.Say("replay."+what, engine.Args{"Seat": s.Seat, "Order": engine.Order(s.Order), "Count": s.Count})
}
