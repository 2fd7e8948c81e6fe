package mailer

import "strings"

// Unsubscribe is the command that List-Unsubscribe has mail programs send (RFC 2369,
// 3.2): as the subject of a mail that holds nothing else. It is read as if it stood in
// the mail as an order.
const Unsubscribe = "unsubscribe"

// unsubscribeBy is the field by which a mail program offers it. In the address, only
// the percent sign and what parts a mailto link need be spelled out (RFC 6068, 2).
func unsubscribeBy(address string) string {
	spelled := strings.NewReplacer("%", "%25", "?", "%3F", "&", "%26", "#", "%23").Replace(address)
	return "<mailto:" + spelled + "?subject=" + Unsubscribe + ">"
}

// commands reports whether the subject is the command, and the mail answers nothing.
func (m *Message) commands() bool {
	return strings.EqualFold(strings.TrimSpace(m.Subject), Unsubscribe) && m.InReplyTo == "" && len(m.References) == 0
}

// isOwnInitiative reports whether a mail is taken for a program's only because it says
// that one has written it, as mail programs do of what a reader has clicked on. It may
// not answer a mail, nor be a report of one.
func isOwnInitiative(reason string) bool {
	return strings.HasPrefix(reason, "auto-submitted: auto-generated") || strings.HasPrefix(reason, "list-unsubscribe:")
}
