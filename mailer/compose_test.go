package mailer

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func sample() Outgoing {
	return Outgoing{
		From: "box@play.example", FromName: "Contrapost", To: "ann@reed.example", ToName: "Änn, of the sea",
		ReplyTo: "box+k7f3q.2.12.abcdefghijklmnop@play.example", Subject: "[Konvooi K7F3Q] Ann, Bob, Cem",
		Text:      "Ann, it is your turn.\n\nYOU MAY ANSWER\n  draw 2 3\n\n-- \nKonvooi K7F3Q, letter 12\n",
		MessageID: "m12@play.example", InReplyTo: "a1@reed.example", References: []string{"root@play.example", "m11@play.example", "broken id"},
		Date: time.Date(2026, 12, 1, 17, 0, 0, 0, time.UTC),
	}
}

// The bytes of two letters, one in plain ASCII and one with all there is, are kept
// in testdata; UPDATE=1 writes them anew.
func TestComposeGolden(t *testing.T) {
	full := sample()
	full.Subject = "[Konvooi K7F3Q] Änn, Bob, Çem und noch viele weitere Leute aus Übersee, die gern mitspielen möchten"
	full.Text += "„Nicht schlecht“ — " + strings.Repeat("sehr ", 40) + "gut\n"
	full.HTML = "<!doctype html><p>Änn, it is your turn.</p>"
	full.Auto, full.ListID, full.Mark = AutoReplied, "tables.play.example", "refusal"
	for name, l := range map[string]Outgoing{"plain": sample(), "full": full} {
		raw, err := Compose(l)
		if err != nil {
			t.Fatal(err)
		}
		file := "testdata/composed-" + name + ".eml"
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(raw, want) {
			t.Errorf("%s is not as in %s:\n%s", name, file, raw)
		}
		checkWire(t, raw)
	}
}

// checkWire holds a mail against the limits of RFC 5322, 2.1.1 and 2.3.
func checkWire(t *testing.T, raw []byte) {
	t.Helper()
	for line := range bytes.Lines(raw) {
		text, ok := bytes.CutSuffix(line, []byte("\r\n"))
		if !ok || bytes.ContainsAny(text, "\r\n") || len(text) > 90 {
			t.Errorf("line %q", line)
		}
	}
}

func TestComposedIsRead(t *testing.T) {
	l := sample()
	l.HTML, l.Text = "<p>draw 1 1</p>", "draw 2 3\n"
	l.Person = true
	raw, err := Compose(l)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(raw, sampleOrder)
	if err != nil || m.Automatic || len(m.Lines) != 1 || m.Lines[0].Text != "draw 2 3" || m.FromName != "Contrapost" || m.Subject != l.Subject ||
		m.InReplyTo != l.InReplyTo || len(m.References) != 2 || !m.Date.Equal(l.Date) || m.To[0] != l.To {
		t.Errorf("%v %+v", err, m)
	}
	l.Person = false
	raw, err = Compose(l)
	if err != nil {
		t.Fatal(err)
	}
	if m, _ = Read(raw, sampleOrder); !m.Automatic {
		t.Error("our own letter is not known as such")
	}
	if text, err := Text(raw); err != nil || text != "draw 2 3\n" || m.ReplyTo != l.ReplyTo {
		t.Errorf("its reader sees %q, %v, and answers %q", text, err, m.ReplyTo)
	}
	if bytes.Contains(raw, []byte("User-Agent")) || bytes.Contains(raw, []byte("X-Mailer")) {
		t.Error("the letter tells the program")
	}
}

func TestComposeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Outgoing){
		"no id":            func(l *Outgoing) { l.MessageID = "" },
		"no date":          func(l *Outgoing) { l.Date = time.Time{} },
		"header in id":     func(l *Outgoing) { l.MessageID = "a@b>\r\nBcc: <c@d" },
		"bad in-reply-to":  func(l *Outgoing) { l.InReplyTo = "none" },
		"header in name":   func(l *Outgoing) { l.ToName = "Ann\r\nBcc: c@d" },
		"header in from":   func(l *Outgoing) { l.FromName = "x\ny" },
		"header in text":   func(l *Outgoing) { l.Subject = "x\r\nBcc: c@d" },
		"header in mark":   func(l *Outgoing) { l.Mark = "x\r\nBcc: c@d" },
		"quoted reader":    func(l *Outgoing) { l.To = `"a b"@c` },
		"two readers":      func(l *Outgoing) { l.To = "a@b, c@d" },
		"no sender":        func(l *Outgoing) { l.From = "" },
		"odd answer place": func(l *Outgoing) { l.ReplyTo = "a b@c" },
	} {
		l := sample()
		if change(&l); l.To == "" {
			t.Fatal("test changes nothing")
		}
		if raw, err := Compose(l); err == nil {
			t.Errorf("%s: composed\n%s", name, raw)
		}
	}
}

func TestNamesStayNames(t *testing.T) {
	for _, name := range []string{`Ann "the" Reed`, "Ann <bob@evil.example>", "Reed, Ann", "Änn; Reed", "a@b", strings.Repeat("ö", 40)} {
		l := sample()
		l.ToName = name
		raw, err := Compose(l)
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if m, err := Read(raw, nil); err != nil || len(m.To) != 1 || m.To[0] != l.To {
			t.Errorf("%q: written to %v", name, m.To)
		}
	}
}
