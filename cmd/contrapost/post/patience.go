package post

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// patience bounds how often mails that hold no order are answered: a program that
// answers every mail, and does not say that it is one, would go on for ever.
type patience struct {
	mu      sync.Mutex
	senders map[string]*rate.Limiter
}

const (
	patienceBurst = 10               // answers in a row
	patienceEvery = 10 * time.Minute // one more
	patienceFor   = 10_000           // senders remembered; past that all are forgotten
)

// allow tells whether one more such mail of a sender is to be answered.
func (p *patience) allow(sender string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.senders == nil || len(p.senders) > patienceFor {
		p.senders = map[string]*rate.Limiter{}
	}
	l := p.senders[sender]
	if l == nil {
		l = rate.NewLimiter(rate.Every(patienceEvery), patienceBurst)
		p.senders[sender] = l
	}
	return l.AllowN(now, 1)
}
