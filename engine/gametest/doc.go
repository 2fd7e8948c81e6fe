// Package gametest is the suite that every game must pass.
//
// A campaign plays many whole games, by chance, by bots and by both mixed, with
// every number of players and every option, and watches each of them through a
// set of guards. A guard has a name and says what it found; a campaign is told by
// its seed and finds the same again.
//
// The guards know nothing of any game. What only a game can tell (which cards are
// where, who has seen which card, what a seat should know of its own, which of
// its secrets are no cards) it tells through the hooks of Suite. The hooks are
// oracles: they are to be written from the rules, not from the code under test.
//
// # How a leak is caught
//
// Two guards watch for leaks, from two sides. The canary follows serial numbers:
// whatever a seat holds (facts with their unexported fields, pages, refusals) may
// name a card only if that seat has witnessed its face. The resample deals anew
// all that a seat cannot know, folds the same history again, and wants every word
// to that seat unchanged; that also finds what has no serial number, such as a
// count, a silence, a refusal worded differently, or a letter that falls due.
//
// # What goes along with the rules
//
// Every game has words in two languages, rulings that rules texts, code and cases
// cite, and bots that are to be measured over whole games. LanguagesSayTheSame,
// RefusalsAreWorded and Wording hold the words to the code and the play, Rulings
// holds the citations together, and PlayOut plays the games to be measured.
//
// # What the suite is worth
//
// A suite is worth what it catches: Mutations seeds one bug at a time and wants
// it found by the guard it was meant for.
package gametest
