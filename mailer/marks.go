package mailer

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// What mail programs call the elements they make.
var (
	signatureIDs     = []string{"composer_signature", "signature", "ms-outlook-mobile-signature", "applemailsignature", "k9mail-signature"}
	signatureClasses = []string{"gmail_signature", "moz-signature", "protonmail_signature_block", "k9mail-signature", "tutanota_signature"}

	// Outlook's elements hold a header, and the old mail follows without marks.
	oldIDs     = []string{"divrplyfwdmsg", "mail-editor-reference-message-container", "isreplycontent", "isforwardcontent"}
	oldClasses = []string{"moz-forward-container", "ms-outlook-mobile-reference-message", "outlookmessageheader"}

	// All of the old mail is in these.
	quotedIDs     = []string{"olk_src_body_section"}
	quotedClasses = []string{"yahoo_quoted", "moz-cite-prefix", "zmail_extra"}
	quotedNames   = []string{"quote"}
)

// attribute looks for what hides an element, and for the marks that mail programs
// give to signatures and to old mails. The value is in lower case.
func (e *element) attribute(key, value string) {
	switch key {
	case "style":
		e.style(strings.ReplaceAll(value, " ", ""))
	case "id":
		value = strings.TrimPrefix(value, "x_") // as Outlook renames what it quotes
		e.signature = e.signature || slices.Contains(signatureIDs, value)
		e.old = e.old || slices.Contains(oldIDs, value)
		e.quoted = e.quoted || slices.Contains(quotedIDs, value)
	case "name":
		e.signature = e.signature || value == "messagesignaturesection"
		e.quoted = e.quoted || slices.Contains(quotedNames, value) && e.name == atom.Div
	case "class":
		for class := range strings.FieldsSeq(value) {
			e.signature = e.signature || slices.Contains(signatureClasses, class)
			e.old = e.old || slices.Contains(oldClasses, class)
			e.quoted = e.quoted || slices.Contains(quotedClasses, class)
		}
	}
}

// style knows what is not shown, and a paragraph that its writer has moved to the
// right, which is made with a block quotation that has no border.
func (e *element) style(value string) {
	for _, hidden := range []string{"display:none", "visibility:hidden", "mso-hide:all"} {
		e.unseen = e.unseen || strings.Contains(value, hidden)
	}
	if e.name == atom.Blockquote && strings.Contains(value, "border:none") && strings.Contains(value, "40px") {
		e.quoted = false
	}
}
