package mailer

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/unicode/norm"
)

// anyUTF8 makes text of bytes: as UTF-8 if they are that, as ISO-2022-JP if they
// shift as that does, else as windows-1252. The control characters that
// ISO 8859-1 has where windows-1252 has quotes and dashes are taken for those:
// that is what was meant.
func anyUTF8(raw []byte) string {
	if bytes.Contains(raw, []byte("\x1b$")) || bytes.Contains(raw, []byte("\x1b(")) {
		if s, err := japanese.ISO2022JP.NewDecoder().Bytes(raw); err == nil {
			raw = s
		}
	}
	if !utf8.Valid(raw) {
		raw, _ = charmap.Windows1252.NewDecoder().Bytes(raw) // defined for every byte
	}
	s := string(raw)
	if !strings.ContainsFunc(s, isC1) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isC1(r) {
			return charmap.Windows1252.DecodeByte(byte(r))
		}
		return r
	}, s)
}

func isC1(r rune) bool { return r >= 0x80 && r <= 0x9f }

// wholeRunes drops a rune that was cut at the end.
func wholeRunes(raw []byte) []byte {
	for i := 1; i <= min(utf8.UTFMax-1, len(raw)); i++ {
		if c := raw[len(raw)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(raw[len(raw)-i:]) {
				return raw[:len(raw)-i]
			}
			break
		}
	}
	return raw
}

// unflow joins the lines of format=flowed (RFC 3676, 4): a line that ends in a
// blank goes on in the next one of the same depth of quotation. The line "-- " is
// never joined. Blanks put before a line to protect it are taken off.
//
// Below a quotation of joined lines stands an empty one, unless something may have
// been broken off its last line: how long it is now says nothing of that.
func unflow(text string, delsp bool) string {
	f := flow{delsp: delsp}
	f.b.Grow(len(text))
	for line := range strings.Lines(text) {
		f.line(strings.TrimRight(line, "\r\n"))
	}
	return f.b.String()
}

type flow struct {
	b      strings.Builder
	delsp  bool
	open   bool   // the line being written goes on
	joined bool   // it has been joined of several
	depth  int    // of quotation
	last   string // line as it came
}

func (f *flow) line(line string) {
	rest := strings.TrimLeft(line, ">")
	quoted := len(line) - len(rest)
	rest = strings.TrimPrefix(rest, " ")
	sign := rest == "-- "
	if f.open && (quoted != f.depth || sign) {
		f.b.WriteByte('\n')
		f.open = false
	}
	if quoted == 0 && f.depth > 0 && f.joined && !isTail(f.last, line) {
		f.b.WriteByte('\n')
	}
	f.joined = f.open || f.joined && quoted > 0 && quoted == f.depth
	if !f.open && quoted > 0 {
		f.b.WriteString(line[:quoted])
		f.b.WriteByte(' ')
	}
	f.depth, f.last = quoted, line
	f.open = strings.HasSuffix(rest, " ") && !sign
	if f.open && f.delsp {
		rest = rest[:len(rest)-1]
	}
	f.b.WriteString(rest)
	if !f.open {
		f.b.WriteByte('\n')
	}
}

// fold writes blanks, dashes and quotes in ASCII and drops what cannot be seen.
func fold(s string) string {
	return strings.Map(foldRune, s)
}

func foldRune(r rune) rune {
	switch {
	case r >= ' ' && r < 0x7f:
		return r
	case r == '\t' || unicode.Is(unicode.Zs, r) || r == 0x2028 || r == 0x2029:
		return ' '
	case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0xfe0e || r == 0xfe0f || r == 0x034f:
		return -1
	}
	switch {
	case r >= '０' && r <= '９', r >= 'Ａ' && r <= 'Ｚ', r >= 'ａ' && r <= 'ｚ': // as input methods write them
		return r - '０' + '0'
	}
	switch r {
	case '‘', '’', '‚', '‛', '′', '‹', '›', '＇', '`', '´':
		return '\''
	case '“', '”', '„', '‟', '″', '«', '»', '＂':
		return '"'
	case '‐', '‑', '‒', '–', '—', '―', '−', '﹘', '﹣', '－':
		return '-'
	}
	return r
}

// compat is fold with compatible forms made one (NFKC): full-width letters and
// digits become plain ones. It is for orders; what people say keeps its form.
func compat(s string) string { return fold(norm.NFKC.String(s)) }

// squeeze takes off blanks at the ends and leaves one between words.
func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
