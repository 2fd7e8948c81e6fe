package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"contrapost/engine/lobby"
	"contrapost/events"
	"contrapost/events/export"
)

// slipped puts an entry of the lobby's into a history, where it could follow, and
// computes every hash anew. It gives the version that the entry has got.
func slipped(h *export.History, before int, e events.Entry) int64 {
	e.Stream, e.At = h.Table, h.Entries[before-1].At.Add(1e6)
	h.Entries = slices.Insert(h.Entries, before, e)
	rechain(h)
	return int64(before + 1)
}

// afterDeal is where the first order of the game stands.
func afterDeal(h *export.History) int {
	begun := slices.IndexFunc(h.Entries, func(e events.Entry) bool { return e.Kind == "game-begun" })
	return begun + 1 + slices.IndexFunc(h.Entries[begun+1:], func(e events.Entry) bool { return e.Order != "" })
}

// TestNothingBeginsTwice: a second deal, and seats taken or left after the deal, are
// found where they stand.
func TestNothingBeginsTwice(t *testing.T) {
	n, id := played(t, "konvooi")
	honest := n.gather(id)
	mail := events.Cause{Kind: events.CauseMail, Ref: honest.Mails[0].Ref}
	deal := slices.IndexFunc(honest.Entries, func(e events.Entry) bool { return e.Kind == "game-begun" })
	for name, d := range map[string]events.Draft{
		"begun":      {Kind: "game-begun", Seat: 1, Order: "begin", Rules: 1, Data: honest.Entries[deal].Data, Cause: mail},
		"sat down":   {Kind: "player-joined", Seat: 9, Data: []byte(`{"seat":9,"player":"ZZ","join":"` + mail.Ref + `"}`), Cause: mail},
		"a bot":      {Kind: "bot-joined", Seat: 1, Order: "bots 1", Rules: 1, Data: []byte(`{"seat":9,"join":"bot:9"}`), Cause: mail},
		"left":       {Kind: "player-left", Seat: 1, Order: "leave", Rules: 1, Data: []byte(`{"seat":1,"player":"` + honest.Players[0].ID + `"}`), Cause: mail},
		"dealt":      {Kind: "hand-dealt", Data: []byte(`{"seat":1,"cards":[]}`), Cause: mail},
		"open again": {Kind: "table-opened", Data: honest.Entries[0].Data, Cause: mail},
	} {
		h := clone(honest)
		version := slipped(h, afterDeal(h), events.Entry{Draft: d})
		broken := slices.DeleteFunc(verify(h), func(c export.Check) bool {
			return c.State != export.Broken || c.Version != version || c.Name != "deal" && c.Name != "orders"
		})
		if len(broken) != 1 {
			t.Errorf("%s after the deal: want deal or orders broken at version %d: %v", name, version, verify(h))
		}
	}
}

// refusedByHand reads a text and gives what is wrong with it.
func refusedByHand(text string) string {
	_, err := notation().Read(strings.NewReader(text))
	if wrong, ok := errors.AsType[*export.FileError](err); ok {
		return wrong.Error()
	}
	return fmt.Sprint(err)
}

// TestHandBeginsOnce: a text cannot have a game begin that has begun.
func TestHandBeginsOnce(t *testing.T) {
	head := "Game: konvooi\nSeats: Zoe, Bob, Kim\nSeed: s\nTable: T9\n\n"
	for line, want := range map[string]string{
		"Zoe begins the game":         "already-begun",
		"Zoe seats bots: 1":           "already-begun",
		"Kim leaves":                  "leave-begun",
		"Kim sits down":               "already-seated",
		"the table is opened for 3":   "opened already",
		"Zoe invites @ABCDEFGHIJ":     "already-begun",
		"@ABCDEFGHIJ sits down":       "table-unknown",
		"Kim leaves and is forgotten": "leave-begun",
	} {
		if got := refusedByHand(head + line + "\nthe moderator closes the table\n"); !strings.HasPrefix(got, "line 6: ") || !strings.Contains(got, want) {
			t.Errorf("%s: %s, want line 6: %s", line, got, want)
		}
	}
}

