package mailer_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"contrapost/mailer"
	"contrapost/mailer/loopback"
)

// rule is one thing that a rogue server does otherwise than it should.
type rule struct {
	command string // beginning of the command, without its tag; "hello" is the greeting
	answer  string // TAG stands for the command's tag; "hang" says nothing more, "drop" hangs up
	times   int    // how often; 0 means always
}

// rogue is a mail server that misbehaves as its rules say, and is an ordinary one in
// everything else.
type rogue struct {
	mu       sync.Mutex
	rules    []rule
	mails    map[int]string
	validity int
	next     int      // UIDNEXT
	said     []string // by the client, without tags
	access   string   // the access token that is taken
	calls    []time.Duration
	began    time.Time
	conn     net.Conn // the latest
	pipe     *loopback.Pipe
}

const rogueDate = "01-Jan-2000 00:00:00 +0000"

// withRogue runs f with a rogue server and a fetcher's settings for it, in fake time.
func withRogue(t *testing.T, rules []rule, f func(t *testing.T, g *rogue, b *bubble)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		g := &rogue{rules: rules, mails: map[int]string{}, validity: 7, next: 1, began: time.Now(), pipe: loopback.NewPipe()}
		go g.serve(g.pipe)
		b := &bubble{config: mailer.FetcherConfig{
			Addr: "rogue:143", TLS: mailer.NoTLS, Dial: g.pipe.Dial, User: "box", Password: secret,
			Jitter: func() float64 { return 0 }, Flag: `\Seen`,
		}}
		f(t, g, b)
		g.pipe.Close()
		g.mu.Lock()
		if g.conn != nil {
			g.conn.Close()
		}
		g.mu.Unlock()
		synctest.Wait()
	})
}

// put lays a mail into the mailbox, without telling anybody.
func (g *rogue) put(uids ...int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, uid := range uids {
		g.mails[uid] = string(mailOf(uid))
		g.next = max(g.next, uid+1)
	}
}

// heard counts the commands that began so.
func (g *rogue) heard(command string) (times int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, said := range g.said {
		if strings.HasPrefix(said, command) {
			times++
		}
	}
	return times
}

// hangUp closes the connection at hand, and takes another token from then on.
func (g *rogue) hangUp(access string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.access = access
	g.conn.Close()
}

// connections counts them.
func (g *rogue) connections() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.calls)
}

// heardAll is everything that the client said.
func (g *rogue) heardAll() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.said)
}

// waits lists the seconds between calls.
func (g *rogue) waits() (seconds []int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i := 1; i < len(g.calls); i++ {
		seconds = append(seconds, int((g.calls[i]-g.calls[i-1])/time.Second))
	}
	return seconds
}

func (g *rogue) serve(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		g.mu.Lock()
		g.conn, g.calls = conn, append(g.calls, time.Since(g.began))
		g.mu.Unlock()
		go g.talk(conn)
	}
}

func (g *rogue) talk(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	for tag, command := "*", "hello"; ; {
		answer := g.answer(command)
		if answer == "drop" {
			return
		}
		if answer == "hang" {
			_, _ = in.ReadString(0) // until the other side hangs up
			return
		}
		if _, err := fmt.Fprint(conn, strings.ReplaceAll(answer, "TAG", tag)); err != nil {
			return
		}
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "DONE" {
			command = line
			continue
		}
		tag, command, _ = strings.Cut(line, " ")
		g.note(command)
		if strings.HasPrefix(command, "AUTHENTICATE ") && !g.authenticate(conn, in, &command) {
			return
		}
	}
}

func (g *rogue) note(said string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.said = append(g.said, said)
}

// authenticate takes a token, or tells what is wrong with it and waits for the answer
// to that. The command becomes what the server's last word is to be about.
func (g *rogue) authenticate(conn net.Conn, in *bufio.Reader, command *string) bool {
	words := strings.Fields(*command)
	if len(words) < 3 {
		fmt.Fprint(conn, "+ \r\n")
		line, err := in.ReadString('\n')
		if err != nil {
			return false
		}
		words = append(words, strings.TrimSpace(line))
	}
	*command = "taken"
	if tokenIn(words[2]) == g.taken() {
		return true
	}
	*command = "not taken"
	fmt.Fprintf(conn, "+ %s\r\n", base64.StdEncoding.EncodeToString([]byte(`{"status":"401","schemes":"bearer"}`)))
	line, err := in.ReadString('\n')
	g.note("to the error: " + strings.TrimSpace(line))
	return err == nil
}

func (g *rogue) taken() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.access
}

