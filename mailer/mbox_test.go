package mailer

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestMboxThereAndBack: mails come out of an mbox file as they were put in.
func TestMboxThereAndBack(t *testing.T) {
	mails := []string{
		"Subject: one\r\n\r\nFrom here on\r\n>From there\r\n>>From \r\n> From\r\n\r\n",
		"Subject: two\r\n\r\n\r\nFrom an empty line on\r\n",
		"Subject: three\r\n\r\n",
	}
	var file bytes.Buffer
	for _, m := range mails {
		if err := WriteMbox(&file, "game@x", time.Unix(0, 0), []byte(m)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"LF": file.String(), "CRLF": strings.ReplaceAll(file.String(), "\n", "\r\n"), "cut": strings.TrimSuffix(file.String(), "\n"),
	} {
		var got []string
		for m, err := range ReadMbox(strings.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, string(m))
		}
		want := mails
		if name == "cut" { // the line that is missing is taken to be the mail's own
			want = []string{mails[0], mails[1], "Subject: three\r\n"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestNoMbox: what is no mbox file is an error and no mail; an empty one has none.
func TestNoMbox(t *testing.T) {
	for text, wrong := range map[string]bool{"": false, "Dear diary,\n": true, "Subject: x\n\nFrom me\n": true} {
		for m, err := range ReadMbox(strings.NewReader(text)) {
			if m != nil || (err != nil) != wrong {
				t.Errorf("%q: %q, %v", text, m, err)
			}
			wrong = false
		}
		if wrong {
			t.Errorf("%q is taken for an mbox file", text)
		}
	}
}
