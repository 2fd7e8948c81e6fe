//go:build chromium

package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// pictured are the letters that -shots takes pictures of besides the replays.
var pictured = []string{"konvooi-turn.en", "konvooi-bids.nl", "konvooi-over.en", "declare-action-swap.nl", "declare-choose.en", "answer-opened.nl", "invited.nl", "ruling-rewound.en",
	"declare-over.en", "declare-over.nl", "timed-agreed.nl", "carried-refused.nl", "left.nl", "took.en", "answer-vacation.en", "answer-letters-late.nl", "bank-empty.en"}

// galleryLetters are the files of all HTML letters that are kept: of the gallery, and
// those of the frame alone.
func galleryLetters(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{galleryPath + "/*.html", "../../templates/testdata/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !strings.HasPrefix(filepath.Base(file), "blocks.") { // which is no document
				all = append(all, file)
			}
		}
	}
	if len(all) < 150 {
		t.Fatalf("only %d letters were found", len(all))
	}
	return all
}

// TestLettersInChromium opens every letter of the gallery on a narrow and on a wider
// screen, in light and in dark: all of it is to be seen, read and tapped, and it asks
// nothing of anybody.
func TestLettersInChromium(t *testing.T) {
	tab, closed := chromedp.NewContext(chromium(t))
	defer closed()
	var b *browser
	for _, file := range galleryLetters(t) {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		if b == nil {
			b = browse(t, tab, path)
		} else {
			b.run(chromedp.Navigate("file://" + path))
		}
		name := strings.TrimSuffix(filepath.Base(file), ".html")
		b.letter(name, "file://"+path)
	}
}

// letter looks at the letter that is open, at every width and in both lights.
func (b *browser) letter(name, url string) {
	b.Helper()
	for _, width := range []int64{320, 800} {
		for _, dark := range []bool{false, true} {
			b.screen(width, dark)
			at := fmt.Sprintf("%s at %d, dark %v", name, width, dark)
			for _, wrong := range eval[[]string](b, lettersWrong) {
				b.Errorf("%s: %s", at, wrong)
			}
			pairs := eval[[]string](b, unreadable)
			for _, p := range pairs[1:] {
				b.Errorf("%s: %s", at, p)
			}
			if n, _ := strconv.Atoi(pairs[0]); n < 2 {
				b.Errorf("%s: only %d texts were measured", at, n)
			}
			if slices.Contains(pictured, name) {
				b.shot(fmt.Sprintf("letter-%s-%d-%v", name, width, dark))
			}
		}
	}
	if lang := eval[string](b, "document.documentElement.lang"); lang != name[strings.LastIndex(name, ".")+1:] {
		b.Errorf("%s: its language is said to be %q", name, lang)
	}
	b.silent(name, url)
}

// silent wants nothing to have gone wrong with a letter, and nothing to have been asked
// for but its file; and forgets what it heard.
func (b *browser) silent(name, url string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, h := range b.heard {
		b.Errorf("%s: %s", name, h)
	}
	if !slices.Equal(b.asked, []string{url}) {
		b.Errorf("%s: it asked for %q", name, b.asked)
	}
	b.heard, b.asked = nil, nil
}

// lettersWrong lists what cannot be seen, understood or tapped.
const lettersWrong = `(() => {
	const bad = [], all = [...document.body.querySelectorAll("*")], narrow = innerWidth <= 320;
	const call = (e) => e.tagName.toLowerCase() + " " + JSON.stringify(e.textContent.trim().slice(0, 40));
	if (document.documentElement.scrollWidth > innerWidth) bad.push("it is " + document.documentElement.scrollWidth + " wide");
	for (const e of all) {
		const box = e.getBoundingClientRect(), style = getComputedStyle(e);
		if (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1)) bad.push(call(e) + " sticks out");
		if (style.overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) bad.push(call(e) + " is cut off: " + e.scrollWidth + " in " + e.clientWidth);
		if (["IMG", "SCRIPT", "LINK", "IFRAME", "FORM", "OBJECT"].includes(e.tagName)) bad.push("there is a " + e.tagName);
		if (parseFloat(style.fontSize) < 11 && e.textContent.trim() && e.children.length === 0 && !e.hasAttribute("aria-hidden")) bad.push(call(e) + " is set in " + style.fontSize);
	}
	for (const t of document.querySelectorAll("table")) {
		const heads = [...t.querySelectorAll("th")];
		if (t.getAttribute("role") === "presentation") {
			if (heads.length) bad.push(call(t) + ": a table for layout with heads");
		} else if (!heads.length || heads.some((h) => !["col", "row"].includes(h.scope))) bad.push(call(t) + ": a table of data without heads");
	}
	for (const a of document.querySelectorAll("a")) {
		const box = a.getBoundingClientRect();
		if (!a.textContent.trim() || !a.href.startsWith("mailto:") && a.getAttribute("href") !== "#orders") bad.push("a link to " + a.href.slice(0, 30) + " says " + call(a));
		if (narrow && box.height < 32) bad.push(call(a) + " is only " + box.height + " high");
	}
	return [...new Set(bad)];
})()`
