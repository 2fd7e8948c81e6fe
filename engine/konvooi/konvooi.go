// Package konvooi is the smuggling game Konvooi: convoys of face-down cards, and
// officers who may stop them. The rulings it plays by are numbered K1 to K33; the
// full text stands in data/rules, and the code cites the numbers.
//
// The files follow the life of an order: order.go reads it, may.go permits it,
// then.go decides what follows, events.go records that, show.go says who learns
// of it, know.go adds up what a seat has learned, and page.go tells it.
package konvooi

import (
	_ "embed" // for the words

	"contrapost/engine"
)

// Game is Konvooi as the rest of the service sees it.
var Game = engine.Define(rules)

//go:embed words.en.toml
var english []byte

//go:embed words.nl.toml
var dutch []byte

// version of the rules, noted in every deal.
const version = 1

const (
	minSeats = 2 // unofficial, from 3 on as published
	maxSeats = 6
)

var rules = engine.Rules[state, command, event, fact]{
	Name:     "konvooi",
	Title:    "Konvooi",
	Version:  version,
	MinSeats: minSeats,
	MaxSeats: maxSeats,
	Options:  options,
	Deck:     "konvooi",
	Cited:    "K",
	Rulings:  33,
	Lexicon:  lexicon,
	Verbs:    verbs,
	Words:    map[string][]byte{"en": english, "nl": dutch},

	Forms: forms,
	Apart: apart(),
	Events: []event{
		gameDealt{}, handDealt{}, warehouseStocked{}, displayLaid{}, pileShuffled{}, turnBegun{},
		openTaken{}, slotRefilled{}, closedTaken{}, pileEmptied{}, lookTaken{}, passed{},
		convoyLaid{}, riderPacked{}, bidSealed{}, standingGiven{}, standingDropped{},
		answersOpened{}, inspectorChosen{}, bribeInvited{}, bribeOffered{}, bribeWithheld{},
		bribeAccepted{}, bribeRefused{}, checkBegun{}, cardTurned{},
		convoyPassed{}, convoySeized{}, officerWon{}, officerReturned{}, officerRetired{},
		lastRoundOpened{}, gameEnded{}, pileReshuffled{}, answersDropped{},
	},
	Secret: []string{pileShuffled{}.Kind(), pileReshuffled{}.Kind()},

	CheckDeck: checkDeck,
	Deal:      deal,
	Hear:      hear,
	Spell:     spell,
	Decide:    decide,
	Evolve:    evolve,
	Show:      show,
	Awaited:   awaited,
	Asked:     asked,
	Lapse:     lapse,
	Opening:   opening,
	Reshuffle: reshuffle,
	Moves:     moves,
	Result:    result,
	Stage:     stage,
	Expect:    expect,
	Page:      page,
	Does:      does,
	Bot:       bot,
	Ahead:     ahead,
	Dealings:  dealings,
	Open:      openPage,
	Count:     countNow,
	Reckon:    reckon,
}

// The names of the options and those of their values that the code looks for.
const (
	optPass         = "pass"
	optTie          = "tie"
	optBribeView    = "bribe-view"
	optBribeRounds  = "bribe-rounds"
	optCaught       = "caught-officer"
	optLastRound    = "last-round"
	passStuck       = "stuck"
	passPileEmpty   = "pile-empty"
	tieFirst        = "first-received"
	viewPublic      = "public"
	viewBlind       = "blind"
	caughtWarehouse = "warehouse"
	lastBroke       = "broke-display"
)

var options = []engine.Option{
	{Name: optPass, Values: []string{"always", passStuck, passPileEmpty}, Rule: "K11"},
	{Name: optTie, Values: []string{"seat", tieFirst}, Rule: "K14"},
	{Name: optBribeView, Values: []string{"sealed", viewPublic, viewBlind}, Rule: "K17"},
	{Name: optBribeRounds, Values: []string{"1", "2", "3"}, Rule: "K18"},
	{Name: optCaught, Values: []string{"hand", caughtWarehouse}, Rule: "K23"},
	{Name: optLastRound, Values: []string{"emptied-pile", lastBroke}, Rule: "K27"},
}

// A phase is what the table waits for.
const (
	phaseTurn   = "turn"
	phaseSecond = "second-card"
	phaseBids   = "bids"
	phaseBribe  = "bribe"
	phaseAnswer = "answer"
	phaseCheck  = "check"
	phaseOver   = "over"
)

const (
	slots      = 4 // of the display, K2
	dealtEach  = 4 // cards from the pile to each player, K2
	handLimit  = 8 // from here on no drawing, K7
	convoyMin  = 2 // K10
	convoyMax  = 4 // K10
	takesAtMax = 2 // cards a turn, K5
)
