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
// # Reading what somebody wrote
//
// Read takes a mail apart in four steps, each in files of its own: header and body
// (halves.go, header.go); the parts, in a bounded walk (body.go, bounce.go); lines of
// text, whatever charset, flow or HTML they came in (text.go, html.go, marks.go,
// lines.go); and which of these lines are new (written.go, old.go, tongues.go). An
// order is known before anything else is looked for, so that none is taken for a
// signature or a header. testdata/faults.md lists what has been seen to go wrong.
//
// It is written here because what there is was tried and left:
//
//   - enmime takes twice the time for each multipart that is opened and not closed
//     within another: a mail of 1.4 KB takes seconds, one of 12 KB does not end. It
//     has no limit to set. go-message takes a fraction, and lets us walk ourselves.
//   - dimiro1/reply, the stripper of quotations that can be had, was right in 21 of 24
//     mails and has not been touched since 2020: it keeps quoted lines between
//     answers, and loses lines of talk that look like a header. It cannot be told what
//     an order is, which settles most of what it gets wrong.
//   - Packages that make text of HTML keep quotations without marks, glue the cells of
//     tables together, or no longer build. The tokenizer of golang.org/x/net/html
//     is enough; its tree repeats open formatting, so that 11 KB become 120 MB.
//
// Read takes time in proportion to the mail, and asks for no more than 128 bytes of
// memory for each byte of it, and a megabyte; tests hold it to both.
//
// # Wanting no more letters
//
// Letters that nobody's mail has asked for offer List-Unsubscribe (RFC 2369) by a mailto
// link, and the mail that one click sends is an order like any other: Unsubscribe. The
// one-click form of RFC 8058 needs an https address to post to, which a service that is
// nothing but a mailbox does not have.
//
// Message identifiers are written without their angle brackets throughout.
package mailer
