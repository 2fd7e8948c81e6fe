package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"contrapost/mailer"
)

// confirmation is the line that confirms that somebody wants to be forgotten.
var confirmation = regexp.MustCompile(`(?m)(forget me|vergeet mij) [a-z2-7]{10}$`)

// lastText is the last letter that somebody got.
func (w *writer) lastText(c *curator) string {
	c.Helper()
	for _, l := range slices.Backward(c.letters) {
		if l.to == w {
			return l.text
		}
	}
	return ""
}

// receive has a mail come in, and nothing done yet that follows.
func (c *curator) receive(from, to, text string) {
	c.Helper()
	c.mails++
	raw, err := mailer.Compose(mailer.Outgoing{
		From: addressOf(from), FromName: from, To: to, Subject: "A game", Text: text + "\n", MessageID: mailID(c.mails), Date: c.now, Person: true,
	})
	c.must(err)
	c.must(c.service.room.Receive(c.Context(), mailer.Fetched{UID: uint32(c.mails), Received: c.now, Raw: raw}))
}

// send has a mail come in from somebody, whoever the address it goes to was made for.
func (c *curator) send(from, to, text string) {
	c.Helper()
	c.receive(from, to, text)
	c.follow()
}

// comesBack has a report come in that the last letter of the table to somebody did not
// arrive.
func (c *curator) comesBack(name string) {
	c.Helper()
	c.mails++
	raw := strings.Join([]string{
		"From: MAILER-DAEMON@elsewhere.test", "To: " + demoAddress, "Subject: Undelivered", fmt.Sprintf("Message-ID: <bounce-%d@elsewhere.test>", c.mails),
		`Content-Type: multipart/report; report-type=delivery-status; boundary="b"`, "MIME-Version: 1.0", "",
		"--b", "Content-Type: text/plain", "", "It did not arrive.",
		"--b", "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; elsewhere.test", "",
		"Final-Recipient: rfc822; " + addressOf(name), "Action: failed", "Status: 5.1.1", "",
		"--b", "Content-Type: text/rfc822-headers", "", "Message-ID: <" + c.writer(name).last.messageID + ">", "Subject: x", "", "--b--", "",
	}, "\r\n")
	c.must(c.service.room.Receive(c.Context(), mailer.Fetched{UID: uint32(c.mails), Received: c.now, Raw: []byte(raw)}))
}
