//go:build chromium

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"

	"contrapost/templates"
)

// TestSaveInChromium: the history is saved from the page by its link, to the byte, under
// its name; the page asks for nothing else, and the link can be read on a phone.
func TestSaveInChromium(t *testing.T) {
	ctx := chromium(t)
	file := filepath.Join(t.TempDir(), "game.html")
	want := templates.Saved{Name: "konvooi-K7F3Q.jsonl.gz", Data: bytes.Repeat([]byte{0x1f, 0x8b, 0xfb, 0, 1}, 20_000)}
	var page bytes.Buffer
	if err := writeReplay(playedBy(t, "konvooi", 3, spoken), "en", want, &page); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, page.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	b := browse(t, ctx, file)
	b.screen(320, true)
	b.fits("save", 320)
	saved := make(chan struct{}, 1)
	if err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*cdpbrowser.EventDownloadProgress); ok && e.State == cdpbrowser.DownloadProgressStateCompleted {
			saved <- struct{}{}
		}
	}); err != nil {
		t.Fatal(err)
	}
	dir, events := t.TempDir(), true
	command(b, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, EventsEnabled: &events,
	})
	b.click("#save")
	select {
	case <-saved:
	case <-ctx.Done():
		t.Fatal("nothing was saved")
	}
	got, err := os.ReadFile(filepath.Join(dir, want.Name))
	if err != nil || !bytes.Equal(got, want.Data) {
		t.Errorf("%v: %d bytes were saved, want %d", err, len(got), len(want.Data))
	}
	if len(b.heard) > 0 {
		t.Errorf("the browser complains: %q", b.heard)
	}
}
