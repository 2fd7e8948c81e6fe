// Package eventstest is the suite that every store of events must pass.
package eventstest

import (
	"fmt"
	"testing"
	"time"

	"contrapost/events"
)

// Run holds a store against what events.Log promises. open opens the store that
// lives in dir, as an earlier call with the same dir left it, and closes it, if
// that has not been done, when its test ends.
func Run(t *testing.T, open func(t *testing.T, dir string) events.Log) {
	for name, test := range map[string]func(*testing.T, opener){
		"append and read":          appends,
		"entries over all streams": positions,
		"changes are announced":    changes,
		"conflict":                 conflict,
		"sixteen race":             race,
		"heard once":               heardOnce,
		"sixteen hear the same":    heardBySixteen,
		"all or nothing":           allOrNothing,
		"misfits are turned down":  misfits,
		"an ended context":         ended,
		"chain":                    chain,
		"people":                   people,
		"mail":                     mail,
		"mails of a stream":        mails,
		"held mails":               heldMails,
		"the same mail again":      repeated,
		"bounces":                  bounces,
		"cursors":                  cursors,
		"letters are filled in":    filledIn,
		"a letter's life":          life,
		"a letter is due once":     dueOnce,
		"letters wait their time":  schedule,
		"letters are numbered":     numbers,
		"numbers go by the player": numbersMove,
		"fates that do not fit":    fates,
		"claimed once":             claimedOnce,
		"crash":                    crash,
		"done once":                doneOnce,
		"pulse":                    pulse,
		"faults":                   faults,
		"letters rest":             lettersRest,
		"texts":                    texts,
		"give back":                giveBack,
		"forgotten":                forgotten,
		"forgotten letters":        forgottenLetters,
		"letters are worded anew":  wordedAnew,
		"what others keep":         kept,
		"farewell":                 farewell,
		"reopening keeps all":      reopening,
		"closed":                   closed,
		"any sequence of commands": anything,
		"what was shown":           shown,
		"imported":                 imports,
		"imports meet":             importsMeet,
		"letters are replaced":     replacing,
		"the last replaces all":    replacingAgain,
		"what left is not":         replacingLeft,
		"worded as of later":       shows,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, func(t *testing.T, dir string) events.Log {
				t.Helper()
				return open(t, dir)
			})
		})
	}
}

type opener func(t *testing.T, dir string) events.Log

// fresh opens an empty store.
func (o opener) fresh(t *testing.T) events.Log {
	t.Helper()
	return o(t, t.TempDir())
}

var noon = time.Date(2031, 5, 4, 12, 0, 0, 987_654_321, time.UTC)

// secretOf is the secret that the suite gives a stream.
func secretOf(stream string) (secret [32]byte) {
	copy(secret[:], "secret of "+stream)
	return secret
}

// drafts makes n drafts that can be told apart.
func drafts(n int) []events.Draft {
	var list []events.Draft
	for i := range n {
		list = append(list, events.Draft{
			Kind:  "stone-laid",
			Data:  fmt.Appendf(nil, `{"stone": %d, "mark": "ë,:"}`, i),
			Seat:  uint8(i % 3),
			Order: fmt.Sprintf("lay %d", i),
			Rules: 1,
			Cause: events.Cause{Kind: events.CauseMail, Ref: fmt.Sprint("ref", i)},
		})
	}
	return list
}

// adding is a batch that appends n drafts to a stream, and makes it known.
func adding(stream string, expected int64, n int) events.Batch {
	return events.Batch{
		Now:     noon,
		Secrets: []events.Secret{{Stream: stream, Secret: secretOf(stream)}},
		Appends: []events.Append{{Stream: stream, Expected: expected, Drafts: drafts(n)}},
	}
}

// commit writes a batch that must succeed.
func commit(t *testing.T, log events.Log, b events.Batch) events.Receipt {
	t.Helper()
	r, err := log.Commit(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
