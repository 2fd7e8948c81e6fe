package mailer

import (
	"errors"
	"fmt"
	"strings"
)

// ErrAddress says that an address is not one that letters are sent to.
var ErrAddress = errors.New("not a plain mail address")

const (
	atext = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~"
	ldh   = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
)

// CheckAddress accepts a dot-atom local part (RFC 5322, 3.4.1) at a domain of
// letters, digits and hyphens, within the lengths of RFC 5321, 4.5.3.1, and
// returns it with its domain in lower case. Quoted local parts, address literals
// and anything outside ASCII are refused: they have been used to smuggle commands.
func CheckAddress(addr string) (string, error) {
	local, domain, ok := strings.Cut(addr, "@")
	if !ok || len(addr) > 254 || len(local) > 64 || !isDotAtom(local) || !isDomain(domain) {
		return "", fmt.Errorf("%w: %q", ErrAddress, addr)
	}
	return local + "@" + strings.ToLower(domain), nil
}

func isDotAtom(s string) bool {
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" || !only(atom, atext) {
			return false
		}
	}
	return true
}

func isDomain(s string) bool {
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' || !only(label, ldh) {
			return false
		}
	}
	return true
}

// isMessageID accepts what may stand between the angle brackets of a Message-ID:
// printable ASCII around one at sign, at most 250 bytes.
func isMessageID(s string) bool {
	if len(s) > 250 || strings.Count(s, "@") != 1 || s[0] == '@' || s[len(s)-1] == '@' {
		return false
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || s[i] == '<' || s[i] == '>' {
			return false
		}
	}
	return true
}
