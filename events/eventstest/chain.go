package eventstest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"contrapost/events"
)

func chain(t *testing.T, open opener) {
	log := open.fresh(t)
	commit(t, log, adding("a", 0, 3))
	commit(t, log, adding("a", 3, 2))
	entries, err := log.Stream(t.Context(), "a", 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := log.Secret(t.Context(), "a")
	if err != nil || secret != secretOf("a") {
		t.Fatalf("secret: %v", err)
	}
	if err := events.VerifyChain(entries, secret); err != nil {
		t.Fatal(err)
	}
	for name, tamper := range tampering {
		tampered := slices.Clone(entries)
		for i, e := range tampered {
			tampered[i].Data = slices.Clone(e.Data)
		}
		broken(t, name, events.VerifyChain(tamper(tampered), secret))
	}
	secret[31]++
	if err := events.VerifyChain(entries, secret); err == nil {
		t.Error("verified with another secret")
	}
}

// tampering spoils the entries of version 3; each must be found there.
var tampering = map[string]func([]events.Entry) []events.Entry{
	"kind":       func(e []events.Entry) []events.Entry { e[2].Kind += "!"; return e },
	"data":       func(e []events.Entry) []events.Entry { e[2].Data[0] ^= 1; return e },
	"seat":       func(e []events.Entry) []events.Entry { e[2].Seat++; return e },
	"order":      func(e []events.Entry) []events.Entry { e[2].Order = ""; return e },
	"rules":      func(e []events.Entry) []events.Entry { e[2].Rules++; return e },
	"cause kind": func(e []events.Entry) []events.Entry { e[2].Cause.Kind = events.CauseBot; return e },
	"cause ref":  func(e []events.Entry) []events.Entry { e[2].Cause.Ref += "0"; return e },
	"time":       func(e []events.Entry) []events.Entry { e[2].At = e[2].At.Add(time.Millisecond); return e },
	"stream":     func(e []events.Entry) []events.Entry { e[2].Stream = "b"; return e },
	"version":    func(e []events.Entry) []events.Entry { e[2].Version = 4; return e },
	"prev":       func(e []events.Entry) []events.Entry { e[2].Prev[0]++; return e },
	"hash":       func(e []events.Entry) []events.Entry { e[2].Hash[0]++; return e },
	"left out":   func(e []events.Entry) []events.Entry { return slices.Delete(e, 2, 3) },
	"twice":      func(e []events.Entry) []events.Entry { return slices.Insert(e, 2, e[1]) },
	"exchanged":  func(e []events.Entry) []events.Entry { e[2], e[3] = e[3], e[2]; return e },
	"renumbered": func(e []events.Entry) []events.Entry {
		e = slices.Delete(e, 2, 3)
		for i := range e {
			e[i].Version = int64(i + 1)
		}
		return e
	},
	"another version, hashed anew": func(e []events.Entry) []events.Entry { e[2].Version = 4; return anew(e, 2) },
	"another stream, hashed anew":  func(e []events.Entry) []events.Entry { e[2].Stream = "b"; return anew(e, 2) },
	"another word, hashed anew": func(e []events.Entry) []events.Entry {
		e[1].Order = "lay 9"
		return anew(e, 1) // fits, but the next one does not follow any more
	},
	"shifted between fields": func(e []events.Entry) []events.Entry {
		e[2].Order, e[2].Kind = e[2].Order[1:], e[2].Kind+e[2].Order[:1]
		return e
	},
}

// anew makes an entry's hash fit what it says, as somebody could who has the
// secret.
func anew(e []events.Entry, i int) []events.Entry {
	e[i].Hash = events.Sum(e[i].Prev, events.Salt(secretOf("a"), int64(i+1)), e[i])
	return e
}

func broken(t *testing.T, name string, err error) {
	t.Helper()
	e, ok := errors.AsType[*events.ChainError](err)
	if !ok || e.Stream != "a" || e.Version != 3 {
		t.Errorf("tampered with (%s): %v, want a *ChainError at version 3", name, err)
	}
}
