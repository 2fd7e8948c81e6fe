// Package mailer moves letters between people and the program: it fetches mail by
// IMAP, reads what a person wrote in it, signs the addresses they answer to,
// composes letters and hands them to a submission server.
//
// It knows mail and nothing of cards: what counts as an order is told to it by a
// function. The way in:
//
//	Fetcher --Fetched--> Read --Message--> Token, Lines, Key
//
// The way out:
//
//	Outgoing --Compose--> bytes (stored) --Courier--> Result
//
// Both log in by a password or by Tokens. A Probe finds out whether a mailbox works;
// faults.md lists how servers fail, and what is done about it.
//
// Everything that waits takes a context, dials by a function it is given and uses
// timers only, so that months of mail pass in milliseconds in a testing/synctest
// bubble over net.Pipe.
//
// Message identifiers are written without their angle brackets throughout.
package mailer
