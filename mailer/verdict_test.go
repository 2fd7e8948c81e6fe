package mailer

import (
	"fmt"
	"strings"
	"testing"
)

func TestJudge(t *testing.T) {
	const own = "Received: from x by mx.play.example with ESMTPS; d\nAuthentication-Results: mx.play.example; "
	for name, c := range map[string]struct {
		head    string
		verdict Verdict
		reason  string
	}{
		"dmarc":                    {own + "dmarc=pass header.from=reed.example\n", Accepted, ""},
		"dmarc against dkim":       {own + "dkim=pass header.d=reed.example; dmarc=fail header.from=reed.example\n", Held, "dmarc fail for reed.example"},
		"dmarc of another":         {own + "dmarc=pass header.from=else.example\n", Held, "dmarc pass for else.example"},
		"dkim":                     {own + "dkim=pass header.d=reed.example\n", Accepted, ""},
		"dkim of a part":           {own + "dkim=pass header.d=mail.reed.example\n", Accepted, ""},
		"dkim fails":               {own + "dkim=fail header.d=reed.example\n", Held, "no pass for reed.example"},
		"dkim of another":          {own + "dkim=pass header.d=else.example\n", Held, "no pass for reed.example"},
		"dkim of the suffix":       {own + "dkim=pass header.d=example\n", Held, "no pass for reed.example"},
		"spf":                      {own + "spf=pass smtp.mailfrom=bounces@reed.example\n", Accepted, ""},
		"spf of another":           {own + "spf=pass smtp.mailfrom=bulk@else.example\n", Held, "no pass for reed.example"},
		"in a comment":             {own + "spf=none (; dkim=pass header.d=reed.example)\n", Held, "no pass for reed.example"},
		"no results":               {"Received: from x by mx.play.example; d\n", Held, "not authenticated"},
		"results of another":       {strings.Replace(own, "Results: mx", "Results: my", 1) + "dmarc=pass header.from=reed.example\n", Held, "not authenticated by our own server"},
		"no server of ours":        {"Authentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", Held, "not authenticated by our own server"},
		"a program before authors": {own + "dmarc=pass header.from=reed.example\nFrom: x@y.example\nAuto-Submitted: auto-replied\n", Ignored, "auto-submitted: auto-replied"},
		"two authors":              {own + "dmarc=pass header.from=reed.example\nFrom: x@y.example\n", Rejected, "2 senders"},
	} {
		m := read(t, c.head+"From: ann@reed.example\nSubject: x\n\nplay 1\n")
		if verdict, reason := m.Judge(m.ReceivedBy); verdict != c.verdict || reason != c.reason {
			t.Errorf("%s: %s, %q", name, verdict, reason)
		}
	}
	for want, head := range map[string]string{"0 senders": "Subject: x", "no sender": "From: nobody", "not a plain sender address": "From: \"a b\"@c.example"} {
		m := read(t, head+"\n\nplay 1\n")
		if verdict, reason := m.Judge(""); verdict != Rejected || reason != want {
			t.Errorf("%s: %s, %q", head, verdict, reason)
		}
	}
}

// TestWhatIsCut: only what a person may have written is missed.
func TestWhatIsCut(t *testing.T) {
	quoted := strings.Repeat("> "+strings.Repeat("x", 60)+"\n", 3*maxLines)
	old := "-----Original Message-----\n" + strings.Repeat("draw 2\n", 3*maxLines)
	for name, c := range map[string]struct {
		text string
		cut  bool
	}{
		"long quotation":       {"play 1\n" + quoted, false},
		"long old mail":        {"play 1\n" + old, false},
		"endless quotation":    {"play 1\n" + strings.Repeat("> x\n", mostLines), true},
		"long line quoted":     {"play 1\n> " + strings.Repeat("x", 2*maxLine), false},
		"long line":            {"say " + strings.Repeat("x", 2*maxLine), true},
		"many lines":           {strings.Repeat("play 1\n", maxLines+1), true},
		"no more than allowed": {strings.Repeat("play 1\n", maxLines), false},
	} {
		m := read(t, "From: a@b.c\n\n"+c.text)
		if m.Cut != c.cut || len(m.Lines) == 0 || len(m.Lines) > maxLines {
			t.Errorf("%s: cut %v, %d lines", name, m.Cut, len(m.Lines))
		}
	}
}

// TestHTMLBesideIsNoLimit: what is left out for the text's sake is not missed.
func TestHTMLBesideIsNoLimit(t *testing.T) {
	html := "<p>play 1" + strings.Repeat("<i></i>", maxHTML/7+10)
	both := "From: a@b.c\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\n%s\n--b\nContent-Type: text/html\n\n" + html + "\n--b--\n"
	for text, cut := range map[string]bool{"play 1": false, " ": true} {
		if m := read(t, fmt.Sprintf(both, text)); m.Cut != cut || len(m.Lines) != 1 {
			t.Errorf("%q: cut %v, %v", text, m.Cut, m.Lines)
		}
	}
}
