package mailer

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// macLength is the length of a token's MAC in characters of base32: 80 bits.
const macLength = 16

var macEncoding = base32.StdEncoding.WithPadding(base32.NoPadding)

// Token is what a reply address says: the letter that is answered, and the
// signature that makes it unlikely to have been made up.
type Token struct {
	Table  string // upper case
	Seat   uint8  // from 1
	Letter int    // the letter's number to that seat
	MAC    string // lower-case base32, 16 characters
}

// String is the token as it stands in an address, in lower case:
// TABLE.SEAT.LETTER.MAC.
func (t Token) String() string {
	return fmt.Sprintf("%s.%d.%d.%s", strings.ToLower(t.Table), t.Seat, t.Letter, t.MAC)
}

// Signer makes and checks the signed addresses that letters are answered to.
type Signer struct {
	key     []byte
	mailbox string
	host    string
}

// NewSigner returns a Signer for addresses mailbox+token@host. The key must hold
// at least 16 bytes and be kept secret; changing it kills every address given out.
func NewSigner(key []byte, mailbox, host string) (Signer, error) {
	if len(key) < 16 {
		return Signer{}, errors.New("signing key is shorter than 16 bytes")
	}
	plain, err := CheckAddress(mailbox + "@" + host)
	if err != nil {
		return Signer{}, fmt.Errorf("mailbox to be answered: %w", err)
	}
	local, domain, _ := strings.Cut(strings.ToLower(plain), "@")
	if strings.Contains(local, "+") {
		return Signer{}, fmt.Errorf("mailbox %q must not hold a plus sign", mailbox)
	}
	return Signer{key: append([]byte(nil), key...), mailbox: local, host: domain}, nil
}

// Plain is the address without a token, for letters that belong to no table.
func (s Signer) Plain() string { return s.mailbox + "@" + s.host }

// Sign returns t with the MAC that binds it to a player.
func (s Signer) Sign(t Token, player string) Token {
	t.Table = strings.ToUpper(t.Table)
	t.MAC = s.mac(t, player)
	return t
}

// Address is where the letter t to a player is to be answered:
// mailbox+table.seat.letter.mac@host in lower case (RFC 5233 calls what follows
// the plus sign a detail). Whatever MAC t holds is replaced.
func (s Signer) Address(t Token, player string) string {
	return s.mailbox + "+" + s.Sign(t, player).String() + "@" + s.host
}

// Verify reports whether this Signer made t for that player. It takes the same
// time however much of the MAC is right.
func (s Signer) Verify(t Token, player string) bool {
	return hmac.Equal([]byte(s.mac(t, player)), []byte(t.MAC))
}

// mac is an HMAC-SHA256 over the fields, each with its length before it, so that
// no two sets of fields give the same bytes.
func (s Signer) mac(t Token, player string) string {
	h := hmac.New(sha256.New, s.key)
	for _, field := range []string{
		"reply address 1", strings.ToUpper(t.Table), strconv.Itoa(int(t.Seat)), player, strconv.Itoa(t.Letter),
	} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(field))))
		h.Write([]byte(field))
	}
	return strings.ToLower(macEncoding.EncodeToString(h.Sum(nil)))[:macLength]
}

// ParseToken takes the token out of an address (what follows the first plus sign)
// or out of the bare token. Case does not matter. It says nothing of whether the
// token is genuine: that is for Verify.
func ParseToken(addr string) (Token, bool) {
	local, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(addr)), "@")
	if _, detail, ok := strings.Cut(local, "+"); ok {
		local = detail
	}
	fields := strings.Split(local, ".")
	if len(fields) != 4 || !isTable(fields[0]) || !isMAC(fields[3]) {
		return Token{}, false
	}
	seat, ok := plainNumber(fields[1], 8)
	letter, ok2 := plainNumber(fields[2], 31)
	if !ok || !ok2 || seat == 0 {
		return Token{}, false
	}
	return Token{Table: strings.ToUpper(fields[0]), Seat: uint8(seat), Letter: int(letter), MAC: fields[3]}, true
}

func isTable(s string) bool {
	return len(s) >= 3 && len(s) <= 16 && only(s, "abcdefghijklmnopqrstuvwxyz0123456789")
}

func isMAC(s string) bool {
	return len(s) == macLength && only(s, "abcdefghijklmnopqrstuvwxyz234567")
}

// plainNumber reads digits without sign or leading zero, so that a number has one
// spelling.
func plainNumber(s string, bits int) (uint64, bool) {
	if s == "" || !only(s, "0123456789") || (len(s) > 1 && s[0] == '0') {
		return 0, false
	}
	n, err := strconv.ParseUint(s, 10, bits)
	return n, err == nil
}

func only(s, alphabet string) bool {
	for i := range len(s) {
		if strings.IndexByte(alphabet, s[i]) < 0 {
			return false
		}
	}
	return true
}

// Token is the first token found in the addresses the mail was delivered or
// written to, then between square brackets in the subject, then among the
// references: servers without plus addressing and programs that rewrite addresses
// leave one of them.
func (m Message) Token() (Token, bool) {
	for _, a := range m.Delivered {
		if t, ok := ParseToken(a); ok {
			return t, true
		}
	}
	for rest := m.Subject; ; {
		_, after, ok := strings.Cut(rest, "[")
		if !ok {
			break
		}
		inside, _, _ := strings.Cut(after, "]")
		if t, ok := ParseToken(inside); ok {
			return t, true
		}
		rest = after
	}
	for i := len(m.References) - 1; i >= 0; i-- {
		if t, ok := ParseToken(m.References[i]); ok {
			return t, true
		}
	}
	return Token{}, false
}
