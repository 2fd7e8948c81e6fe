package post

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits are how many mails an hour are heard; zero means the default. What is past
// a limit is kept for a moderator, if it is a player's, and else passed over.
type Limits struct {
	Sender    int // of one player; 600
	Stranger  int // from one address that no player has; 20
	Strangers int // from all such addresses together; 600
	Held      int // kept of those from one address that were not believed; 20
}

func (l Limits) hourly(kind string) int {
	limit, usual := 0, 600
	switch kind {
	case "sender":
		limit = l.Sender
	case "stranger":
		limit, usual = l.Stranger, 20
	case "strangers":
		limit = l.Strangers
	case "held":
		limit, usual = l.Held, 20
	}
	if limit > 0 {
		return limit
	}
	return usual
}

// patience remembers how much was heard of late. It is forgotten at a restart.
type patience struct {
	mu       sync.Mutex
	limiters map[string]*rate.Limiter
}

const (
	idleBurst   = 10               // answers in a row to mails without an order: a program that
	idleEvery   = 10 * time.Minute // answers every mail, and does not say that it is one, would go on for ever
	patienceFor = 10_000           // senders remembered; past that all are forgotten
)

// answerIdle tells whether one more mail without an order is to be answered.
func (p *patience) answerIdle(sender string, now time.Time) bool {
	return p.allow("idle "+sender, rate.Every(idleEvery), idleBurst, now)
}

// hear tells whether one more mail of a kind is to be heard, from whoever it is.
func (p *patience) hear(kind, who string, l Limits, now time.Time) bool {
	n := l.hourly(kind)
	return p.allow(kind+" "+who, rate.Limit(float64(n)/time.Hour.Seconds()), n, now)
}

func (p *patience) allow(key string, each rate.Limit, burst int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.limiters == nil || len(p.limiters) > patienceFor {
		p.limiters = map[string]*rate.Limiter{}
	}
	l := p.limiters[key]
	if l == nil {
		l = rate.NewLimiter(each, burst)
		p.limiters[key] = l
	}
	return l.AllowN(now, 1)
}
