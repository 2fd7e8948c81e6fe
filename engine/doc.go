// Package engine is the contract between a game and everything around it.
//
// A game is a value of Rules: plain functions over four types of its own. S is
// the whole truth, C what a player may ask, E what happened, F what one seat may
// know of what happened. Define rubs those types off and gives a Game, which
// speaks in records (kind and bytes), words and pages, so that the log, the mail
// and the templates never see a secret's type.
//
// The life of an order:
//
//	line  --Read-->  words  --Hear-->  Command  --Decide-->  events  --Evolve-->  truth
//	                                                            |
//	                                                            +--Show(seat)-->  facts  --Page-->  letter
//
// Hear judges by what the seat knows (its facts), so that no refusal can tell a
// secret. Decide judges by the truth and may draw on Chance; its outcome, drawn
// cards included, is what is logged, so that a later fold needs neither luck nor
// old rules. Evolve is bookkeeping. Show is the only door from truth to a seat,
// and its default is silence.
//
// # Where this differs from a bare list of functions
//
//   - A Command spells itself (String) in canonical words. The log keeps that
//     spelling, in which other seats stand as "#2": a person's name never enters
//     the chain, and the words can be heard again at any later time.
//   - Asked, a function of facts alone, says what a seat is asked and since which
//     fact. Letters fall due and orders grow stale by it, so neither can depend on
//     what the seat may not know; the suite holds it equal to Awaited, which is
//     computed from the truth.
//   - Reshuffle says what follows when a moderator takes a game back: what was hidden
//     to all is drawn anew, and sealed answers of an open window are asked for again.
//     Its outcome is logged like a decision's.
//   - Lapse for the Onlooker is the clock's own command: a game that awaits no
//     seat and is not over waits for exactly that (a sealed window to be opened).
//
// # What another game costs
//
// The second game, declare, came without a change to this contract, to the log,
// the table's loop, the mail or the templates. It took
//
//   - its folder: about 5,500 lines of rules, pages and bots with their words in
//     two languages, a third as much again of tests, and its cases;
//   - a deck in data/decks and numbered rules in data/rules, in two languages;
//   - one line in engine/games, and its name in three lists of
//     cmd/contrapost/arrows_test.go.
//
// A third one should take no more: whatever outside its folder would have to know
// it is a fault in this contract.
//
// The package knows no clock, no random source, no environment and no storage,
// and depends on the standard library alone.
package engine
