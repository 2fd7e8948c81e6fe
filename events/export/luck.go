package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"contrapost/engine"
	"contrapost/engine/lobby"
	"contrapost/events"
)

// ledger is what the lobby's entries say, and where.
type ledger struct {
	opened    *lobby.Opened
	openedAt  int64
	begun     *lobby.State // as of the deal; nil before
	begunAt   int64
	joins     []join
	published []publication
	said      []saying
	unread    error // of the first entry of the lobby's that cannot be read
	unreadAt  int64
}

type join struct {
	version int64
	cause   events.Cause
	player  string
	says    string // the contribution
}

type publication struct {
	lobby.Published
	version int64
}

type saying struct {
	version int64
	sum     string
}

func (h *History) ledger() *ledger {
	l := &ledger{}
	var s lobby.State
	for _, e := range h.Entries {
		if !lobby.Owns(e.Kind) {
			continue
		}
		decoded, err := lobby.Decode(engine.Record{Kind: e.Kind, Data: e.Data})
		if err != nil {
			l.unread, l.unreadAt = err, e.Version
			return l
		}
		if l.begun == nil {
			if s, err = evolved(s, decoded); err != nil {
				l.unread, l.unreadAt = err, e.Version
				return l
			}
		}
		l.note(e, decoded, s)
	}
	return l
}

// evolved folds an event in; one that fits no seat is an error.
func evolved(s lobby.State, e lobby.Event) (next lobby.State, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it does not fit the seats of the table")
		}
	}()
	return lobby.Evolve(s, e), nil
}

func (l *ledger) note(e events.Entry, decoded lobby.Event, s lobby.State) {
	switch d := decoded.(type) {
	case *lobby.Opened:
		if l.opened == nil {
			l.opened, l.openedAt = d, e.Version
		}
	case *lobby.Joined:
		l.joins = append(l.joins, join{e.Version, e.Cause, d.Player, d.Join})
	case *lobby.Begun:
		if l.begun == nil {
			l.begun, l.begunAt = &s, e.Version
		}
	case *lobby.Published:
		l.published = append(l.published, publication{*d, e.Version})
	}
	if sum := spoken(decoded); sum != "" {
		l.said = append(l.said, saying{e.Version, sum})
	}
}

// checkChain: every entry's hash is over its own bytes, its salt and the hash before
// it, and no version is missing before the last.
func (h *History) checkChain() Check {
	if len(h.Entries) == 0 {
		return Breaks("chain", 0, "there are no entries")
	}
	if h.withheld() {
		return h.checkLinks()
	}
	if h.Header.Kept {
		return h.checkKeptChain()
	}
	err := events.VerifyChain(h.Entries, h.Secret)
	if broken, ok := errors.AsType[*events.ChainError](err); ok {
		return Breaks("chain", broken.Version, "%s", broken.What)
	}
	return held("chain")
}

// checkLinks: without the secret, which salts the hashes, it can still be seen that
// every entry names the hash of the one before it.
func (h *History) checkLinks() Check {
	var prev [32]byte
	for i, e := range h.Entries {
		if e.Version != int64(i+1) || e.Prev != prev {
			return Breaks("chain", int64(i+1), "it does not follow the entry before it")
		}
		prev = e.Hash
	}
	return Skipped("chain", secretKept)
}

// checkHeader: the header says of the table what its log says.
func (h *History) checkHeader() Check {
	var log History
	for _, e := range h.Entries {
		log.title(e)
	}
	switch {
	case h.Live && h.Over():
		return Breaks("header", 0, "the game is over in the log")
	case log.Game != h.Game:
		return Breaks("header", 0, "the game is %q in the log", log.Game)
	case log.DeckName != h.DeckName || log.DeckSum != h.DeckSum:
		return Breaks("header", 0, "the deck is %s, %s, in the log", log.DeckName, log.DeckSum)
	case log.Rules != h.Rules:
		return Breaks("header", 0, "the last order was decided by rules %d in the log", log.Rules)
	}
	return held("header")
}

// checkCommitment: the secret is the one the house was bound to before anybody
// joined.
func (h *History) checkCommitment(l *ledger) Check {
	switch {
	case l.opened == nil:
		return Breaks("commitment", 1, "the table was never opened")
	case h.withheld():
		return Skipped("commitment", secretKept)
	case lobby.Commit(h.Secret) != l.opened.Commitment:
		return Breaks("commitment", l.openedAt, "the secret's SHA-256 is not what was committed to")
	}
	return held("commitment")
}

