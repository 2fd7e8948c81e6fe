package lobby

import (
	"strings"
	"time"

	"contrapost/engine"
)

// Orders that refusals give for an example.
const (
	openOne = "new konvooi for 4"
	listAll = "tables"
	listOwn = "status"
	speak   = "say Good luck, all."
	whisper = "tell Lou You owe me a captain."
	rule    = "moderate K7F3Q pause"
	away    = "vacation 2026-12-24..2027-01-02"
	banked  = openOne + " with bank=7d increment=12h"
	granted = openOne + " with grace=15m"
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

	"bank-bad": banked, "bank-increment": banked, "bank-turn": banked, "increment-bad": banked, "grace-bad": granted, "grace-long": granted,
	"silences-bad": openOne + " with silences=5",

	"digest-form": "digest 18", "quiet-form": "quiet 22-07", "vacation-form": away, "vacation-past": away, "vacation-far": away,
	"vacation-none": away, "vacation-days": "vacation", "waiting-none": "look",

	"wished-already": "resume", "resume-asked": speak, "resume-moderator": speak, "resume-nothing": "pause", "table-paused-agreed": "resume",
	"seek-form": "seek replacement", "seeks-not": "seek replacement", "seeks-already": "seek replacement off", "seat-left": "take K7F3Q",
	"take-form": "take K7F3Q", "take-none": listAll, "take-another": listAll, "take-given-up": listAll,
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

// Exemplify puts an example into a refusal of the lobby's that names no order yet. What
// was written is kept in it, as far as it was right: the table, the game. Today is the
// sender's.
func (l Lobby) Exemplify(no *engine.Refusal, words []string, today time.Time) {
	if no.Try == "" && no.Such == "" {
		no.Such = examples[no.Key]
	}
	if examples[no.Key] == "" { // of a game, which knows its own orders
		return
	}
	no.Try, no.Such = l.suit(no.Try, no, words, today), l.suit(no.Such, no, words, today)
	if len(words) > 0 && no.Try != "" && l.Lexicon().Read(no.Try, nil)[0] != words[0] {
		no.Other = true
	}
}

// suit makes of an example one for whoever wrote those words.
func (l Lobby) suit(example string, no *engine.Refusal, words []string, today time.Time) string {
	if len(words) > 1 && isTable(words[1]) {
		example = strings.ReplaceAll(example, "K7F3Q", strings.ToUpper(words[1]))
		if name, ok := no.Args["Name"].(string); ok && no.Key == "name-taken" {
			example = strings.Replace(example, "as Lou", "as "+name+"2", 1)
		}
	}
	first := today.AddDate(0, 0, 7)
	example = strings.ReplaceAll(example, "2026-12-24", first.Format(time.DateOnly))
	example = strings.ReplaceAll(example, "2027-01-02", first.AddDate(0, 0, 9).Format(time.DateOnly))
	return l.suitGame(example, no, words)
}

// suitGame makes of an example with Konvooi in it one of the game that was written.
func (l Lobby) suitGame(example string, no *engine.Refusal, words []string) string {
	if !strings.HasPrefix(example, openOne) || len(words) == 0 || words[0] != "new" {
		return example
	}
	for _, word := range words[1:] {
		if g := l.Game(word); g != nil {
			example = strings.Replace(example, "konvooi", g.Name(), 1)
			return strings.Replace(example, "pass=stuck", chosen(g, no), 1)
		}
	}
	return example
}

// chosen is an option of a game with a value that is not the usual one: the option that
// a refusal is about, if there is that.
func chosen(g engine.Game, no *engine.Refusal) string {
	if no.Args["Option"] == "absent" {
		return "absent=" + AbsentReplaced
	}
	options := g.Options()
	for _, o := range options {
		if o.Name == no.Args["Option"] {
			return o.Name + "=" + o.Values[1]
		}
	}
	return options[0].Name + "=" + options[0].Values[1]
}
