//go:build !race

// The race detector lets pools forget what they hold, and so has other figures.

package mailer

import (
	"runtime"
	"testing"
	"time"
)

// allowed is how many bytes may be asked for in all, for each byte of a mail, and
// besides: buffers and tables, however small it is. Most shapes take a tenth; the
// worst are fields of five bytes in a part, which the library keeps one by one.
const (
	allowed        = 128
	allowedBesides = 1 << 20
)

// TestReadIsBounded: no mail makes Read take more memory than allowed, or much time.
func TestReadIsBounded(t *testing.T) {
	for name, shape := range hostile {
		for _, size := range []int{16 << 10, 1 << 20} {
			raw := []byte(shape(size))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			began := time.Now()
			if _, err := Read(raw, sampleOrder); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			took := time.Since(began)
			runtime.ReadMemStats(&after)
			if took > 5*time.Second {
				t.Errorf("%s: %d KB took %v", name, size>>10, took)
			}
			if got := after.TotalAlloc - before.TotalAlloc; got > uint64(allowed*len(raw)+allowedBesides) {
				t.Errorf("%s: %d bytes for a mail of %d, %d for each", name, got, len(raw), got/uint64(len(raw)))
			}
		}
	}
}