// checkDeck: the deck is the one the table was opened with.
func (h *History) checkDeck(l *ledger) Check {
	sum := sha256.Sum256([]byte(h.Deck.Text))
	switch {
	case l.opened == nil:
		return Skipped("deck", "the table was never opened")
	case h.Deck.Text == "" && h.dealtFrom(l.begunAt) != "" && h.dealtFrom(l.begunAt) != l.opened.DeckSum:
		return Breaks("deck", l.openedAt, "the cards were dealt from another than was agreed on")
	case h.Deck.Text == "":
		return Skipped("deck", "the deck %q that was agreed on is not at hand", l.opened.Deck)
	case h.Deck.Name != l.opened.Deck:
		return Breaks("deck", l.openedAt, "it is called %q, and %q was agreed on", h.Deck.Name, l.opened.Deck)
	case hex.EncodeToString(sum[:]) != l.opened.DeckSum:
		return Breaks("deck", l.openedAt, "its SHA-256 is not what was agreed on")
	}
	return held("deck")
}

// dealtFrom is the hash of the deck that the first event of a deal notes, as those of
// all games so far do; "" for none.
func (h *History) dealtFrom(begunAt int64) string {
	var dealt struct {
		Sum string `json:"deck_sha256"`
	}
	if begunAt == 0 || begunAt >= int64(len(h.Entries)) || json.Unmarshal(h.Entries[begunAt].Data, &dealt) != nil {
		return ""
	}
	return dealt.Sum
}

// checkSeed: the seed that was published is made of the secret and of what every
// player put in.
func (h *History) checkSeed(l *ledger) Check {
	switch {
	case l.unread != nil:
		return Skipped("seed", "entry %d cannot be read: %v", l.unreadAt, l.unread)
	case l.begun == nil:
		return Skipped("seed", "the game has not begun")
	case len(l.published) == 0 && h.Seed == Sum{}:
		return Skipped("seed", "it is not published before the game is over")
	}
	seed := Sum(l.begun.Seed(h.Secret))
	for _, p := range l.published {
		if p.Seed != hex.EncodeToString(seed[:]) {
			return Breaks("seed", p.version, "it is not made of the secret and what the players put in")
		}
	}
	if h.Seed != seed {
		return Breaks("seed", 0, "the header's is not made of the secret and what the players put in")
	}
	return held("seed")
}

// checkJoins: what every player put into the seed is the hash of the mail they
// joined by.
func (h *History) checkJoins(l *ledger) Check {
	if h.Anonymous {
		return Skipped("joins", "an anonymous export has no Message-IDs")
	}
	erased, mails := 0, h.byRef()
	for _, j := range l.joins {
		if j.cause.Kind != events.CauseMail || j.says != j.cause.Ref {
			return Breaks("joins", j.version, "what the player put in is not the hash of the mail that made the entry")
		}
		_, there := mails[j.says]
		switch {
		case h.Header.Kept: // the mail is there only by its hash
		case !there && h.forgotten(j.player):
			erased++
		case !there:
			return Breaks("joins", j.version, "no mail has the hash that the player put in")
		}
	}
	if h.Header.Kept {
		return Skipped("joins", "a history that went home has no Message-IDs; look for the hash of your own")
	}
	if erased > 0 {
		return Skipped("joins", "%d of the mails by which players joined were erased when they were forgotten", erased)
	}
	return held("joins")
}

func (h *History) forgotten(player string) bool {
	return slices.ContainsFunc(h.Players, func(p Player) bool { return p.ID == player && p.Gone })
}

// byRef are the mails whose Message-IDs have the hashes that they are known by, by
// these: the first of each.
func (h *History) byRef() map[string]Mail {
	mails := map[string]Mail{}
	for _, m := range h.Mails {
		if _, twice := mails[m.Ref]; !twice && (h.Anonymous || h.Header.Kept || lobby.Contribution(m.MessageID) == m.Ref) {
			mails[m.Ref] = m
		}
	}
	return mails
}

// checkPublished: the secret was published when the game was over, once, and is the
// secret that everything else was checked with.
func (h *History) checkPublished(l *ledger, over bool) Check {
	last := int64(len(h.Entries))
	switch {
	case len(l.published) == 0 && over:
		return Breaks("published", last+1, "the game is over, and its secret is not published")
	case len(l.published) == 0 && h.Seed != Sum{}:
		return Breaks("published", last+1, "the log ends before the secret was published")
	case len(l.published) == 0:
		return Skipped("published", "the game is not over")
	case len(l.published) > 1:
		return Breaks("published", l.published[1].version, "the secret was published before")
	case l.published[0].Secret != hex.EncodeToString(h.Secret[:]):
		return Breaks("published", l.published[0].version, "it is another secret than the header's")
	}
	return held("published")
}
