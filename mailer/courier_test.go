package mailer_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// smtpScript is a submission server that answers as it is told.
type smtpScript struct {
	answers map[string]string // by verb, or "." for the final dot; "drop" hangs up, "hang" says nothing more
	calls   atomic.Int32      // connections taken
	taken   atomic.Int32      // letters taken with a 2xx
	drip    time.Duration     // what it says comes byte by byte, so far apart

	access string // the access token that is taken

	mu   sync.Mutex
	once map[string]string // answers that are given once, instead
	said []string          // by the client, before and after the text of letters
	text []string          // of the letters taken in
}

// note keeps what the client said.
func (s *smtpScript) note(list *[]string, said string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*list = append(*list, said)
}

// heard counts the commands that began so.
func (s *smtpScript) heard(verb string) (times int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, said := range s.said {
		if strings.HasPrefix(said, verb) {
			times++
		}
	}
	return times
}

// serve takes connections until the pipe is closed.
func (s *smtpScript) serve(p net.Listener) {
	for {
		conn, err := p.Accept()
		if err != nil {
			return
		}
		s.calls.Add(1)
		go s.talk(conn)
	}
}

func (s *smtpScript) talk(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	if !s.answer(conn, "hello", "220 script") {
		return
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		s.note(&s.said, strings.TrimSpace(line))
		verb, usual := strings.ToUpper(strings.Fields(line + " x")[0]), "250 2.0.0 yes"
		switch verb {
		case "EHLO":
			usual = "250-script\r\n250 8BITMIME"
		case "DATA":
			usual = "354 go on"
		case "QUIT":
			usual = "221 bye"
		case "AUTH":
			usual = s.authenticate(conn, in, strings.Fields(line))
		}
		if !s.answer(conn, verb, usual) {
			return
		}
		if verb == "DATA" && s.answers["DATA"] == "" && !s.letter(conn, in) {
			return
		}
	}
}

// authenticate takes a token, or tells what is wrong with it and waits for the answer
// to that.
func (s *smtpScript) authenticate(conn net.Conn, in *bufio.Reader, words []string) string {
	if tokenIn(words[len(words)-1]) == s.access {
		return "235 2.7.0 welcome"
	}
	fmt.Fprintf(conn, "334 %s\r\n", base64.StdEncoding.EncodeToString([]byte(`{"status":"401"}`)))
	line, _ := in.ReadString('\n')
	s.note(&s.said, "to the error: "+strings.TrimSpace(line))
	return "535 5.7.8 not accepted"
}

func (s *smtpScript) letter(conn net.Conn, in *bufio.Reader) bool {
	if s.answers["body"] == "drop" {
		return false
	}
	var text strings.Builder
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return false
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(line)
	}
	s.note(&s.text, text.String())
	answer := s.answers["."]
	if answer == "" || answer[0] == '2' {
		s.taken.Add(1)
	}
	return s.answer(conn, ".", "250 2.0.0 queued as 7")
}

// next has the server give an answer otherwise, once.
func (s *smtpScript) next(at, answer string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.once == nil {
		s.once = map[string]string{}
	}
	s.once[at] = answer
}

func (s *smtpScript) told(at string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if told, ok := s.once[at]; ok {
		delete(s.once, at)
		return told
	}
	return s.answers[at]
}

func (s *smtpScript) answer(conn net.Conn, at, usual string) bool {
	switch told := s.told(at); told {
	case "drop":
		return false
	case "hang":
		_, _ = bufio.NewReader(conn).ReadString(0) // until the other side hangs up
		return false
	case "":
		return s.say(conn, usual)
	default:
		return s.say(conn, told)
	}
}

func (s *smtpScript) say(conn net.Conn, words string) bool {
	if s.drip == 0 {
		_, err := fmt.Fprint(conn, words+"\r\n")
		return err == nil
	}
	for _, b := range []byte(words + "\r\n") {
		time.Sleep(s.drip)
		if _, err := conn.Write([]byte{b}); err != nil {
			return false
		}
	}
	return true
}

// withScript runs f with the sending of a letter to a scripted server, in fake time.
func withScript(t *testing.T, answers map[string]string, f func(t *testing.T, s *smtpScript, send func() mailer.Result)) {
	t.Helper()
	raw := []byte("From: a@b\r\nSubject: x\r\n\r\n" + strings.Repeat("a line of a letter\r\n.\r\n", 20))
	withCourier(t, answers, func(t *testing.T, s *smtpScript, c *mailer.Courier) {
		f(t, s, func() mailer.Result { return c.Send(t.Context(), "box@host", "ann@host", raw) })
	})
}

func withCourier(t *testing.T, answers map[string]string, f func(t *testing.T, s *smtpScript, c *mailer.Courier)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, p := &smtpScript{answers: answers}, loopback.NewPipe()
		go s.serve(p)
		c, err := mailer.NewCourier(mailer.CourierConfig{Host: "script", Port: 587, TLS: mailer.NoTLS, Dial: p.Dial, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		defer c.Close()
		f(t, s, c)
	})
}

