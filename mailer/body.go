package mailer

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
	"golang.org/x/net/html/charset"
)

// found is what the parts of a mail hold.
type found struct {
	texts   []passage // what is meant to be read, in order
	machine string    // sign of a program among the parts
	sealed  string    // why there may be text that cannot be read; "" if there is none
	bounce  *Bounce
	faults  []string

	undivided bool // a multipart of which no part was found

	cut   bool // there are more parts than were read
	parts int
	room  int // bytes of text that may still be kept
	wide  int // the same for HTML, which says less in more
}

// passage is the text of one part.
type passage struct {
	text   string // unflowed
	html   bool
	cut    bool   // there is more of it than was read
	beside string // the same in HTML, as far as it was sent along
}

// readBody walks the parts of a mail, within limits of its own: libraries follow
// any depth.
func readBody(h textproto.Header, body []byte) found {
	f := walk(h, body)
	if !f.undivided {
		return f
	}
	if boundary := guessBoundary(body); boundary != "" {
		h = h.Copy()
		h.Set("Content-Type", mime.FormatMediaType("multipart/mixed", map[string]string{"boundary": boundary}))
		if guess := walk(h, body); !guess.undivided {
			guess.fault("boundary was guessed")
			return guess
		}
	}
	// The parts cannot be told apart: read what there is.
	f.fault("no parts found, read as one text")
	f.texts = append(f.texts, f.plain(bytes.NewReader(body), nil))
	return f
}

func walk(h textproto.Header, body []byte) found {
	f := found{room: maxText, wide: maxHTML}
	e, err := message.New(message.Header{Header: h}, bytes.NewReader(body))
	f.part(e, err, 0)
	kind := mediaType(e)
	f.undivided = f.parts == 1 && strings.HasPrefix(kind, "multipart/") && kind != "multipart/encrypted"
	return f
}

// guessBoundary is what the first line says that may be one: two dashes, and a field
// of a header below it.
func guessBoundary(body []byte) string {
	at := 0
	for line := range bytes.Lines(limited(body, 64<<10)) {
		at += len(line)
		text := bytes.TrimRight(line, "\r\n \t")
		if len(text) > 2 && len(text) <= 72 && bytes.HasPrefix(text, []byte("--")) {
			next, _, _ := bytes.Cut(body[at:], []byte("\n"))
			if isField(next) {
				return string(text[2:])
			}
		}
	}
	return ""
}

func (f *found) fault(what string) {
	if len(f.faults) < 20 {
		f.faults = append(f.faults, what)
	}
}

// part looks at one part and all within it.
func (f *found) part(e *message.Entity, err error, depth int) {
	if f.parts++; f.parts > maxParts || depth > maxDepth {
		f.fault("too many parts")
		f.cut = true
		return
	}
	if err != nil {
		f.fault(clean(err.Error()))
	}
	kind := mediaType(e)
	_, params, _ := e.Header.ContentType()
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		f.multipart(e, kind, depth)
	case message.IsUnknownEncoding(err) && !isPlainEncoding(e): // its bytes mean nothing
		f.sealed = "text in an unknown encoding"
	case f.report(e, kind, params):
	case kind == "text/plain" && !isAttached(e):
		f.texts = append(f.texts, f.plain(e.Body, params))
	case kind == "text/html" && !isAttached(e):
		f.texts = append(f.texts, f.html(e.Body, params["charset"]))
	case sealedKinds[kind] != "":
		f.sealed = sealedKinds[kind]
	}
}

// sealedKinds are what hides text from us, and what to call it.
var sealedKinds = map[string]string{
	"application/pkcs7-mime": "encrypted or signed so that only its own program reads it", "application/x-pkcs7-mime": "encrypted or signed so that only its own program reads it",
	"application/ms-tnef": "packed in winmail.dat", "application/vnd.ms-tnef": "packed in winmail.dat",
}

