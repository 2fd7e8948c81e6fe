package mailer_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
)

// What a submission server says, at which step, decides whether a letter waits, is
// refused for its reader, or all letters wait and somebody is to look.
func TestRogueAnswers(t *testing.T) {
	for _, c := range []struct {
		name, at, answer string
		state            mailer.State
		code             int
		alarm            bool
	}{
		{"421 as greeting", "hello", "421 4.3.2 shutting down", mailer.Deferred, 421, false},
		{"554 as greeting", "hello", "554 5.7.1 no service for you", mailer.Deferred, 554, true},
		{"421 at EHLO", "EHLO", "421 4.7.0 try again later", mailer.Deferred, 421, false},
		{"rate limit at EHLO", "EHLO", "421 4.7.0 too many messages, slow down", mailer.Deferred, 421, true},
		{"421 at MAIL", "MAIL", "421 4.4.5 too busy", mailer.Deferred, 421, false},
		{"451 at MAIL", "MAIL", "451 4.3.0 queue is down", mailer.Deferred, 451, false},
		{"550 at MAIL", "MAIL", "550 5.7.1 sender not allowed", mailer.Deferred, 550, true},
		{"421 at RCPT", "RCPT", "421 4.2.1 closing", mailer.Deferred, 421, false},
		{"greylisted with 450", "RCPT", "450 4.2.0 Greylisted, see you in 300 seconds", mailer.Deferred, 450, false},
		{"greylisted with 451", "RCPT", "451 4.7.1 Greylisting in action, come back later", mailer.Deferred, 451, false},
		{"reader gets too much", "RCPT", "450 4.2.1 The user is receiving mail at a rate that prevents more", mailer.Deferred, 450, false},
		{"reader gets too much, as if for good", "RCPT", "550 5.2.1 The user is receiving mail too quickly", mailer.Deferred, 550, false},
		{"reader is gone", "RCPT", "550 5.2.1 The account is disabled", mailer.Refused, 550, false},
		{"no such reader", "RCPT", "550 5.1.1 no such user", mailer.Refused, 550, false},
		{"no such reader without a code", "RCPT", "550 unknown user", mailer.Refused, 550, false},
		{"reader's quota", "RCPT", "552 5.2.2 over quota", mailer.Deferred, 552, false},
		{"452 at DATA", "DATA", "452 4.3.1 no room", mailer.Deferred, 452, false},
		{"554 at DATA", "DATA", "554 5.5.1 no valid recipients", mailer.Refused, 554, false},
		{"421 after the dot", ".", "421 4.3.0 going down", mailer.Deferred, 421, false},
		{"451 after the dot", ".", "451 4.3.0 cannot store it", mailer.Deferred, 451, false},
		{"554 after the dot", ".", "554 5.7.1 looks like spam", mailer.Refused, 554, false},
		{"daily quota", ".", "550 5.4.5 Daily sending quota exceeded", mailer.Deferred, 550, true},
		{"daily quota on two lines", ".", "550-5.4.5 Daily user sending limit exceeded. See\r\n550 5.4.5 the manual", mailer.Deferred, 550, true},
		{"daily quota without a code", "RCPT", "550 Daily sending quota exceeded", mailer.Deferred, 550, true},
		{"rate limit by policy", ".", "550 5.7.1 rate limit exceeded", mailer.Deferred, 550, true},
		{"rate limit for now", "MAIL", "450 4.7.1 you send too many mails", mailer.Deferred, 450, true},
		{"unusual rate", ".", "421 4.7.28 unusual rate of mail from you", mailer.Deferred, 421, true},
		{"login wanted", "MAIL", "530 5.7.0 authentication required", mailer.Deferred, 530, true},
		{"passwords are off", "MAIL", "550 5.7.30 basic authentication is not supported", mailer.Deferred, 550, true},
		{"garbage as greeting", "hello", "\x00\xff what?", mailer.Deferred, 0, true},
		{"garbage at RCPT", "RCPT", "oops", mailer.Deferred, 0, false},
		{"garbage after the dot", ".", "oops", mailer.Uncertain, 0, false},
		{"another protocol", "hello", "* OK IMAP4rev1 ready", mailer.Deferred, 0, true},
		{"lost as greeting", "hello", "drop", mailer.Deferred, 0, false},
		{"lost at EHLO", "EHLO", "drop", mailer.Deferred, 0, false},
		{"lost at MAIL", "MAIL", "drop", mailer.Deferred, 0, false},
		{"lost at RCPT", "RCPT", "drop", mailer.Deferred, 0, false},
		{"lost at DATA", "DATA", "drop", mailer.Deferred, 0, false},
		{"lost in the text", "body", "drop", mailer.Deferred, 0, false},
		{"lost after the dot", ".", "drop", mailer.Uncertain, 0, false},
		{"silent as greeting", "hello", "hang", mailer.Deferred, 0, false},
		{"silent at EHLO", "EHLO", "hang", mailer.Deferred, 0, false},
		{"silent at MAIL", "MAIL", "hang", mailer.Deferred, 0, false},
		{"silent at RCPT", "RCPT", "hang", mailer.Deferred, 0, false},
		{"silent at DATA", "DATA", "hang", mailer.Deferred, 0, false},
		{"silent after the dot", ".", "hang", mailer.Uncertain, 0, false},
		{"no RSET", "RSET", "502 5.5.1 not implemented", mailer.Delivered, 250, false},
		{"no goodbye", "QUIT", "500 what?", mailer.Delivered, 250, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := map[string]string{c.at: c.answer}
			if c.at == "EHLO" {
				answers["HELO"] = c.answer // which is tried then
			}
			withScript(t, answers, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
				began := time.Now()
				r := send()
				if r.State != c.state || r.Code != c.code || r.Alarm != c.alarm || (r.Err == nil) != (c.state == mailer.Delivered) {
					t.Errorf("got %+v", r)
				}
				if took := time.Since(began); took > time.Minute {
					t.Errorf("took %v", took)
				}
				if strings.Contains(r.Reply, "\n") {
					t.Errorf("reply %q", r.Reply)
				}
			})
		})
	}
}