func TestCourierStates(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers map[string]string
		state   mailer.State
		code    int
		alarm   bool
	}{
		{"taken", nil, mailer.Delivered, 250, false},
		{"greylisted", map[string]string{"RCPT": "451 4.7.1 come back"}, mailer.Deferred, 451, false},
		{"no such reader", map[string]string{"RCPT": "550 5.1.1 unknown"}, mailer.Refused, 550, false},
		{"refused after the dot", map[string]string{".": "554 5.6.0 spam"}, mailer.Refused, 554, false},
		{"deferred after the dot", map[string]string{".": "452 4.3.1 no room"}, mailer.Deferred, 452, false},
		{"mailbox full", map[string]string{"RCPT": "552 5.2.2 full"}, mailer.Deferred, 552, false},
		{"daily quota", map[string]string{".": "550 5.4.5 Daily user sending quota exceeded"}, mailer.Deferred, 550, true},
		{"rate by policy", map[string]string{".": "550 5.7.0 sending rate limit"}, mailer.Deferred, 550, true},
		{"policy about the reader", map[string]string{".": "550 5.7.1 blocked"}, mailer.Refused, 550, false},
		{"sender refused", map[string]string{"MAIL": "530 5.7.0 log in first"}, mailer.Deferred, 530, true},
		{"too many connections", map[string]string{"hello": "421 4.7.0 later"}, mailer.Deferred, 421, false},
		{"no greeting", map[string]string{"hello": "drop"}, mailer.Deferred, 0, false},
		{"lost before RCPT", map[string]string{"RCPT": "drop"}, mailer.Deferred, 0, false},
		{"lost before the dot", map[string]string{"body": "drop"}, mailer.Deferred, 0, false},
		{"lost after the dot", map[string]string{".": "drop"}, mailer.Uncertain, 0, false},
		{"silent after the dot", map[string]string{".": "hang"}, mailer.Uncertain, 0, false},
		{"silent at MAIL", map[string]string{"MAIL": "hang"}, mailer.Deferred, 0, false},
		{"taken, then no RSET", map[string]string{"RSET": "drop"}, mailer.Delivered, 250, false},
		{"taken, then no QUIT", map[string]string{"QUIT": "drop"}, mailer.Delivered, 250, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			withScript(t, c.answers, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
				r := send()
				if r.State != c.state || r.Code != c.code || r.Alarm != c.alarm || (r.Err == nil) != (c.state == mailer.Delivered) {
					t.Errorf("got %+v", r)
				}
			})
		})
	}
}

func TestCourierKeepsItsConnection(t *testing.T) {
	withScript(t, nil, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
		for range 3 {
			if r := send(); r.State != mailer.Delivered || r.Reply != "2.0.0 queued as 7" {
				t.Fatalf("%+v", r)
			}
			time.Sleep(4 * time.Second)
		}
		if n := s.calls.Load(); n != 1 {
			t.Errorf("%d connections for letters in quick succession", n)
		}
		time.Sleep(6 * time.Second)
		send()
		if n := s.calls.Load(); n != 2 {
			t.Errorf("%d connections; an idle one should have been given up", n)
		}
	})
}

func TestCourierGoesOnAfterARefusal(t *testing.T) {
	answers := map[string]string{"RCPT": "550 5.1.1 unknown"}
	withScript(t, answers, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
		send()
		synctest.Wait()
		delete(answers, "RCPT")
		if r := send(); r.State != mailer.Delivered || s.calls.Load() != 1 {
			t.Errorf("%+v on connection %d", r, s.calls.Load())
		}
	})
}

// A kept connection that the server gave up meanwhile costs no attempt, and no
// letter is sent twice.
func TestCourierReplacesADeadConnection(t *testing.T) {
	answers := map[string]string{}
	withScript(t, answers, func(t *testing.T, s *smtpScript, send func() mailer.Result) {
		send()
		synctest.Wait()
		answers["MAIL"] = "421 4.4.2 idle for too long"
		if r := send(); r.State != mailer.Deferred || s.calls.Load() != 2 {
			t.Errorf("%+v on connection %d", r, s.calls.Load())
		}
		synctest.Wait()
		delete(answers, "MAIL")
		if r := send(); r.State != mailer.Delivered || s.taken.Load() != 2 {
			t.Errorf("%+v, %d taken", r, s.taken.Load())
		}
	})
}

func TestCourierStopsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, p := &smtpScript{answers: map[string]string{"RCPT": "hang"}}, loopback.NewPipe()
		go s.serve(p)
		defer p.Close()
		c, err := mailer.NewCourier(mailer.CourierConfig{Host: "script", Port: 587, TLS: mailer.NoTLS, Dial: p.Dial})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if r := c.Send(ctx, "box@host", "ann@host", []byte("x: y\r\n\r\n")); r.State != mailer.Deferred || time.Since(began) != time.Second {
			t.Errorf("%+v after %v", r, time.Since(began))
		}
	})
}

func TestCourierRefusesOddAddresses(t *testing.T) {
	withScript(t, nil, func(t *testing.T, s *smtpScript, _ func() mailer.Result) {
		c, err := mailer.NewCourier(mailer.CourierConfig{Host: "script", Port: 587, TLS: mailer.NoTLS})
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range []string{"a@b>\r\nRCPT TO:<c@d", `"a b"@c`, "a", ""} {
			if r := c.Send(t.Context(), "box@host", to, nil); r.State != mailer.Refused || r.Err == nil {
				t.Errorf("%q: %+v", to, r)
			}
		}
	})
}
