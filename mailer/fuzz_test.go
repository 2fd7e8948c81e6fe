package mailer

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// FuzzRead feeds bytes of any kind to Read, which must put up with them.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*.eml")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Read(raw, sampleOrder)
		if err != nil {
			return
		}
		again, err := Read(bytes.Clone(raw), sampleOrder)
		if err != nil || again.Key != m.Key {
			t.Error("the same mail has two keys")
		}
		if m.Automatic && len(m.Lines) > 0 {
			t.Error("lines of automatic mail")
		}
		checkLines(t, m.Lines)
		if verdict, reason := m.Judge(m.ReceivedBy); verdict == Accepted && (m.Automatic || m.FromCount != 1 || m.Cut) || verdict != Accepted && reason == "" {
			t.Errorf("%s, %q", verdict, reason)
		}
		if m.Bounce != nil && (!m.Automatic || strings.ContainsAny(m.Bounce.Recipient+m.Bounce.Action+m.Bounce.Status+m.Bounce.MessageID, "\r\n\x00")) {
			t.Errorf("%+v", m.Bounce)
		}
		for _, s := range append([]string{m.Subject, m.FromName, m.MessageID}, m.References...) {
			if strings.ContainsAny(s, "\r\n\x00") {
				t.Errorf("control characters in %q", s)
			}
		}
	})
}

// FuzzExtract feeds text to what sorts new lines from quoted ones.
func FuzzExtract(f *testing.F) {
	for _, text := range []string{
		"draw 2 3\n\nOn 3 Dec 2026 Bob <b@x> wrote:\n> play 1\n", "From: a\nSent: b\nTo: c\nplay 1", "-- \nplay 1\n> x\nplay 2", "> x\n\nplay 2",
	} {
		f.Add(text)
	}
	for _, shape := range hostile {
		_, text, _ := strings.Cut(shape(300), "\n\n")
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines, _ := textLines(found{texts: []passage{{text: anyUTF8([]byte(text))}}})
		got, _ := written(lines, sampleOrder, false)
		checkLines(t, got)
		typed, _ := written(lines, sampleOrder, true)
		for _, l := range typed {
			if l.Order && !slices.Contains(got, l) {
				t.Errorf("%q is an order once marks are told of", l.Text)
			}
		}
		// Above the first mark of any kind, every order is kept.
		if !strings.ContainsAny(text, ">:：-*_=<") && len(got) < maxLines {
			orders := 0
			for _, line := range lines {
				if sampleOrder(squeeze(fold(line))) || sampleOrder(squeeze(compat(line))) {
					orders++
				}
			}
			kept := slices.DeleteFunc(slices.Clone(got), func(l Line) bool { return !l.Order })
			if len(kept) < orders {
				t.Errorf("%d of %d orders kept", len(kept), orders)
			}
		}
	})
}

// FuzzHTML feeds HTML of any kind to what makes text of it: the text holds no more
// than the source, save for marks of quotation and of elements.
func FuzzHTML(f *testing.F) {
	files, _ := filepath.Glob("testdata/mails/*html*.eml")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		_, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
		f.Add(string(body))
	}
	for _, shape := range hostile {
		_, source, _ := strings.Cut(shape(300), "\n\n")
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		text := htmlText(source)
		if len(text) > 12*len(source)+100 {
			t.Errorf("%d bytes became %d", len(source), len(text))
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			t.Error("the last line has no end")
		}
	})
}

func checkLines(t *testing.T, lines []Line) {
	t.Helper()
	for _, l := range lines {
		if l.Text == "" || strings.TrimSpace(l.Text) != l.Text || strings.ContainsAny(l.Text, "\r\n\x00\u00a0\u200b") {
			t.Errorf("line %q", l.Text)
		}
		if l.Order && !sampleOrder(l.Text) {
			t.Errorf("%q is no order", l.Text)
		}
	}
}