// Answers that come in many lines, or byte by byte, are answers; one that never ends
// is cut off with the letter's time.
func TestRogueSlowAnswers(t *testing.T) {
	for _, c := range []struct {
		name  string
		drip  time.Duration
		state mailer.State
	}{
		{"dripping", 100 * time.Millisecond, mailer.Delivered},
		{"dripping for ever", 10 * time.Second, mailer.Deferred},
	} {
		t.Run(c.name, func(t *testing.T) {
			withScript(t, map[string]string{".": "250-2.0.0 it is\r\n250-2.0.0 queued\r\n250 2.0.0 as 7"}, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
				s.drip = c.drip
				began := time.Now()
				if r := send(); r.State != c.state {
					t.Errorf("%+v", r)
				}
				if took := time.Since(began); took > time.Minute {
					t.Errorf("took %v", took)
				}
				time.Sleep(c.drip) // until the server notices
			})
		})
	}
}

// A kept connection that turns out to be unfit costs no attempt: the letter goes out
// on a new one, once.
func TestRogueReuse(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer string // to the second MAIL on the first connection
		calls  int32
		state  mailer.State
	}{
		{"fit", "", 1, mailer.Delivered},
		{"closed by the server", "drop", 2, mailer.Delivered},
		{"said goodbye", "421 4.4.2 idle for too long", 2, mailer.Delivered},
		{"nested MAIL", "503 5.5.1 nested MAIL command", 2, mailer.Delivered},
		{"garbage", "oops", 2, mailer.Delivered},
		{"busy", "451 4.3.0 not now", 1, mailer.Deferred},
	} {
		t.Run(c.name, func(t *testing.T) {
			answers := map[string]string{}
			withScript(t, answers, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
				send()
				synctest.Wait()
				if c.answer != "" {
					s.next("MAIL", c.answer)
				}
				if r := send(); r.State != c.state || s.calls.Load() != c.calls {
					t.Errorf("%+v on connection %d", r, s.calls.Load())
				}
				if want := map[mailer.State]int{mailer.Delivered: 2, mailer.Deferred: 1}[c.state]; len(s.text) != want {
					t.Errorf("%d letters handed in, want %d", len(s.text), want)
				}
			})
		})
	}
}

// After a refusal the connection is cleaned by RSET, or given up if the server does
// not know that: the next letter is none the worse.
func TestRogueAfterRefusal(t *testing.T) {
	for _, c := range []struct {
		name, reset string
		calls       int32
	}{
		{"RSET works", "", 1},
		{"RSET is not known", "502 5.5.1 not implemented", 2},
		{"RSET loses the connection", "drop", 2},
		{"RSET is not answered", "hang", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			withScript(t, map[string]string{"RSET": c.reset}, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
				s.next("RCPT", "550 5.1.1 unknown")
				if r := send(); r.State != mailer.Refused {
					t.Fatalf("%+v", r)
				}
				if r := send(); r.State != mailer.Delivered || s.calls.Load() != c.calls {
					t.Errorf("%+v on connection %d", r, s.calls.Load())
				}
			})
		})
	}
}

// A letter whose end is not known goes out again as the same bytes, and on a new
// connection.
func TestRogueUncertain(t *testing.T) {
	withScript(t, map[string]string{}, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
		s.next(".", "drop")
		if r := send(); r.State != mailer.Uncertain {
			t.Fatalf("%+v", r)
		}
		if r := send(); r.State != mailer.Delivered || s.calls.Load() != 2 {
			t.Errorf("%+v on connection %d", r, s.calls.Load())
		}
		if len(s.text) != 2 || s.text[0] != s.text[1] {
			t.Errorf("the letter came as %q", s.text)
		}
	})
}

// Every letter is for one reader, in lines that end as they should.
func TestRogueIsToldLittle(t *testing.T) {
	withScript(t, nil, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
		send()
		send()
		synctest.Wait()
		var verbs []string
		for _, said := range s.said {
			verbs = append(verbs, strings.Fields(said)[0])
		}
		if !slices.Equal(verbs, []string{"EHLO", "MAIL", "RCPT", "DATA", "MAIL", "RCPT", "DATA"}) {
			t.Errorf("%q", s.said)
		}
		for _, text := range s.text {
			if strings.Count(text, "\n") != strings.Count(text, "\r\n") {
				t.Errorf("a bare line feed in %q", text)
			}
		}
	})
}

// Trying an account hands nothing in, and tells what a letter would be told.
func TestRogueTry(t *testing.T) {
	for _, c := range []struct {
		name, at, answer string
		state            mailer.State
		alarm            bool
	}{
		{"well", "", "", mailer.Delivered, false},
		{"door closed", "hello", "554 5.7.1 no service", mailer.Deferred, true},
		{"busy", "hello", "421 4.3.2 later", mailer.Deferred, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			withCourier(t, map[string]string{c.at: c.answer}, func(t *testing.T, s *smtpScript, courier *mailer.Courier) {
				if r := courier.Try(t.Context()); r.State != c.state || r.Alarm != c.alarm {
					t.Errorf("%+v", r)
				}
				time.Sleep(time.Minute)
				if s.heard("MAIL") != 0 || c.state == mailer.Delivered && s.heard("QUIT") != 1 {
					t.Errorf("%q", s.said)
				}
			})
		})
	}
}
