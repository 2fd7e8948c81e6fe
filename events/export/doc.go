// Package export takes the history of a table out of the log, writes it as lines of
// JSON, reads it back, and verifies it: that nothing was changed, and that every
// shuffle and every decision came about as the rules and the players' own mails say.
//
// verifying.md beside this file explains how, for people who trust neither the house
// nor this program, with a script that needs nothing of either.
//
// # The format
//
// An export is a text in UTF-8, an object of JSON a line, lines ended by a line feed.
// Every object begins with its "type". Lines stand in this order:
//
//	header  one: format and schema, table, game, rules (version), deck, deck_sha256,
//	        secret and seed (hex), anonymous (true, or left out), live and kept (likewise)
//	player  player (id), name; in the order of their first seats
//	entry   the log: version (from 1, without gaps), kind, data (the bytes that are
//	        hashed, as a string), seat, order, rules, cause {kind, ref}, at (unix
//	        milliseconds, as are all times), prev and hash (hex)
//	mail    those that made entries: mail (id), message_id (or what the service
//	        knew the mail by, if it had none), ref (its SHA-256, the ref of causes),
//	        seat, player, received, heard, lines [{line, verdict, order, rule, refused}]
//	letter  letter (id), number (among those to the player at this table; 0: never
//	        tried), seat, player, version (as of which it tells), kind, cause, mail (id, 0: none), message_id,
//	        sha256 (of its bytes; "" if never written), state, due, sent (0: not)
//	text    what was said to everybody, a moderator's notes and the reasons of
//	        unsealings among it: sha256 (as in the log), salt (hex), text
//	deck    one: name, text
//	end     one: lines (before it), sha256 (of all bytes before it, hex)
//
// What players told each other, whom they invited by which address, and what was no
// order in their mails is not exported. In an anonymous export names are Player1,
// Player2 and so on, mails and letters have no message_id, letters no sha256, the
// lines of mails no text, and what was said has no salt, as it may have been altered. The ids of players stay,
// since the hashes of the chain cover them: a person has the same id at all tables of a
// service, so that who is known at one of them is known at all.
//
// # What goes home
//
// What everybody who played gets with the last letter is kept: true (or that is left out).
// It has names, and neither Message-IDs nor letters; the lines of mails have no text, and
// are those alone that ordered something in the game. Where one player told another
// something, it is not told who: of such an entry, words-told with the data {}, prev and
// hash are those of the log, and nothing else. It cannot be imported.
//
// # Games that are not over
//
// An operator can unseal a game that is not over, which the log notes and everybody at
// the table is told, and have it exported. Such an export is live: true and holds what
// the log holds so far, hands and piles as well; of it nothing is hidden any more. What
// it never holds are the secret and the seed: with them, whatever is still to be drawn
// could be foretold, now and later in the game. Without them no hash, no deal and no
// order can be checked, and verify says so. It cannot be imported. Letters of a live
// game (mbox) hold the addresses by which its seats play, and are to be kept as safe as
// the service's own mailbox.
//
// The same history gives the same bytes. A reader refuses whatever it does not know:
// other types, other fields, other spellings. A change of meaning is a new schema.
//
// # The notation
//
// A Notation writes the same game for people: a header, and a line a decision, in words.
// What follows from decisions is left out and decided again by whoever reads it, so that
// entries and hashes come out as they were. People can write such a text by hand, in a
// short form; notation.md beside this file has all of it.
package export