// isPlainEncoding knows the names that programs give to no encoding at all.
func isPlainEncoding(e *message.Entity) bool {
	switch strings.ToLower(strings.TrimSpace(e.Header.Get("Content-Transfer-Encoding"))) {
	case "8-bit", "7-bit", "utf-8", "utf8", "none", "plain", "text", "ascii", "us-ascii":
		return true
	}
	return false
}

// mediaType is the kind of a part. Of a field that cannot be parsed the type may still
// be read, and many a program writes parameters twice.
func mediaType(e *message.Entity) string {
	kind, _, err := e.Header.ContentType()
	if err != nil {
		kind = e.Header.Get("Content-Type")
		if end := strings.IndexAny(kind, "; \t"); end >= 0 {
			kind = kind[:end]
		}
	}
	if kind = strings.ToLower(kind); kind == "text" { // as before MIME
		kind = "text/plain"
	}
	return kind
}

// multipart walks the parts of one multipart. Of a signed one only the first is
// text (RFC 1847, 2.1), of an encrypted one nothing is.
func (f *found) multipart(e *message.Entity, kind string, depth int) {
	if kind == "multipart/encrypted" {
		f.fault("encrypted")
		f.sealed = "encrypted"
		return
	}
	if kind == "multipart/digest" { // mails of others, all of them
		return
	}
	if first := len(f.texts); kind == "multipart/alternative" {
		defer func() { f.texts = append(f.texts[:first], choose(f.texts[first:])...) }()
	}
	r := e.MultipartReader()
	if r == nil { // the field is malformed: the library does not see a multipart
		f.fault("multipart without parts")
		return
	}
	for f.parts <= maxParts {
		p, err := r.NextPart()
		if errors.Is(err, io.EOF) {
			return
		}
		if p == nil {
			f.fault("last part is broken")
			return
		}
		f.part(p, err, depth+1)
		if kind == "multipart/signed" {
			return
		}
	}
}

// choose takes of alternatives the plain texts, unless they are blank. At whatever
// depth the HTML lies, it says the same.
func choose(all []passage) []passage {
	var plain, rich []passage
	for _, p := range all {
		switch {
		case p.html:
			rich = append(rich, p)
		case !isBlank(p.text):
			plain = append(plain, p)
		}
	}
	if len(plain) == 0 {
		return rich
	}
	if len(plain) == 1 && len(rich) == 1 {
		plain[0].beside = rich[0].text
	}
	return plain
}

func isBlank(text string) bool { return squeeze(fold(text)) == "" }

// isAttached tells a file from text meant to be read (RFC 2183).
func isAttached(e *message.Entity) bool {
	how, params, _ := e.Header.ContentDisposition()
	if strings.EqualFold(how, "attachment") || params["filename"] != "" {
		return true
	}
	kind, named, _ := e.Header.ContentType()
	return kind == "text/html" && named["name"] != "" // programs that pass a page on may name it here alone
}

// plain reads text as its parameters have it.
func (f *found) plain(r io.Reader, params map[string]string) passage {
	raw, cut := f.take(r, &f.room)
	text := anyUTF8(raw)
	if strings.EqualFold(params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	return passage{text: text, cut: cut}
}

// html also believes what the HTML itself says of its charset, if nothing else does.
func (f *found) html(r io.Reader, declared string) passage {
	raw, cut := f.take(r, &f.wide)
	if declared == "" && !utf8.Valid(raw) {
		if e, name, _ := charset.DetermineEncoding(raw, ""); name != "utf-8" {
			if decoded, err := e.NewDecoder().Bytes(raw); err == nil {
				raw = decoded
			}
		}
	}
	return passage{text: anyUTF8(raw), html: true, cut: cut}
}

// take reads as much as there is room for. An error underway, as when the last
// boundary is missing, leaves what came before it.
func (f *found) take(r io.Reader, room *int) (raw []byte, cut bool) {
	raw, err := io.ReadAll(io.LimitReader(r, int64(*room)))
	*room -= len(raw)
	if err != nil {
		f.fault(clean(err.Error()))
	}
	if *room <= 0 {
		f.fault("text cut off")
		return wholeRunes(raw), true
	}
	return raw, false
}
