// Package declare is the game Nothing To Declare: baggage that lies face down or
// face up, passengers who meddle with it, and inspections that turn it over. The
// rulings it plays by are numbered N1 to N26; the full text stands in data/rules,
// and the code cites the numbers.
//
// The files follow the life of an order: order.go reads it, may.go permits it,
// then.go decides what follows, events.go records that, show.go says who learns
// of it, know.go adds up what a seat has learned, and page.go tells it. What lies
// where is a board (board.go), the same in truth and in what a seat knows, but for
// the values.
package declare

import (
	_ "embed" // for the words

	"contrapost/engine"
)

// Game is Nothing To Declare as the rest of the service sees it.
var Game = engine.Define(rules)

//go:embed words.en.toml
var english []byte

//go:embed words.nl.toml
var dutch []byte

// version of the rules, noted in every deal.
const version = 1

const (
	minSeats = 2
	maxSeats = 6
)

var rules = engine.Rules[state, command, event, fact]{
	Name:     gameName,
	Title:    "Nothing To Declare",
	Version:  version,
	MinSeats: minSeats,
	MaxSeats: maxSeats,
	Options:  options,
	Deck:     "ntd-36",
	Cited:    "N",
	Rulings:  26,
	Lexicon:  lexicon,
	Verbs:    verbs,
	Words:    map[string][]byte{"en": english, "nl": dutch},

	Forms: forms,
	Apart: apart,
	Events: []event{
		gameDealt{}, baggageDealt{}, baggageStaged{}, handDealt{}, pileShuffled{}, passengersSetAside{}, placingBegun{},
		placementSealed{}, baggagePlaced{}, roundBegun{}, choiceSealed{}, passengersOpened{}, turnBegun{},
		extraAsked{}, extraDeclined{}, actionAsked{}, attachmentDropped{}, actionDeclined{}, effectMissed{},
		protectionGiven{}, cardsSecured{}, cardsRevealed{}, cardsConcealed{}, cardsSwapped{}, cardStolen{},
		answersAsked{}, answerSealed{}, passengerSpent{},
		drawAsked{}, drawSkipped{}, cardDrawn{}, cardLaid{}, overflowAsked{}, baggageDiscarded{}, receivedDiscarded{},
		inspectionDrawn{}, inspectionAsked{}, preferenceGiven{}, preferenceDropped{}, handPassed{}, gameEnded{},
		pileReshuffled{}, answersDropped{},
	},
	Secret: []string{pileShuffled{}.Kind(), passengersSetAside{}.Kind(), pileReshuffled{}.Kind()},

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

const gameName = "declare"

// The names of the options and those of their values that the code looks for.
const (
	optExtra      = "extra-action"
	optDiscard    = "draw-or-discard"
	optMemory     = "memory"
	optInspection = "inspection"
	on            = "on"
	memoryNone    = "none"
	inspectionAsk = "ask"
)

var options = []engine.Option{
	{Name: optExtra, Values: []string{"off", on}, Rule: "N23"},
	{Name: optDiscard, Values: []string{"off", on}, Rule: "N24"},
	{Name: optMemory, Values: []string{"log", memoryNone}, Rule: "N4"},
	{Name: optInspection, Values: []string{"standing", inspectionAsk}, Rule: "N11"},
}

// A phase is what the table waits for.
const (
	phasePlace      = "place"
	phaseChoose     = "choose"
	phaseExtra      = "extra"
	phaseAction     = "action"
	phaseOverflow   = "overflow"
	phaseDraw       = "draw"
	phaseInspection = "inspection"
	phaseOver       = "over"
)

const (
	slots  = 6 // of a player, N3
	values = 3 // of baggage, N1
)