// tokenIn is the access token in the first message of either mechanism.
func tokenIn(first string) string {
	text, _ := base64.StdEncoding.DecodeString(first)
	_, token, _ := strings.Cut(string(text), "auth=Bearer ")
	return strings.Trim(token, "\x01")
}

// answer is what the server says to a command, by the first rule that is about it.
func (g *rogue) answer(command string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, r := range g.rules {
		if !strings.HasPrefix(command, r.command) || r.times < 0 {
			continue
		}
		if r.times == 1 {
			g.rules[i].times = -1
		} else if r.times > 1 {
			g.rules[i].times--
		}
		return r.answer
	}
	return g.proper(command)
}

var (
	rogueRange = regexp.MustCompile(`^UID (?:FETCH|SEARCH.* UID) (\d+)(:\*)?`)
	rogueText  = regexp.MustCompile(`BODY\.PEEK\[(HEADER)?\]<0\.(\d+)>`)
)

// can is what the server says it can do: in its greeting, if a rule is about that.
func (g *rogue) can() string {
	for _, r := range g.rules {
		if _, list, ok := strings.Cut(r.answer, "[CAPABILITY "); ok && r.command == "hello" {
			list, _, _ = strings.Cut(list, "]")
			return list
		}
	}
	return "IMAP4rev1 IDLE"
}

// proper is what a server should say.
func (g *rogue) proper(command string) string {
	verb, _, _ := strings.Cut(command, " ")
	switch verb {
	case "hello":
		return "* OK [CAPABILITY " + g.can() + "] rogue\r\n"
	case "CAPABILITY":
		return "* CAPABILITY " + g.can() + "\r\nTAG OK done\r\n"
	case "LOGIN", "taken":
		// Without the list, the library asks for it whenever it comes to that, and
		// would wait for an IDLE to end: on a mutex, for which no fake time passes.
		return "TAG OK [CAPABILITY " + g.can() + "] in\r\n"
	case "IDLE":
		return "+ idling\r\n"
	case "SELECT":
		return fmt.Sprintf("* %d EXISTS\r\n* FLAGS ()\r\n* OK [UIDVALIDITY %d] v\r\n* OK [UIDNEXT %d] n\r\nTAG OK [READ-WRITE] open\r\n", len(g.mails), g.validity, g.next)
	case "UID":
		return g.uid(command)
	case "not":
		return "TAG NO [AUTHENTICATIONFAILED] Invalid credentials\r\n"
	}
	return "TAG OK done\r\n"
}

func (g *rogue) uid(command string) string {
	asked := rogueRange.FindStringSubmatch(command)
	if asked == nil {
		return "TAG OK done\r\n"
	}
	var answer, found strings.Builder
	first, _ := strconv.Atoi(asked[1])
	for uid, sequence := 1, 0; uid < g.next; uid++ {
		text, ok := g.mails[uid]
		if !ok {
			continue
		}
		sequence++
		if uid == first || uid > first && asked[2] != "" {
			fmt.Fprintf(&found, " %d", uid)
			answer.WriteString(fetched(sequence, uid, text, command))
		}
	}
	if strings.HasPrefix(command, "UID SEARCH") {
		return "* SEARCH" + found.String() + "\r\nTAG OK done\r\n"
	}
	return answer.String() + "TAG OK done\r\n"
}

// fetched is a mail as a FETCH answers, its text or what is to be known of it.
func fetched(sequence, uid int, text, command string) string {
	part := rogueText.FindStringSubmatch(command)
	if part == nil {
		return fmt.Sprintf("* %d FETCH (UID %d FLAGS () INTERNALDATE %q RFC822.SIZE %d)\r\n", sequence, uid, rogueDate, len(text))
	}
	if part[1] == "HEADER" {
		head, _, _ := strings.Cut(text, "\r\n\r\n")
		text = head + "\r\n\r\n"
	}
	most, _ := strconv.Atoi(part[2])
	text = text[:min(len(text), most)]
	return fmt.Sprintf("* %d FETCH (UID %d BODY[%s]<0> {%d}\r\n%s)\r\n", sequence, uid, part[1], len(text), text)
}

// handled keeps what a fetcher handled and put aside.
type handled struct {
	mu    sync.Mutex
	uids  []uint32
	aside []uint32
	mails []mailer.Fetched
	times []time.Time
}

func (h *handled) handle(_ context.Context, m mailer.Fetched) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.uids, h.mails, h.times = append(h.uids, m.UID), append(h.mails, m), append(h.times, time.Now())
	return nil
}

func (h *handled) quarantine(_ context.Context, m mailer.Fetched, _ error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.aside = append(h.aside, m.UID)
	return nil
}

// logged is a log that can be searched.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }
