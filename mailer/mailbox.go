package mailer

import (
	"context"
	"sync"
)

// Mailbox is a person's own mail, read one mail at a time: what a player's mail
// program is to them.
type Mailbox struct {
	mails chan Fetched
	stop  context.CancelFunc
	done  chan struct{}
}

// OpenMailbox reads a mailbox from its first mail on, in the background, until
// Close is called or ctx ends.
func OpenMailbox(ctx context.Context, config FetcherConfig) (*Mailbox, error) {
	f, err := NewFetcher(config)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	m := &Mailbox{mails: make(chan Fetched), stop: stop, done: make(chan struct{})}
	go func() {
		defer close(m.done)
		_ = f.Run(ctx, &MemoryCursors{}, m.hand(ctx)) // ends with ctx only
	}()
	return m, nil
}

// hand waits for somebody to take a mail, but not once the mailbox is closed: then
// nobody will.
func (m *Mailbox) hand(closed context.Context) Handler {
	return func(_ context.Context, mail Fetched) error {
		select {
		case m.mails <- mail:
			return nil
		case <-closed.Done():
			return closed.Err()
		}
	}
}

// Next waits for the next mail. Once the mailbox is closed it fails with
// context.Canceled.
func (m *Mailbox) Next(ctx context.Context) (Fetched, error) {
	select {
	case mail := <-m.mails:
		return mail, nil
	case <-m.done:
		return Fetched{}, context.Canceled
	case <-ctx.Done():
		return Fetched{}, ctx.Err()
	}
}

// Close ends the connection and waits until it has ended.
func (m *Mailbox) Close() {
	m.stop()
	<-m.done
}

// MemoryCursors keeps cursors for as long as the program runs. The zero value
// stands at the start of every mailbox.
type MemoryCursors struct {
	mu sync.Mutex
	at map[string][2]uint32
}

// Cursor returns how far the mailbox has been read.
func (c *MemoryCursors) Cursor(_ context.Context, mailbox string) (uidvalidity, uid uint32, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.at[mailbox]
	return at[0], at[1], nil
}

// SetCursor notes how far the mailbox has been read.
func (c *MemoryCursors) SetCursor(_ context.Context, mailbox string, uidvalidity, uid uint32) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at == nil {
		c.at = map[string][2]uint32{}
	}
	c.at[mailbox] = [2]uint32{uidvalidity, uid}
	return nil
}
