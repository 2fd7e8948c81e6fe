package templates

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"contrapost/engine"
)

// shortReplay is a game of two steps, in which everything that people can choose is
// one text.
func shortReplay(said string) Replay {
	names := engine.Roster{"Ann", said}
	view := []engine.Block{engine.Paragraph{Text: said}, engine.Table{
		Columns: []engine.Column{{Label: "x"}, {Label: "1"}},
		Rows:    [][]engine.Cell{{{Text: said}, {Faces: []engine.Face{{Label: said, Mark: "L"}}}}, {{Text: "Ann"}, {Faces: []engine.Face{{Down: true}}}}},
	}}
	step := Step{
		Names: names, Happens: HappensDealt, Scores: []int{0, -3},
		Talk: []Remark{{Name: said, Text: said}}, Notes: []Note{{Key: "note.resigned", Args: engine.Args{"Name": said}}},
		Told: make([][]engine.Block, 4), Pages: [][]engine.Block{view, view, view[:1], view},
	}
	second := step
	second.Happens, second.Seat, second.Order, second.Talk = HappensOrder, 2, "convoy L X", nil
	return Replay{Game: "Konvooi", Table: "K7F3Q", Names: names, Steps: []Step{step, second}}
}

func setReplay(t *testing.T, said string) string {
	t.Helper()
	page, err := speaking(t).Replay(shortReplay(said), "en")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

var (
	policy = regexp.MustCompile(`content="(default-src 'none'; script-src '(sha256-[^']+)'; style-src '(sha256-[^']+)'; base-uri 'none'; form-action 'none')"`)
	sheet  = regexp.MustCompile(`(?s)<style>(.*)</style>`)
	script = regexp.MustCompile(`(?s)<script>(.*)</script>`)
)

// TestReplayPolicy: the page allows its own script and its own style, to the byte, and
// nothing else.
func TestReplayPolicy(t *testing.T) {
	page := strings.ReplaceAll(setReplay(t, "Bob"), "&#43;", "+")
	p := policy.FindStringSubmatch(page)
	if p == nil {
		t.Fatal("there is no such policy")
	}
	if got := sum(script.FindStringSubmatch(page)[1]); got != p[2] {
		t.Errorf("the script is %s, the policy allows %s", got, p[2])
	}
	if got := sum(sheet.FindStringSubmatch(page)[1]); got != p[3] {
		t.Errorf("the style is %s, the policy allows %s", got, p[3])
	}
	for _, never := range []string{"http://", "https://", "src=", "href=", "url(", "@import"} {
		if strings.Contains(page, never) {
			t.Errorf("the page has %q", never)
		}
	}
}

// TestReplayEscapes: whatever people call themselves, the page has the tags and the
// attributes that it has without them.
func TestReplayEscapes(t *testing.T) {
	tag := regexp.MustCompile(`<[^>]*>`)
	outline := func(page string) []string {
		var tags []string
		for _, t := range tag.FindAllString(page, -1) {
			tags = append(tags, regexp.MustCompile(`"[^"]*"`).ReplaceAllString(t, `""`))
		}
		return tags
	}
	calm := outline(setReplay(t, "Bob"))
	for _, bad := range hostile {
		page := setReplay(t, bad)
		if got := outline(page); !slices.Equal(got, calm) {
			t.Errorf("%q makes other tags:\n%q", bad, got)
		}
		if strings.Contains(page, "\u2028") {
			t.Errorf("%q: a line separator stands in the page", bad)
		}
	}
}

// TestReplayShowsOrdersToWhoGaveThem: what a seat ordered stands in its own view and
// with all cards open; in the others it does not.
func TestReplayShowsOrdersToWhoGaveThem(t *testing.T) {
	c := speaking(t)
	r := shortReplay("Bob")
	film := &reel{catalog: c, lang: "en", views: 4, index: map[string]int{}, set: map[string]string{}, pages: map[string]int{}}
	for _, s := range r.Steps {
		film.shoot(s)
	}
	for view, want := range []bool{false, false, true, true} {
		got := false
		for _, n := range film.list[film.steps[1].Pages[view]][0] {
			got = got || strings.Contains(film.snippets[n], "convoy L X")
		}
		if got != want {
			t.Errorf("view %d tells the order: %v, want %v", view, got, want)
		}
	}
}

// TestPack: what was packed can be put together again, to the byte.
func TestPack(t *testing.T) {
	v := speaking(t).voice("en", engine.Roster{"Ann", "Bob"})
	var snippets []string
	for _, lang := range languages {
		snippets = append(snippets, slices.DeleteFunc(setHTML(shownBlocks(lang), v), func(s string) bool { return s == "" })...)
	}
	for _, bad := range hostile {
		snippets = append(snippets, fill("paragraph", bad), fill("remark", speech{Lead: bad, Text: bad}))
	}
	p := pack(snippets)
	lines := func(b *strings.Builder) []string { return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") }
	parts := map[string][]string{"c": lines(&p.cards), "r": lines(&p.rows)}
	if len(parts["c"]) < 5 || len(parts["r"]) < 5 {
		t.Errorf("%d cards and %d rows were found", len(parts["c"]), len(parts["r"]))
	}
	put := regexp.MustCompile(`<(?:i|tr) data-(c|r)=(\d+)></(?:i|tr)>`)
	class := regexp.MustCompile(` class=z(\d+)`)
	styles := regexp.MustCompile(`(?m)^\.z\d+\{(.*)\}$`).FindAllStringSubmatch(p.styles.String(), -1)
	index := func(s string) int { n, _ := strconv.Atoi(s); return n }
	for i, body := range lines(&p.bodies) {
		for range 2 { // rows hold cards
			body = put.ReplaceAllStringFunc(body, func(s string) string {
				m := put.FindStringSubmatch(s)
				return parts[m[1]][index(m[2])]
			})
		}
		body = class.ReplaceAllStringFunc(body, func(s string) string {
			return ` style="` + styles[index(class.FindStringSubmatch(s)[1])][1] + `"`
		})
		if want := "<div>" + snippets[i] + "</div>"; body != want {
			t.Errorf("packed\n%s\nwas\n%s", body, want)
		}
	}
}

// TestReplayData: the script finds what it needs.
func TestReplayData(t *testing.T) {
	page := setReplay(t, "Bob")
	_, rest, _ := strings.Cut(page, `id="data">`)
	text, _, _ := strings.Cut(rest, "</script>")
	var data struct {
		Steps []frameHTML
		Pages [][2][]int
		Step  string
		Range [2]int
	}
	if err := json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&data); err != nil {
		t.Fatal(err)
	}
	if len(data.Steps) != 2 || data.Step != "Step {step} of 2." || data.Range != [2]int{-3, 1} {
		t.Errorf("%+v", data)
	}
	for _, s := range data.Steps {
		if len(s.Pages) != 4 || slices.Max(s.Pages) >= len(data.Pages) || !slices.Equal(s.Scores, []int{0, -3}) {
			t.Errorf("%+v", s)
		}
	}
}
