//go:build chromium

package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"golang.org/x/net/html"

	"contrapost/engine"
	"contrapost/templates"
)

var shots = flag.String("shots", "", "a directory to leave pictures of the replays in")

// chromium starts a browser of its own that looks nothing up by itself.
func chromium(t *testing.T) context.Context {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
	)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closed := chromedp.NewContext(ctx)
	t.Cleanup(closed)
	ctx, late := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(late)
	return ctx
}

// browser is a page in Chromium, and what it was heard to complain of or to ask for.
type browser struct {
	*testing.T
	ctx   context.Context
	mu    sync.Mutex
	heard []string
	asked []string
}

func browse(t *testing.T, ctx context.Context, file string) *browser {
	t.Helper()
	b := &browser{T: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	command(b, network.Enable, network.EnableParams{})
	command(b, log.Enable, cdp.Empty{})
	b.run(chromedp.Navigate("file://" + file))
	return b
}

func (b *browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.heard = append(b.heard, fmt.Sprintf("exception: %+v", e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			b.heard = append(b.heard, fmt.Sprintf("console: %s", e.Args[0].Value))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			b.heard = append(b.heard, "log: "+e.Entry.Text)
		}
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

func command[P, R any](b *browser, what cdp.Command[P, R], params P) {
	b.Helper()
	if _, err := chromedp.Call(b.ctx, what, params); err != nil {
		b.Fatal(err)
	}
}

func eval[T any](b *browser, script string) T {
	b.Helper()
	got, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		b.Fatal(err)
	}
	return got
}

func (b *browser) press(key string) { b.Helper(); b.run(chromedp.KeyEvent(key)) }

func (b *browser) click(selector string) {
	b.Helper()
	b.run(chromedp.Click(chromedp.CSS(selector)))
}

// position is what the page shows of where it stands.
type position struct{ Where, Slider, Hash, View, Told, Stands, Clip string }

// at wants the page to stand at a step, by its counter, its slider and its address.
func (b *browser) at(step, steps int, view string) position {
	b.Helper()
	p := eval[position](b, `({
		Where: document.querySelector("#where").textContent, Slider: document.querySelector("#slider").value, Hash: location.hash,
		View: document.querySelector("[aria-pressed=true]").dataset.view,
		Told: document.querySelector("#told").textContent, Stands: document.querySelector("#stands").textContent,
		Clip: document.querySelector("#graph polyline").style.clipPath,
	})`)
	if want := fmt.Sprintf("Step %d of %d.", step, steps); !strings.HasPrefix(p.Where, want) {
		b.Fatalf("the counter says %q, want %q", p.Where, want)
	}
	if p.Slider != strconv.Itoa(step) || p.Hash != fmt.Sprintf("#%d/%s", step, view) || p.View != view {
		b.Fatalf("it stands at %s, %s, %s, want step %d as %s", p.Slider, p.Hash, p.View, step, view)
	}
	// The graph goes no further than the step, unless all cards are open.
	if past := 100 - 100*float64(step-1)/float64(steps-1); !clipped(p.Clip, past) != (view == "a") {
		b.Fatalf("step %d of %d as %s: the graph is clipped to %q", step, steps, view, p.Clip)
	}
	return p
}

// clipped tells whether a clip hides so many percent on the right.
func clipped(clip string, percent float64) bool {
	var top, bottom, left string
	var right float64
	n, err := fmt.Sscanf(clip, "inset(%s %f%% %s %s", &top, &right, &bottom, &left)
	return err == nil && n == 4 && math.Abs(right-percent) < 0.01
}

// quiet wants nothing to have gone wrong, and nothing to have been asked of anybody
// but the file.
func (b *browser) quiet(file string) {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, h := range b.heard {
		b.Error(h)
	}
	for _, url := range b.asked {
		if url != "file://"+file {
			b.Errorf("it asked for %s", url)
		}
	}
	if len(b.asked) == 0 {
		b.Error("no request was seen, not even the file's: this test listens to nothing")
	}
}

// TestReplayInChromium steps through a game of each kind from two seats and with all
// cards open, by keys and by buttons, on a narrow and on a wide screen.
func TestReplayInChromium(t *testing.T) {
	ctx := chromium(t)
	for _, game := range []string{"konvooi", "declare"} {
		t.Run(game, func(t *testing.T) {
			h := playedBy(t, game, 4, func(s *saga, orders int) {
				spoken(s, orders)
				if orders == 12 {
					s.rewind(s.before(8))
				}
			})
			file := filepath.Join(t.TempDir(), game+".html")
			page := replayed(t, h, "en")
			if err := os.WriteFile(file, page, 0o600); err != nil {
				t.Fatal(err)
			}
			steps := retold(t, h).told
			tab, closed := chromedp.NewContext(ctx)
			defer closed()
			b := browse(t, tab, file)
			b.screen(1200, false)
			b.byKeys("2", steps)
			b.byButtons("1", steps)
			b.byKeys("a", steps)
			b.linked(len(steps))
			b.slides(len(steps))
			b.looks(game, len(steps))
			b.quiet(file)
		})
	}
}

// byKeys goes to the end and back home in one view, and holds every step against what
// the seat knew.
func (b *browser) byKeys(view string, steps []templates.Step) {
	b.Helper()
	b.press(kb.Home)
	b.press(view)
	for i := range steps {
		b.knows(b.at(i+1, len(steps), view), steps[i])
		b.press(kb.ArrowRight)
	}
	b.at(len(steps), len(steps), view)
	b.press(kb.ArrowLeft)
	b.at(len(steps)-1, len(steps), view)
	b.press(kb.End)
	b.at(len(steps), len(steps), view)
	b.press(kb.Home)
	b.at(1, len(steps), view)
}

func (b *browser) byButtons(view string, steps []templates.Step) {
	b.Helper()
	b.click("[data-view='" + view + "']")
	b.click("#first")
	for i := range steps {
		b.knows(b.at(i+1, len(steps), view), steps[i])
		b.click("#next")
	}
	b.click("#back")
	b.at(len(steps)-1, len(steps), view)
	b.click("#last")
	b.at(len(steps), len(steps), view)
}

var blank = regexp.MustCompile(`[\s\x{a0}]+`)

// bareText is the text of HTML without its blanks.
func bareText(text string) string {
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			return blank.ReplaceAllString(b.String(), "")
		case html.TextToken:
			b.WriteString(z.Token().Data)
		}
	}
}

