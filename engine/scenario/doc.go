// Package scenario runs rule cases: plain text files that lay out a deal, give
// orders and say what should come of them, for any game.
//
// A case's orders are read, heard, decided and folded exactly as a mail's are;
// only the deal is replaced by what the file lays out.
//
// A file holds cases, each begun by a line "case TITLE". A "#" begins a comment.
// The statements before the first order set the table up: "game", "players" (in
// seat order), "option K=V", "seed N" and "deck NAME" are understood here, all
// others go to the game's Stage in the order they stand. Then come, in any mix:
//
//	NAME: ORDER       must be accepted
//	! NAME: ORDER     must be refused; "# K21" behind it names the rule to be cited
//	tick              the deadline passes for everybody awaited
//	expect THING ...  "awaited", "over" and "winner" are judged here, all else by the game
//
// A player's name stands whole; case does not count. A failure does not end its
// case: the lines after it are still tried.
package scenario
