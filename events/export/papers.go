package export

import (
	"encoding/hex"
	"slices"
	"strings"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// Paper is a letter as somebody has kept it.
type Paper struct {
	MessageID string
	Table     string // that its reply address names; "" for none
	Head      string // that its foot prints: the first 16 hex digits of an entry's hash; "" for none
	Sums      []Sum  // of its bytes, as they may have been sent
	Text      string
}

// Of tells whether a paper is, or says that it is, a letter of the history's table.
func (h *History) of(p Paper) bool {
	_, known := h.letter(p)
	return known || p.Table == h.Table
}

func (h *History) letter(p Paper) (Letter, bool) {
	i := slices.IndexFunc(h.Letters, func(l Letter) bool { return l.MessageID != "" && l.MessageID == p.MessageID })
	if i < 0 {
		return Letter{}, false
	}
	return h.Letters[i], true
}

// CheckHeads holds what the feet of kept letters print against the log: a log that
// was rewritten since, or cut, does not have it.
func (h *History) CheckHeads(name string, papers []Paper) Check {
	seen := 0
	for _, p := range papers {
		if p.Head == "" || !h.of(p) {
			continue
		}
		seen++
		l, known := h.letter(p)
		version := h.hashed(p.Head)
		switch {
		case version == 0:
			return Breaks(name, l.Version, "letter %s prints %s, which is no entry's hash", p.MessageID, p.Head)
		case known && version > l.Version && !h.takenBack(l.Version):
			return Breaks(name, version, "letter %s prints its hash, and was written before", p.MessageID)
		}
	}
	if seen == 0 {
		return Skipped(name, "no letter of table %s with a hash in its foot", h.Table)
	}
	return held(name)
}

// takenBack tells whether a moderator has taken the game back behind a version: a letter
// that was still to leave then speaks of the table as it stood afterwards.
func (h *History) takenBack(version int64) bool {
	return slices.ContainsFunc(h.Entries, func(e events.Entry) bool {
		if e.Kind != (lobby.Rewound{}).Kind() || e.Version <= version {
			return false
		}
		decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
		back, ok := decoded.(*lobby.Rewound)
		return err == nil && ok && back.To < version
	})
}

// hashed finds the version whose hash begins so; 0: none.
func (h *History) hashed(head string) int64 {
	for _, e := range h.Entries {
		if strings.HasPrefix(hex.EncodeToString(e.Hash[:]), head) {
			return e.Version
		}
	}
	return 0
}

// CheckPapers holds kept letters against the bytes that were sent. Mail programs and
// servers change letters on their way; where the bytes are not the same, the words
// are compared with those that were sent, if sent gives them (ok).
func (h *History) CheckPapers(name string, papers []Paper, sent func(Letter) (text string, ok bool)) Check {
	same, unlike := 0, 0
	for _, p := range papers {
		l, known := h.letter(p)
		if !known {
			continue
		}
		text, kept := "", false
		if !slices.Contains(p.Sums, l.Sum) {
			text, kept = sent(l)
		} else {
			same++
			continue
		}
		switch {
		case !kept:
			unlike++
		case text != p.Text:
			return Breaks(name, l.Version, "letter %d to seat %d was sent with other words", l.Number, l.Seat)
		default:
			same++
		}
	}
	switch {
	case unlike > 0:
		return Skipped(name, "%d of %d are not to the byte what was sent; a mail program may have changed them", unlike, same+unlike)
	case same == 0:
		return Skipped(name, "no letter of table %s", h.Table)
	}
	return held(name)
}
