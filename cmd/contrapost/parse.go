package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/games"
	"contrapost/engine/lobby"
	"contrapost/mailer"
)

// parse shows how mails in files would be read. It needs no service, no database and
// no configuration, and keeps one mail at a time in memory.
type parse struct {
	Files []string `arg:"" name:"FILE.eml" help:"Mails, one a file; of a directory, every *.eml in it."`
}

// parsed is what a mail says, as a line of JSON.
type parsed struct {
	File      string         `json:"file"`
	Automatic bool           `json:"automatic"`
	Verdict   mailer.Verdict `json:"verdict"`
	Reason    string         `json:"reason"` // of the verdict; "" when the mail is accepted
	Sender    string         `json:"sender"`
	Table     string         `json:"table"`  // that its token names, genuine or not
	Seat      uint8          `json:"seat"`   // 0 without a token
	Orders    []string       `json:"orders"` // as they are read, the verb in lower case
	Prose     []string       `json:"prose"`  // what else the writer wrote
}

// Run prints an object a line for each mail. A file that cannot be read is said, and
// the others go on.
func (c *parse) Run(t *terminal) error {
	orders := lobby.Lobby{Games: games.All()}
	out := json.NewEncoder(t.out)
	out.SetEscapeHTML(false)
	var unread mistakes
	for _, name := range c.Files {
		files, err := mailsIn(name)
		if err != nil {
			unread = append(unread, err.Error())
		}
		for _, file := range files {
			p, err := parseFile(file, orders)
			if err != nil {
				unread = append(unread, err.Error())
				continue
			}
			if err := out.Encode(p); err != nil {
				return err
			}
		}
	}
	if len(unread) > 0 {
		return unread
	}
	return nil
}

// mailsIn names the mails that an argument stands for, in order.
func mailsIn(name string) ([]string, error) {
	about, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("read mail: %w", err)
	}
	if !about.IsDir() {
		return []string{name}, nil
	}
	entries, err := os.ReadDir(name) // sorted by name
	if err != nil {
		return nil, fmt.Errorf("list mails: %w", err)
	}
	var files []string
	for _, e := range entries {
		if !e.IsDir() && strings.EqualFold(filepath.Ext(e.Name()), ".eml") {
			files = append(files, filepath.Join(name, e.Name()))
		}
	}
	if files == nil {
		return nil, fmt.Errorf("list mails: no *.eml in %s", name)
	}
	return files, nil
}

func parseFile(file string, orders lobby.Lobby) (parsed, error) {
	raw, err := readMail(file)
	if err != nil {
		return parsed{}, fmt.Errorf("read mail: %w", err)
	}
	m, err := mailer.Read(raw, isOrder(orders))
	if errors.Is(err, mailer.ErrTooBig) {
		m, err = mailer.Read(raw[:headOfMail], isOrder(orders))
		m.Cut, m.Lines = true, nil
	}
	if err != nil {
		return parsed{}, fmt.Errorf("read mail: %s: %w", file, err)
	}
	return told(file, m), nil
}

// headOfMail is how much is looked at of a mail that is too big to be read.
const headOfMail = 64 << 10

// readMail reads a file, and of one that is too big no more than shows that it is.
func readMail(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mailer.MaxRaw+1))
}

// told gives the answer that parse prints. Nobody's configuration says what our own
// server is called: it is taken to be the last that received the mail.
func told(file string, m mailer.Message) parsed {
	p := parsed{File: file, Automatic: m.Automatic, Sender: m.From, Orders: []string{}, Prose: []string{}}
	p.Verdict, p.Reason = m.Judge(m.ReceivedBy)
	if token, ok := m.Token(); ok {
		p.Table, p.Seat = token.Table, token.Seat
	}
	for _, line := range m.Lines {
		if line.Order {
			p.Orders = append(p.Orders, spelled(line.Text))
		} else {
			p.Prose = append(p.Prose, line.Text)
		}
	}
	return p
}

// spelled is an order as it is read: the verb in lower case, no final full stop. What
// is said to people keeps its full stop.
func spelled(line string) string {
	verb := lobby.Lobby{}.Lexicon().Read(line, nil)[0]
	if verb != "say" && verb != "tell" && verb != "note" {
		line = strings.TrimSpace(strings.TrimSuffix(line, "."))
	}
	words := strings.Fields(line)
	count := 1
	if isPhrase(words) {
		count = 2
	}
	first := strings.Join(words[:count], " ")
	return strings.ToLower(first) + line[len(first):]
}

// isPhrase knows the verbs of two words, as "let go".
func isPhrase(words []string) bool {
	if len(words) < 2 {
		return false
	}
	phrase := strings.ToLower(words[0] + " " + words[1])
	lexicons := []engine.Lexicon{lobby.Lobby{}.Lexicon()}
	for _, g := range games.All() {
		lexicons = append(lexicons, g.Lexicon())
	}
	return slices.ContainsFunc(lexicons, func(l engine.Lexicon) bool { return l.Spell[phrase] != "" })
}
