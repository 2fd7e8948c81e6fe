package mailer

import (
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/emersion/go-message/charset"
	"github.com/emersion/go-message/textproto"
)

// replyPrefix begins the subject of an answer, in the languages of mail programs.
var replyPrefix = regexp.MustCompile(`(?i)^\s*(re|aw|antw|antwoord|sv|vs|ynt|yan|odp|rép|réf|ref|rif|res|ris|ang|vá|nc|hal|απ|σχετ|ответ|отв|відп|回复|回覆|答复|返信|회신|תגובה|رد|bls|bal|trả lời)\s*(\[\d+\]|\(\d+\))?\s*[:：]`)

var words = &mime.WordDecoder{CharsetReader: charset.Reader}

// readHeader fills in all that stands in the header of the mail itself.
func (m *Message) readHeader(h textproto.Header) {
	from, count := addresses(h, "From")
	m.FromCount = count
	if len(from) > 0 {
		m.From, m.FromName = from[0].Address, from[0].Name
	}
	m.ReplyTo = first(plainAddresses(h, "Reply-To"))
	m.To = plainAddresses(h, "To")
	m.deliveredTo = first(plainAddresses(h, "Delivered-To"))
	m.Delivered = plainAddresses(h, "Delivered-To", "X-Original-To", "To", "Cc")
	m.Subject = decodeText(h.Get("Subject"))
	m.MessageID = first(messageIDs(h.Get("Message-Id")))
	m.InReplyTo = first(messageIDs(h.Get("In-Reply-To")))
	m.References = messageIDs(h.Get("References"))
	if when, err := mail.ParseDate(h.Get("Date")); err == nil {
		m.Date = when.UTC().Truncate(time.Second)
	}
	m.Auth, m.ReceivedBy = ownResults(h)
}

func first(s []string) string {
	if len(s) == 0 {
		return ""
	}
	return s[0]
}

// addresses reads all fields of one name. Addresses are parsed before names are
// decoded, so that a comma in an encoded name parts nothing; a field that is no
// address list still gives the one address in it.
func addresses(h textproto.Header, field string) (list []mail.Address, count int) {
	parser := mail.AddressParser{WordDecoder: words}
	for _, value := range limited(h.Values(field), maxTo) {
		parsed, err := parser.ParseList(limitBytes(value, 64<<10))
		if err != nil {
			parsed = looseAddresses(value)
		}
		count += max(1, len(parsed))
		for _, a := range limited(parsed, maxTo) {
			list = append(list, mail.Address{Name: clean(a.Name), Address: lowerDomain(a.Address)})
		}
	}
	return list, count
}

var (
	angled = regexp.MustCompile(`<([^\s<>@"]{1,64}@[A-Za-z0-9.-]{1,255})>`)
	bare   = regexp.MustCompile(`[^\s<>@",;:()]{1,64}@[A-Za-z0-9.-]{1,255}`)
)

// looseAddresses finds addresses in a field that cannot be parsed, as when a name
// stands there in some old charset. Every one that is found counts, those in
// names too: whoever writes two is not believed.
func looseAddresses(value string) []*mail.Address {
	var found []*mail.Address
	for _, at := range angled.FindAllStringSubmatchIndex(value, maxTo) {
		name := strings.Trim(decodeText(value[:at[0]]), `" `)
		found = append(found, &mail.Address{Name: limitBytes(name, 200), Address: value[at[2]:at[3]]})
	}
	if found != nil {
		return found
	}
	for _, a := range bare.FindAllString(value, maxTo) {
		found = append(found, &mail.Address{Address: a})
	}
	return found
}

func lowerDomain(addr string) string {
	at := strings.LastIndexByte(addr, '@')
	if at < 0 {
		return addr
	}
	return addr[:at] + strings.ToLower(addr[at:])
}

// plainAddresses are the addresses in several fields, each once, at most 50.
func plainAddresses(h textproto.Header, fields ...string) []string {
	var out []string
	seen := map[string]bool{}
	for _, field := range fields {
		list, _ := addresses(h, field)
		for _, a := range list {
			if a.Address != "" && !seen[a.Address] && len(out) < maxTo {
				seen[a.Address] = true
				out = append(out, a.Address)
			}
		}
	}
	return out
}

// messageIDs takes every <...> of a field that is well-formed: programs write
// several, or prose, where one belongs (RFC 5322, 3.6.4). Of many it keeps the
// first and the last ones.
func messageIDs(value string) []string {
	var ids []string
	rest := limitBytes(value, 64<<10)
	for {
		_, after, ok := strings.Cut(rest, "<")
		if !ok {
			break
		}
		id, tail, ok := strings.Cut(after, ">")
		if !ok {
			break
		}
		rest = tail
		if id = strings.TrimSpace(id); id != "" && isMessageID(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > maxIDs {
		ids = append(ids[:1:1], ids[len(ids)-maxIDs+1:]...)
	}
	return ids
}

// decodeText decodes the encoded words of a field (RFC 2047) and takes bytes that
// are no UTF-8 for windows-1252. What comes out is one line.
func decodeText(value string) string {
	value = limitBytes(value, 4<<10)
	decoded, err := words.DecodeHeader(value)
	if err != nil {
		decoded = value
	}
	return clean(anyUTF8([]byte(decoded)))
}

// clean makes one line without control characters.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return strings.Join(strings.Fields(s), " ")
}

var receivedBy = regexp.MustCompile(`(?i)(?:^|\s)by\s+([^\s;()]+)`)
var receivedLocally = regexp.MustCompile(`(?i)\swith\s+LMTPS?A?\b`)

// ownResults finds the Authentication-Results that our own server wrote: those
// above the first Received that is somebody else's. Whatever stands further down
// came with the mail and may be forged (RFC 8601, 5 and 7.1). A hop by LMTP
// (RFC 2033) is inside our own house: nobody outside can cause that line.
func ownResults(h textproto.Header) (results []string, by string) {
	outside := false
	for f := h.Fields(); f.Next(); {
		switch {
		case strings.EqualFold(f.Key(), "Received"):
			if outside {
				return results, by
			}
			value := limitBytes(f.Value(), 4<<10)
			if found := receivedBy.FindStringSubmatch(value); by == "" && found != nil {
				by = strings.ToLower(found[1])
			}
			outside = !receivedLocally.MatchString(value)
		case strings.EqualFold(f.Key(), "Authentication-Results"):
			results = append(results, clean(limitBytes(f.Value(), 8<<10)))
		}
	}
	return results, by
}

func limited[T any](list []T, most int) []T { return list[:min(len(list), most)] }

func limitBytes(s string, most int) string { return s[:min(len(s), most)] }
