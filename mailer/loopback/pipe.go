package loopback

import (
	"context"
	"net"
	"sync"
)

// Pipe is a listener without sockets: whoever dials it gets one end of a
// net.Pipe. Servers on it can run inside a testing/synctest bubble.
type Pipe struct {
	calls chan net.Conn
	done  chan struct{}
	once  sync.Once
}

// NewPipe returns a Pipe that nobody has dialled yet.
func NewPipe() *Pipe {
	return &Pipe{calls: make(chan net.Conn), done: make(chan struct{})}
}

// Dial connects to whoever accepts; network and address do not matter.
func (p *Pipe) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.calls <- far:
		return near, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept waits for the next call.
func (p *Pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.calls:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// Close refuses all further calls.
func (p *Pipe) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

// Addr is a name to be shown.
func (p *Pipe) Addr() net.Addr { return pipeAddr{} }

type pipeAddr struct{}

func (pipeAddr) Network() string { return "pipe" }
func (pipeAddr) String() string  { return "pipe" }
