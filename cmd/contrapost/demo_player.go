package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"contrapost/engine"
	"contrapost/mailer"
	"contrapost/mailer/loopback"
	"contrapost/templates"
)

// demoPlayer is a player with a mailbox and nothing else: what it knows of the
// game is the text of the letters it gets.
type demoPlayer struct {
	name, address string
	game          string
	seats         int
	seed          [32]byte
	mailbox       *mailer.Mailbox
	courier       *mailer.Courier
	next          string // the friend to invite, "" for nobody
	join          string // the order that takes a seat, once known
	host          bool
	written       int // mails so far
}

// player readies the mailbox of the i-th player. The first one opens the table,
// and everybody invites the next.
func (d *demo) player(ctx context.Context, server *loopback.Server, g engine.Game, i int) (*demoPlayer, error) {
	p := &demoPlayer{
		name: demoNames[i], address: strings.ToLower(demoNames[i]) + "@" + demoHost, game: g.Name(), seats: d.Players,
		seed: sha256.Sum256(fmt.Appendf(nil, "demo player %d %s %d", d.Seed, g.Name(), i)), host: i == 0,
	}
	if i+1 < d.Players {
		p.next = strings.ToLower(demoNames[i+1]) + "@" + demoHost
	}
	var err error
	if p.courier, err = mailer.NewCourier(demoCourier(server, p.address)); err != nil {
		return nil, err
	}
	box := demoFetcher(server, p.address, nil)
	box.MaxSize = 8 << 20 // the last letter brings the game along
	p.mailbox, err = mailer.OpenMailbox(ctx, box)
	return p, err
}

func (p *demoPlayer) close() {
	p.mailbox.Close()
	p.courier.Close()
}

// play opens the table if it falls to this player, then answers letters until the
// one that says that the game is over.
func (p *demoPlayer) play(ctx context.Context) error {
	if p.host {
		opening := fmt.Sprintf("new %s for %d", p.game, p.seats)
		if err := p.write(ctx, demoAddress, "A game?", opening, readLetter{}); err != nil {
			return err
		}
	}
	for {
		mail, err := p.mailbox.Next(ctx)
		if err != nil {
			return err
		}
		over, err := p.answer(ctx, mail)
		if err != nil || over {
			return err
		}
	}
}

// joinOrder finds the table's id where a letter or a friend says how to join.
var joinOrder = regexp.MustCompile(`join ([A-Z2-7]{5})\b`)

// gameOver is how a closing letter begins.
const gameOver = "The game is over"

// answer reads one mail and writes what it asks for.
func (p *demoPlayer) answer(ctx context.Context, mail mailer.Fetched) (over bool, err error) {
	l, err := openLetter(mail.Raw)
	if err != nil || !strings.Contains(strings.ToLower(l.text), p.game) {
		return false, err
	}
	if join := joinOrder.FindString(l.text); join != "" {
		p.join = join
	}
	switch {
	case strings.Contains(l.text, gameOver):
		return true, nil
	case l.from != demoAddress:
		return false, p.write(ctx, demoAddress, "I am in", p.join, readLetter{})
	case p.next != "":
		return false, p.invite(ctx)
	}
	choices := templates.Choices(l.text)
	if len(choices) == 0 {
		return false, nil
	}
	return false, p.write(ctx, l.replyTo, "Re: "+strings.TrimPrefix(l.subject, "Re: "), p.choose(choices), l)
}

// invite passes the table on to the next friend, once the own seat is certain.
func (p *demoPlayer) invite(ctx context.Context) error {
	next := p.next
	p.next = ""
	return p.write(ctx, next, "Shall we play "+p.game+"?", "Let us play "+p.game+". Write to "+demoAddress+":\n\n"+p.join, readLetter{})
}

// eagerness weighs orders by their verb; what is not listed weighs 2.
var eagerness = map[string]int{"pass": 0, "convoy": 6, "let": 6, "no": 4, "draw": 4, "when": 0, "done": 1}

// choose picks one of the orders a letter offers, the likelier the more eager the
// player is for its verb. The number of mails written keys the draw, so that the
// same seed always plays alike.
func (p *demoPlayer) choose(choices []string) string {
	luck := engine.NewChance(p.seed, int64(p.written))
	verbs := map[string]int{}
	var order []string
	total := 0
	for _, c := range choices {
		verb, _, _ := strings.Cut(c, " ")
		if _, ok := verbs[verb]; !ok {
			order = append(order, verb)
			verbs[verb] = weight(verb)
			total += weight(verb)
		}
	}
	if total == 0 {
		return choices[0]
	}
	verb := pick(order, verbs, luck.Intn("verb", total))
	var own []string
	for _, c := range choices {
		if first, _, _ := strings.Cut(c, " "); first == verb {
			own = append(own, c)
		}
	}
	return own[luck.Intn("order", len(own))]
}

func weight(verb string) int {
	if w, ok := eagerness[verb]; ok {
		return w
	}
	return 2
}

func pick(verbs []string, weights map[string]int, at int) string {
	for _, verb := range verbs {
		if at -= weights[verb]; at < 0 {
			return verb
		}
	}
	return verbs[len(verbs)-1]
}

// write sends a mail as a person's mail program would.
func (p *demoPlayer) write(ctx context.Context, to, subject, text string, answering readLetter) error {
	p.written++
	out := mailer.Outgoing{
		From: p.address, FromName: p.name, To: to, Subject: subject, Text: text + "\n",
		MessageID: p.messageID(), Date: time.Now(), Person: true,
		InReplyTo: answering.messageID,
	}
	if answering.messageID != "" {
		out.References = append(append([]string{}, answering.references...), answering.messageID)
	}
	raw, err := mailer.Compose(out)
	if err != nil {
		return err
	}
	if r := p.courier.Send(ctx, p.address, to, raw); r.State != mailer.Delivered {
		return errors.Join(fmt.Errorf("mail to %s was not taken: %s", to, r.Reply), r.Err)
	}
	return nil
}

// messageID follows from the seed, because the deal follows from it.
func (p *demoPlayer) messageID() string {
	mac := hmac.New(sha256.New, p.seed[:])
	fmt.Fprintf(mac, "mail %d", p.written)
	return hex.EncodeToString(mac.Sum(nil)[:12]) + "@" + demoHost
}