// TestRulingsAgainstTheRules: what the table's players or moderators would have been
// refused is refused in a text, and found in a log.
func TestRulingsAgainstTheRules(t *testing.T) {
	const pause = "the moderator stops the clocks at 2026-01-01T12:00:00Z\n"
	const resume = "the moderator restarts the clocks that stood still from 2026-01-01T12:00:00Z to 2026-01-01T13:00:00Z\n"
	const bot, end = "the moderator gives the seat of Bob to a bot\n", "the moderator closes the table\n"
	for lines, want := range map[string]string{
		"Bob resigns\nBob resigns\n": "line 6: the order is refused: resigned-already",
		bot + "Bob resigns\n":        "line 6: the order is refused: resigned-already",
		bot + "Bob says Hello\n":     "line 6: the order is refused: resigned-already",
		bot + bot:                    "line 6: the order is refused: bot-already",
		pause + "Ann: draw deck\n":   "line 6: the order is refused: table-paused",
		end + "Ann: draw deck\n":     "line 6: the order is refused: table-ended",
		"\nthe moderator takes the game back to version 3\n": "line 6: the order is refused: rewind-version",
		pause + pause:         "line 6: the order is refused: paused-already",
		"\n" + resume:         "line 6: the order is refused: not-paused",
		end + end:             "line 6: the order is refused: table-ended",
		end + "Bob resigns\n": "line 6: the order is refused: table-ended",
		"\nthe moderator gives the seat of Bob to Ann\n":                              "line 6: the order is refused: replace-seated",
		"\nthe moderator gives 1s more from 2026-01-01T12:00:00Z on\n":                "line 6: the order is refused: ruling-time",
		"\nAnn tells Bot-3 something with the sha256 x\n":                             "line 6: the order is refused: bot-deaf",
		"\nthe secret is published\n":                                                 "line 6: the secret is published where the game ends",
		"\nnobody could be heard from 2026-01-01T12:00:00Z to 2026-01-01T12:00:00Z\n": "line 6: no time is excused",
	} {
		if got := refusedByHand("Game: konvooi\nSeats: Ann, Bob, bot\nSeed: s\n\n" + lines + end); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", lines, got, want)
		}
	}
	n, id := played(t, "konvooi")
	honest := n.gather(id)
	for kind, data := range map[string]string{
		"table-resumed": `{"from":"2026-12-01T00:00:00Z","to":"2026-12-02T00:00:00Z"}`,
		"table-closed":  `{"why":"silent"}`,
		"seat-replaced": fmt.Sprintf(`{"seat":1,"was":"","player":%q,"join":""}`, honest.Players[1].ID),
	} {
		h := clone(honest)
		version := slipped(h, afterDeal(h), events.Entry{Draft: events.Draft{Kind: kind, Data: []byte(data), Cause: events.Cause{Kind: events.CauseRuling}}})
		if c := find(t, verify(h), "orders"); c.State != export.Broken || c.Version != version {
			t.Errorf("%s: want orders broken at version %d: %v", kind, version, c)
		}
	}
}

// TestTalkHasBounds: what is longer than can be said is refused in a text, and found in
// an export; what is said by hand is tidied as in a mail.
func TestTalkHasBounds(t *testing.T) {
	const head, end = "Game: konvooi\nSeats: Ann, Bob\nSeed: s\n\n", "\nthe moderator closes the table\n"
	long := strings.Repeat("é", lobby.LongestTalk+1)
	for line, want := range map[string]string{
		"Ann: say " + long:                              "line 5: the order is refused: say-long",
		`Ann says "` + long + `"`:                       "line 5: the order is refused: say-long",
		`Ann says "` + long + `" with the salt ` + salt: "line 5: the order is refused: say-long",
		`Ann says " "`:                                  "line 5: the order is refused: say-form",
	} {
		if got := refusedByHand(head + line + end); !strings.HasPrefix(got, want) {
			t.Errorf("%.20s: %s, want %s", line, got, want)
		}
	}
	h := heard(t, head+`Ann says "  Good\n\u202eluck! "`+"\nAnn: say "+long[2:]+end)
	if h.Texts[0].Text != "Good luck!" || h.Texts[1].Text != long[2:] {
		t.Errorf("%q", h.Texts)
	}
	roundTrip(t, h)
	n, id := played(t, "konvooi")
	h = n.gather(id)
	said := at(h, "words-said", 0)
	sum := events.TextSum([16]byte{}, long)
	said.Data = bytes.ReplaceAll(said.Data, []byte(h.Texts[0].Sum), []byte(sum))
	h.Texts[0] = export.Text{Sum: sum, Salt: salt, Text: long}
	version := said.Version
	rechain(h)
	if c := find(t, verify(h), "talk"); c.State != export.Broken || c.Version != version || !strings.Contains(c.Why, "say-long") {
		t.Errorf("want talk broken at version %d: %v", version, c)
	}
}

var salt = strings.Repeat("0", 32)
