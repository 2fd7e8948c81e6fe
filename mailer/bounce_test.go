package mailer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBounces: what a report says of a letter is a value, wherever it stands.
func TestBounces(t *testing.T) {
	token := Token{Table: "K7F3Q", Seat: 2, Letter: 12, MAC: "abcdefghijklmnop"}
	for name, want := range map[string]Bounce{
		"bounce-hard":                    {Recipient: "ann@reed.example", Action: "failed", Status: "5.1.1", MessageID: "k7f3q.12@play.example", Token: token},
		"bounce-delayed":                 {Recipient: "ann@reed.example", Action: "delayed", Status: "4.4.1", MessageID: "k7f3q.12@play.example", Token: token},
		"bounce-original-recipient-only": {Recipient: "ann@reed.example", Action: "failed", Status: "5.2.1", MessageID: "k7f3q.12@play.example", Token: token},
		"bounce-without-report":          {Recipient: "ann@reed.example", Action: "failed", Token: token},
		"dsn-bounce-with-original":       {Recipient: "jonas.feld@example.net", Action: "failed", Status: "5.1.1", MessageID: "g42.t7.seat3@play.example.org"},
	} {
		m := readFile(t, "testdata/mails/"+name+".eml")
		if m.Bounce == nil || !m.Automatic {
			t.Errorf("%s: no bounce, %v", name, m.Automatic)
		} else if diff := cmp.Diff(want, *m.Bounce); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	for _, name := range []string{"read-receipt", "auto-submitted", "bounce-null-path-only", "gmail-de"} {
		if b := readFile(t, "testdata/mails/"+name+".eml").Bounce; b != nil {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// TestReturnedInside: the token stands in the returned letter alone, as when the report
// goes to a plain return address.
func TestReturnedInside(t *testing.T) {
	raw := func(field, value string) string {
		return "From: MAILER-DAEMON@mx.example\nTo: box@play.example\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n" +
			"Final-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1 (no such user)\n\n--b\nContent-Type: text/rfc822-headers\n\n" +
			"Message-ID: <1@play.example>\n" + field + ": " + value + "\n\n--b--\n"
	}
	for _, field := range []string{"Reply-To", "Return-Path", "From"} {
		b := read(t, raw(field, "<box+k7f3q.2.12.abcdefghijklmnop@play.example>")).Bounce
		if b == nil || b.Token.Letter != 12 || b.MessageID != "1@play.example" || b.Status != "5.1.1" {
			t.Errorf("%s: %+v", field, b)
		}
	}
	if b := read(t, raw("Subject", "box+k7f3q.2.12.abcdefghijklmnop@play.example")).Bounce; b == nil || b.Token != (Token{}) {
		t.Errorf("token out of a subject: %+v", b)
	}
}

func TestPermanent(t *testing.T) {
	for _, c := range []struct {
		action, status string
		want           bool
	}{
		{"failed", "5.1.1", true}, {"failed", "4.4.7", false}, {"delayed", "4.4.1", false}, {"delayed", "5.1.1", false},
		{"delivered", "2.0.0", false}, {"failed", "", false}, {"", "5.1.1", false}, {"failed", "5.2.2", false}, {"failed", "5.3.1", false},
	} {
		if got := (Bounce{Action: c.action, Status: c.status}).Permanent(); got != c.want {
			t.Errorf("%q %q: %v", c.action, c.status, got)
		}
	}
}

// TestOnlyTheFirstRecipientCounts: a letter has one.
func TestOnlyTheFirstRecipientCounts(t *testing.T) {
	m := read(t, "From: a@b.c\nContent-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"+
		"Final-Recipient: rfc822; a@x.example\nAction: failed\n\nOriginal-Recipient: rfc822; b@x.example\nFinal-Recipient: rfc822; b@x.example\nAction: delayed\n"+
		strings.Repeat("Status: 4.0.0\n", 3)+"--b--\n")
	if m.Bounce == nil || m.Bounce.Recipient != "a@x.example" || m.Bounce.Action != "failed" {
		t.Errorf("%+v", m.Bounce)
	}
}
