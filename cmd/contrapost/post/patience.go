package post

import (
	"maps"
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
	mu    sync.Mutex
	kinds map[string]map[string]*rate.Limiter // by kind, and by whom
}

const (
	idleBurst   = 10               // answers in a row to mails without an order: a program that
	idleEvery   = 10 * time.Minute // answers every mail, and does not say that it is one, would go on for ever
	patienceFor = 10_000           // of each kind remembered
)

// answerIdle tells whether one more mail without an order is to be answered.
func (p *patience) answerIdle(sender string, now time.Time) bool {
	return p.allow("idle", sender, rate.Every(idleEvery), idleBurst, now)
}

// hear tells whether one more mail of a kind is to be heard, from whoever it is.
func (p *patience) hear(kind, who string, l Limits, now time.Time) bool {
	n := l.hourly(kind)
	return p.allow(kind, who, rate.Limit(float64(n)/time.Hour.Seconds()), n, now)
}

func (p *patience) allow(kind, who string, each rate.Limit, burst int, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.kinds[kind]
	if known == nil {
		if p.kinds == nil {
			p.kinds = map[string]map[string]*rate.Limiter{}
		}
		known = map[string]*rate.Limiter{}
		p.kinds[kind] = known
	}
	l := known[who]
	if l == nil {
		if len(known) >= patienceFor && !forget(known, now) {
			return false // so many at once are no people
		}
		l = rate.NewLimiter(each, burst)
		known[who] = l
	}
	return l.AllowN(now, 1)
}

// forget drops whoever has been quiet for so long that nothing is held against them,
// and tells whether there is room again.
func forget(known map[string]*rate.Limiter, now time.Time) bool {
	maps.DeleteFunc(known, func(_ string, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(l.Burst()) })
	return len(known) < patienceFor
}
