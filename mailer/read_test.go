package mailer

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func readFile(t *testing.T, file string) Message {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(raw, sampleOrder)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func read(t *testing.T, raw string) Message {
	t.Helper()
	m, err := Read([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), sampleOrder)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestReadHeaderFields(t *testing.T) {
	m := read(t, `Return-Path: <ann@reed.example>
Delivered-To: box@play.example
X-Original-To: alias@play.example
From: =?utf-8?q?Reed=2C_=C3=84nn?= <Ann@REED.example>
To: Box <box+tag@play.example>, other@x.example
Cc: third@x.example, other@x.example
Subject: =?utf-8?b?w4Q=?= =?utf-8?b?bm4=?= =?utf-8?q?=0D=0ABcc:_x?=
Message-ID:
 <7@reed.example>
In-Reply-To: your mail <6@play.example> of today <5@play.example>
References: <1@play.example><2@play.example> junk <no at sign> <5@play.example>
Date: Tue, 1 Dec 2026 18:00:00 +0100 (CET)

x
`)
	got := fmt.Sprintf("%s|%s|%d|%s|%s|%s|%s|%s|%s|%s", m.From, m.FromName, m.FromCount, m.To, m.Delivered, m.Subject, m.MessageID, m.InReplyTo,
		m.References, m.Date.Format(time.RFC3339))
	want := "Ann@reed.example|Reed, Änn|1|[box+tag@play.example other@x.example]|" +
		"[box@play.example alias@play.example box+tag@play.example other@x.example third@x.example]|Änn Bcc: x|7@reed.example|6@play.example|" +
		"[1@play.example 2@play.example 5@play.example]|2026-12-01T17:00:00Z"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestReadAuthors(t *testing.T) {
	for _, c := range []struct {
		from, addr, name string
		count            int
	}{
		{"From: a@x.example", "a@x.example", "", 1},
		{"From: a@x.example\nFrom: b@x.example", "a@x.example", "", 2},
		{"From: a@x.example, b@x.example", "a@x.example", "", 2},
		{"From: \"b@y.example\" <a@x.example>", "a@x.example", "b@y.example", 1},
		{"From: \xc9lodie <a@x.example>", "a@x.example", "Élodie", 1},
		{"From: Ann [at home] a@x.example", "a@x.example", "", 1},
		{"From: nobody", "", "", 1},
		{"X-From: a@x.example", "", "", 0},
	} {
		m := read(t, c.from+"\nSubject: x\n\nx\n")
		if m.From != c.addr || m.FromName != c.name || m.FromCount != c.count {
			t.Errorf("%q: %q %q %d", c.from, m.From, m.FromName, m.FromCount)
		}
	}
}

func TestAuthenticated(t *testing.T) {
	const own = "Received: from x by mx.play.example with ESMTPS; d\n"
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"pass":               {own + "Authentication-Results: mx.play.example; spf=none; dmarc=pass (p=none) header.from=reed.example\n", true},
		"above Received":     {"Authentication-Results: MX.play.example 1; dmarc=pass header.from=reed.example\n" + own, true},
		"behind own LMTP":    {"Received: from mx by mx.play.example with LMTP; d\n" + own + "Authentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", true},
		"fail":               {own + "Authentication-Results: mx.play.example; dmarc=fail header.from=reed.example\n", false},
		"other domain":       {own + "Authentication-Results: mx.play.example; dmarc=pass header.from=evil.example\n", false},
		"other server":       {own + "Authentication-Results: mx.evil.example; dmarc=pass header.from=reed.example\n", false},
		"in a comment":       {own + "Authentication-Results: mx.play.example; spf=none (; dmarc=pass header.from=reed.example)\n", false},
		"in two comments":    {own + "Authentication-Results: mx.play.example; spf=none (x (y) ; dmarc=pass header.from=reed.example)\n", false},
		"after a comment":    {own + "Authentication-Results: mx.play.example (a \\) b; c) 1; dmarc=pass header.from=Reed.example\n", true},
		"quoted":             {own + "Authentication-Results: mx.play.example; spf=none reason=\"; dmarc=pass header.from=reed.example\"\n", false},
		"pass and fail":      {own + "Authentication-Results: mx.play.example; dmarc=pass header.from=reed.example; dmarc=fail header.from=reed.example\n", false},
		"below another's":    {own + "Authentication-Results: mx.evil.example; spf=none\nAuthentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
		"none":               {own, false},
		"forged":             {own + "Received: from y by z with SMTP\nAuthentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
		"topmost fails":      {own + "Authentication-Results: mx.play.example; dmarc=fail header.from=reed.example\nAuthentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
		"forged below ours":  {own + "Authentication-Results: mx.play.example; spf=fail\nAuthentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
		"two authors, still": {"From: b@reed.example\n" + own + "Authentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
	} {
		m := read(t, c.head+"From: ann@reed.example\nSubject: x\n\nplay 1\n")
		if m.Authenticated("mx.play.example") != c.want || m.ReceivedBy != "mx.play.example" {
			t.Errorf("%s: %v by %s from %q", name, !c.want, m.ReceivedBy, m.Auth)
		}
	}
}

// TestDisowned: a failure counts in whichever of our own server's statements it stands,
// and nobody else's counts at all.
func TestDisowned(t *testing.T) {
	const own, fails = "Received: from x by mx.play.example with ESMTPS; d\n", "dmarc=fail header.from=reed.example\n"
	for name, c := range map[string]struct {
		head string
		want bool
	}{
		"topmost":         {own + "Authentication-Results: mx.play.example; " + fails, true},
		"below ours":      {own + "Authentication-Results: mx.play.example; spf=pass\nAuthentication-Results: mx.play.example; " + fails, true},
		"below another's": {own + "Authentication-Results: mx.evil.example; spf=pass\nAuthentication-Results: mx.play.example; " + fails, false},
		"another's":       {own + "Authentication-Results: mx.evil.example; " + fails, false},
		"pass":            {own + "Authentication-Results: mx.play.example; dmarc=pass header.from=reed.example\n", false},
		"none":            {own, false},
	} {
		if m := read(t, c.head+"From: ann@reed.example\nSubject: x\n\nplay 1\n"); m.Disowned("mx.play.example") != c.want {
			t.Errorf("%s: %v from %q", name, !c.want, m.Auth)
		}
	}
}

func TestReadBounce(t *testing.T) {
	m := read(t, `From: MAILER-DAEMON@mx.example
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

play 9
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Original-Recipient: rfc822;old@reed.example
Final-Recipient: rfc822; ann@Reed.example
Action: Failed
Status: 5.1.1

--b
Content-Type: message/rfc822

Message-ID: <letter@play.example>
Subject: x

play 9
--b--
`)
	want := Bounce{Recipient: "old@reed.example", Action: "failed", Status: "5.1.1", MessageID: "letter@play.example"}
	if !m.Automatic || len(m.Lines) > 0 || m.Bounce == nil || *m.Bounce != want {
		t.Errorf("%v %v %+v", m.Automatic, m.Lines, m.Bounce)
	}
}

func TestKey(t *testing.T) {
	const mail = "To: box+k7f3q.2.12.abcdefghijklmnop@play.example\nFrom: ann@reed.example\nMessage-ID: <1@reed.example>\nSubject: x\n\nplay 1\n"
	same := read(t, mail).Key
	for name, c := range map[string]struct {
		old, new string
		same     bool
	}{
		"nothing":      {"x", "x", true},
		"way":          {"To: ", "Received: from a by b; now\nDelivered-To: box@play.example\nTo: ", true},
		"encoding":     {"Subject: x\n\nplay 1", "Subject: x\nContent-Transfer-Encoding: quoted-printable\n\nplay=201", true},
		"text":         {"play 1", "play 2", false},
		"table":        {"k7f3q", "d2m8a", false},
		"sender":       {"From: ann", "From: bob", false},
		"message id":   {"<1@", "<2@", false},
		"no id":        {"Message-ID", "X-Id", false},
		"no id, later": {"Message-ID: <1@reed.example>", "Date: Tue, 1 Dec 2026 18:00:00 +0100", false},
	} {
		if got := read(t, strings.Replace(mail, c.old, c.new, 1)).Key; (got == same) != c.same {
			t.Errorf("%s: the key is the same: %v", name, got == same)
		}
	}
}

func TestLimits(t *testing.T) {
	if _, err := Read(make([]byte, MaxRaw+1), nil); !errors.Is(err, ErrTooBig) {
		t.Error(err)
	}
	for _, raw := range []string{"", "\r\n\r\n", "no field at all\r\n\r\nx"} {
		if _, err := Read([]byte(raw), nil); !errors.Is(err, ErrNotMail) {
			t.Errorf("%q: %v", raw, err)
		}
	}
	for name, raw := range map[string]string{
		"lines": "Subject: x\n\n" + strings.Repeat("play 1\n", maxLines+10),
		"line":  "Subject: x\n\nsay " + strings.Repeat("ä", maxLine) + "\n",
		"text":  "Subject: x\n\n" + strings.Repeat(strings.Repeat("ä", 400)+"\n", 400),
		"parts": "Content-Type: multipart/mixed; boundary=b\n\n" + strings.Repeat("--b\n\nplay 1\n", maxParts+10),
		"depth": nested(100),
	} {
		if m := read(t, raw); !m.Cut {
			t.Errorf("%s: not said to be cut, %q", name, m.Faults)
		}
	}
}

// manyOpen leaves so many different formatting elements open, which a browser
// would repeat in every paragraph that follows.
func manyOpen(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<b a=%d>", i)
	}
	return b.String()
}

func nested(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	return b.String() + "\nplay 1\n"
}

func TestLinesAreASCIIWhereTheyCan(t *testing.T) {
	for in, want := range map[string]string{
		"a\u00a0\u2009b\tc": "a b c", "“x” ‘y’": `"x" 'y'`, "a–b—c−d": "a-b-c-d", "x\u200b\u00ad\ufeffy\u0000": "xy", "é ① …": "é ① …",
	} {
		if got := squeeze(fold(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestUnflow(t *testing.T) {
	for in, want := range map[string]string{
		"a \nb\n":          "a b\n",
		"a \n> b \n> c\nd": "a \n> b c\n\nd\n",
		"> b\n> c\nd":      "> b\n> c\nd\n",
		"> a \n> " + strings.Repeat("c", 65) + "\ndraw": "> a " + strings.Repeat("c", 65) + "\ndraw\n",
		"a \n-- \nb":           "a \n-- \nb\n",
		" > not quoted\n From": "> not quoted\nFrom\n",
		">> a \n> b":           ">> a \n> b\n",
	} {
		if got := unflow(in, false); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestHTMLText(t *testing.T) {
	for in, want := range map[string]string{
		"a<br>b<br><br>c":                            "a\nb\n\nc\n",
		"<p>a<p>b<p>c":                               "a\nb\nc\n",
		"<ul><li>a<li>b</ul>c":                       "a\nb\nc\n",
		"<table><tr><td>a<td>b<tr><td>c</table>":     "a b\nc\n",
		"a<blockquote>b<blockquote>c<br>d":           "a\n> b\n>> c\n>> d\n",
		"a<blockquote>b</blockquote>c":               "a\n> b\n\nc\n",
		"<pre>a  b\n c</pre>d":                       "a  b\n c\nd\n",
		"<div>a<o:p></o:p></div></o:p>b</div>":       "a\nb\n",
		"<head><style>x</style><body>a":              "a\n",
		"<div style='x; DISPLAY:none'>a<b>b</div>c":  "c\n",
		"a <![if !x]>b<!-- c --><script>d</script>e": "a be\n",
		"a&nbsp;b &lt;c&gt; &#x64;":                  "a\u00a0b <c> d\n",
		manyOpen(2*maxOpen) + "a":                    "a\n",
	} {
		if got := htmlText(in); got != want {
			t.Errorf("%.60q: %q, want %q", in, got, want)
		}
	}
}