// knows wants a view to show the words of its page, all of them and no others: what
// the seat's own page says, and so no card that the seat does not know; and to tell
// nobody else's order.
func (b *browser) knows(p position, s templates.Step) {
	b.Helper()
	i, err := strconv.Atoi(p.View)
	if err != nil {
		i = len(s.Pages) - 1
	}
	catalog, err := newCatalog()
	if err != nil {
		b.Fatal(err)
	}
	words := func(blocks ...engine.Block) string { return bareText(string(catalog.HTML(blocks, "en", s.Names))) }
	stands, told := blank.ReplaceAllString(p.Stands, ""), blank.ReplaceAllString(p.Told, "")
	if want := words(s.Pages[i]...); stands != want {
		b.Fatalf("at %s it shows\n%s\nand its page says\n%s", p.Hash, stands, want)
	}
	for _, block := range s.Told[i] {
		if !strings.Contains(told, words(block)) {
			b.Fatalf("at %s it does not tell %q but %q", p.Hash, words(block), told)
		}
	}
	order := words(engine.Paragraph{Text: ": " + templates.Named(s.Order, s.Names)})
	if open := i == int(s.Seat) && i > 0 || i > len(s.Names); s.Order != "" && strings.Contains(told, order) != open {
		b.Fatalf("at %s, the order %q of %s: told %v, want %v", p.Hash, s.Order, s.Seat, !open, open)
	}
}

// linked opens a position by its address.
func (b *browser) linked(steps int) {
	b.Helper()
	b.open("#3/2", 3, "2")
	b.at(3, steps, "2")
	b.run(chromedp.Reload())
	b.at(3, steps, "2")
	b.press("0")
	b.at(3, steps, "0")
	b.open("#99999/nobody", steps, "0")
}

// open goes to an address within the page, and waits until it stands there.
func (b *browser) open(address string, step int, view string) {
	b.Helper()
	b.run(
		chromedp.Evaluate[chromedp.Void](fmt.Sprintf("location.hash = %q", address)),
		chromedp.Poll[chromedp.Void](fmt.Sprintf(`document.querySelector("#slider").value === "%d" && document.querySelector("[aria-pressed=true]").dataset.view === "%s"`, step, view)),
	)
}

// slides moves the slider by its own keys, a step for a key.
func (b *browser) slides(steps int) {
	b.Helper()
	b.press(kb.Home)
	b.run(chromedp.Focus(chromedp.CSS("#slider")))
	b.press(kb.ArrowRight)
	b.press(kb.ArrowRight)
	b.at(3, steps, "0")
	b.run(chromedp.Blur(chromedp.CSS("#slider")))
}

func (b *browser) screen(width int64, dark bool) {
	b.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	command(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 900, DeviceScaleFactor: 1})
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
}

// looks goes through widths, colours and views: nothing is wider than the screen, and
// all text can be read.
func (b *browser) looks(game string, steps int) {
	for _, width := range []int64{320, 1200} {
		for _, dark := range []bool{false, true} {
			b.screen(width, dark)
			for _, view := range []string{"2", "a", "0"} {
				for _, step := range []int{1, 10, steps * 2 / 3, steps} {
					name := fmt.Sprintf("%s-%d-%v-%s-%d", game, width, dark, view, step)
					b.open(fmt.Sprintf("#%d/%s", step, view), step, view)
					b.fits(name, width)
					b.shot(name)
				}
			}
		}
	}
}

func (b *browser) fits(name string, width int64) {
	b.Helper()
	if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > width {
		b.Errorf("%s: the page is %d wide", name, wide)
	}
	if cut := eval[[]string](b, overflowing); len(cut) > 0 {
		b.Errorf("%s: %d things go beyond the screen, such as %q", name, len(cut), cut[0])
	}
	pairs := eval[[]string](b, unreadable)
	for _, p := range pairs[1:] {
		b.Errorf("%s: %s", name, p)
	}
	if n, _ := strconv.Atoi(pairs[0]); n < 20 {
		b.Errorf("%s: only %d texts were measured", name, n)
	}
}

func (b *browser) shot(name string) {
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), picture, 0o600); err != nil {
		b.Fatal(err)
	}
}
