package lobby

import "contrapost/engine"

// Orders that refusals give for an example.
const (
	openOne = "new konvooi for 4"
	listAll = "tables"
	listOwn = "status"
	speak   = "say Good luck, all."
	whisper = "tell Lou You owe me a captain."
	rule    = "moderate K7F3Q pause"

	longAway = "vacation 2026-12-24..2027-01-02"
)

// examples are, by the key of a refusal, an order that whoever gets it might write: of
// the sort that was refused where its form was wrong, and otherwise one that leads on.
var examples = map[string]string{
	"ruling-form": rule, "ruling-note": "moderate K7F3Q note Be kind.", "ruling-time": "moderate K7F3Q extend 24h",
	"ruling-version": "moderate K7F3Q rewind 34", "ruling-seat": "moderate K7F3Q bot 2", "ruling-table": rule,
	"ruling-resting": rule, "ruling-imported": rule, "not-moderator": listOwn, "paused-already": "moderate K7F3Q resume",
	"not-paused": rule, "bot-already": "moderate K7F3Q replace 2 eve@example.org", "replace-judge": "moderate K7F3Q bot 2",
	"replace-seated": "moderate K7F3Q replace 2 eve@example.org", "rewind-alone": "moderate K7F3Q rewind 34",
	"rewind-nowhere": rule, "rewind-version": "moderate K7F3Q rewind 34",

	"game-unknown": openOne, "seats-form": openOne, "seats-bad": openOne, "word-unknown": openOne, "forming-none": openOne,
	"table-closed": openOne, "option-unknown": openOne + " with pass=stuck", "option-value": openOne + " with pass=stuck",
	"time-bad": openOne + " with turn=48h", "too-many-tables": listOwn,

	"join-form": "join K7F3Q as Lou", "name-taken": "join K7F3Q as Lou", "table-unknown": listAll, "table-full": listAll,
	"begun-without": listAll, "already-seated": listOwn, "forming-which": listOwn, "leave-form": "leave K7F3Q", "leave-begun": "resign",

	"invite-form": "invite bob@example.org", "address-bad": "invite bob@example.org", "invite-many": "invite bob@example.org eve@example.org",
	"invite-table": listOwn, "invite-day": listOwn, "invite-rest": "invite bob@example.org", "invite-twice": "invite bob@example.org",
	"bots-form": "bots 1", "bots-bad": "bots 1", "too-few": "bots 1", "not-host": speak,

	"no-table": listOwn, "already-begun": "look", "not-begun": listOwn, "over": "history", "table-ended": listOwn, "table-paused": speak,
	"resigned-already": "look", "not-allowed-for-bots": "look", "preview-what": "preview draw deck",

	"say-form": speak, "say-long": speak, "say-day": "look", "say-enough": speak, "bot-deaf": speak,
	"tell-form": whisper, "tell-whom": whisper, "tell-self": speak,

	"name-form": "name Lou", "name-bad": "name Lou", "timezone-form": "timezone Europe/Brussels", "reminders-form": "reminders 12",
	"language-form": "language nl", "rules-form": "rules konvooi", "rules-number": "rules K10", "forget-code": "forget me",
	"not-an-order": "help",

	"bank-bad": openOne + " with bank=7d increment=12h", "bank-increment": openOne + " with bank=7d increment=12h",
	"bank-turn": openOne + " with bank=7d increment=12h", "increment-bad": openOne + " with bank=7d increment=12h",
	"grace-bad": openOne + " with grace=15m", "grace-long": openOne + " with grace=15m", "silences-bad": openOne + " with silences=3",
	"digest-form": "digest 18", "quiet-form": "quiet 22-07",
	"vacation-form": longAway, "vacation-days": "vacation", "vacation-far": "vacation", "vacation-none": longAway, "vacation-past": "vacation",
	"take-form": "take K7F3Q", "take-none": listAll, "take-another": listOwn, "take-given-up": speak,
	"seek-form": "seek replacement", "seeks-already": "seek replacement off", "seeks-not": "seek replacement", "seat-left": listOwn,
	"waiting-none": "look", "wished-already": "resume", "resume-nothing": "pause", "resume-asked": "look", "resume-moderator": speak,
	"table-paused-agreed": "resume",
}

// Unexampled are the keys of refusals that name no order, and why.
var Unexampled = map[string]string{
	"stale":         "the letter lists what is asked now",
	"too-long":      "it is the mail that is wrong, and not an order",
	"sealed":        "it is the mail that is wrong, and not an order",
	"forged-token":  "whoever wrote it may not be the reader",
	"table-resting": "nothing helps but to wait",
}

// Example is an order for whoever is refused under a key; "" for a key of Unexampled, or
// of a game.
func Example(key string) string { return examples[key] }

// Exemplify puts an example into a refusal of the lobby's that names no order yet.
func Exemplify(no *engine.Refusal) {
	if no.Try == "" && no.Such == "" {
		no.Such = examples[no.Key]
	}
}
