// Package templates turns what a seat may know into a letter.
//
// It holds the frame of every letter: who is asked what and by when, what became
// of the lines of a mail, the foot that makes a mailbox a receipt. What lies
// inside the frame comes from a game as an engine.Page, a handful of blocks that
// know nothing of letters; no game is imported here.
//
// A letter is set in three steps, one file or two for each:
//
//	Letter  --compose-->  sections of parts  --set-->  lines of text
//
// Letter is all that is to be said, as data. compose decides what is said and in
// which order, worded in the reader's language. Only the last step knows columns;
// another setting (HTML) begins at the same sections and shares everything before.
//
// # Words
//
// All wording stands in words.LANG.toml, in the go-i18n message format; games
// bring files of their own in the same format. The Catalog holds them together
// and lends them out as engine.Words, for one language and one table's names.
//
// # Text letters
//
// Lines end in LF and are at most 72 columns wide; only a single word that is
// wider stands by itself on a longer line. The orders a reader may answer with
// stand where a program can find them; Choices reads them back.
package templates
