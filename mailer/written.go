package mailer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// textLines chooses the text of a mail and parts it into lines: the plain text
// parts, one after the other, or the HTML if they are blank.
// It is all of it unless a line or their number was cut.
func textLines(f found) (lines []string, all bool) {
	text := strings.Join(f.plain, "\n")
	if squeeze(fold(text)) == "" {
		var b strings.Builder
		for _, source := range f.html {
			b.WriteString(htmlText(source))
		}
		text = b.String()
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	all = true
	for line := range strings.SplitSeq(text, "\n") {
		if len(lines) == maxLines {
			return lines, false
		}
		short := cutLine(line)
		all = all && len(short) == len(line)
		lines = append(lines, strings.TrimRight(short, " \t"))
	}
	return lines, all
}

func cutLine(s string) string {
	if len(s) <= maxLine {
		return s
	}
	for end := maxLine; ; end-- {
		if utf8.RuneStart(s[end]) {
			return s[:end]
		}
	}
}

// reading sorts what was written from what was quoted, line by line.
type reading struct {
	lines    []string // folded
	orders   []bool   // which of them read as orders
	tails    []bool   // which of them would, but for the quoted line they were broken off
	texts    []string // what is kept of each
	passages [][]Line // text between quotations; the first is what stands above all
	signed   bool     // in a signature
}

// written is what the writer of a mail added to what was quoted:
//
//   - a line that reads as an order is never a signature or a header;
//   - lines marked ">" are dropped, with the attribution above them;
//   - what seems to be broken off such a line is no order: it is not the writer's;
//   - a divider, or three header labels in a row, begins an old mail without
//     marks: everything after it is old;
//   - what stands between quotations is kept; what stands below the last one
//     counts if nothing above it is an order.
func written(lines []string, isOrder func(string) bool) []Line {
	r := reading{passages: make([][]Line, 1)}
	tail := false
	for i, line := range lines {
		plain := fold(line)
		text, order := squeeze(plain), false
		if !isQuoted(plain) && text != "" {
			order = isOrder(text)
			if wide := squeeze(compat(line)); !order && wide != text && isOrder(wide) {
				text, order = wide, true
			}
		}
		tail = i > 0 && (tail || isQuoted(r.lines[i-1])) && !isQuoted(plain) && isTail(lines[i-1], line)
		r.lines, r.texts = append(r.lines, plain), append(r.texts, text)
		r.orders, r.tails = append(r.orders, order && !tail), append(r.tails, order && tail)
	}
	for i := 0; i < len(r.lines); {
		next := r.step(i)
		if next < 0 {
			break
		}
		i = next
	}
	return r.result()
}

// step deals with line i and returns the line to go on with, or -1 at the end of
// all that is new.
func (r *reading) step(i int) int {
	switch {
	case isQuoted(r.lines[i]):
		r.quotation()
	case r.texts[i] == "":
	case r.orders[i] && !r.signed:
		r.keep(i)
	case isDivider(r.texts[i]) || r.isHeader(i):
		return -1
	default:
		return r.prose(i)
	}
	return i + 1
}

func (r *reading) prose(i int) int {
	count, sure := r.attribution(i)
	if count > 0 {
		next := r.skipBlank(i + count)
		if next < len(r.lines) && isQuoted(r.lines[next]) {
			r.quotation()
			return next
		}
		if sure {
			return -1
		}
	}
	switch {
	case isSignatureMark(r.texts[i]):
		r.signed = true
	case r.signed || isRow(r.texts[i]) || isFootnote(r.texts[i]):
	default:
		r.keep(i)
	}
	return i + 1
}

func (r *reading) keep(i int) {
	last := len(r.passages) - 1
	r.passages[last] = append(r.passages[last], Line{Text: r.texts[i], Order: r.orders[i], Tail: r.tails[i]})
}

// quotation begins a new passage, unless one has just begun.
func (r *reading) quotation() {
	r.signed = false
	if n := len(r.passages); n == 1 || len(r.passages[n-1]) > 0 {
		r.passages = append(r.passages, nil)
	}
}

func (r *reading) skipBlank(i int) int {
	for i < len(r.lines) && r.texts[i] == "" {
		i++
	}
	return i
}

// result joins the passages. Servers hang notices below everything, so that of
// the text under the last quotation only orders count, and they only if the
// writer answers there: nothing is ordered above, or something is in between.
func (r *reading) result() []Line {
	last := len(r.passages) - 1
	if last == 0 {
		return r.passages[0]
	}
	var out []Line
	for _, passage := range r.passages[:last] {
		out = append(out, passage...)
	}
	between := false
	for _, passage := range r.passages[1:last] {
		between = between || hasOrder(passage)
	}
	if hasOrder(out) && !between {
		return out
	}
	for _, line := range r.passages[last] {
		if line.Order || line.Tail {
			out = append(out, line)
		}
	}
	return out
}

func hasOrder(lines []Line) bool {
	for _, l := range lines {
		if l.Order {
			return true
		}
	}
	return false
}

// isQuoted allows up to three blanks before the mark.
func isQuoted(line string) bool {
	rest := strings.TrimLeft(line, " ")
	return len(line)-len(rest) <= 3 && strings.HasPrefix(rest, ">")
}

// narrowest is how few columns mail programs break their lines at.
const narrowest = 70

// isTail reports whether a line may be what a mail program broke off the one above:
// its first word would have made that too long. Bytes are counted, which is what
// makes a line longest.
func isTail(above, line string) bool {
	words := strings.Fields(line)
	return len(words) > 0 && len(above)+1+len(words[0]) > narrowest
}

// isSignatureMark knows "-- " (RFC 3676, 4.3) with its blank lost, and in bold.
func isSignatureMark(text string) bool { return strings.Trim(text, "* ") == "--" }

// isRow knows a line drawn across.
func isRow(text string) bool {
	return len(text) >= 4 && strings.Trim(text, "-_=*~+# ") == ""
}

// isDivider knows the line above an old or forwarded mail.
func isDivider(text string) bool {
	text = strings.Trim(text, "-_=*~> ")
	text = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(text, ":")))
	return dividers[text]
}

// isFootnote knows the advertisements that phones put under a mail.
func isFootnote(text string) bool {
	if utf8.RuneCountInString(text) > 80 {
		return false
	}
	text = strings.ToLower(text)
	for _, f := range footnotes {
		if strings.HasPrefix(text, f[0]) && strings.HasSuffix(strings.TrimRight(text, "."), f[1]) {
			return true
		}
	}
	return false
}

// isHeader reports whether the header of an old mail begins at line i: a label,
// and two more of other kinds within six lines.
func (r *reading) isHeader(i int) bool {
	if label(r.texts[i]) == 0 {
		return false
	}
	kinds := map[int]bool{}
	for _, text := range r.texts[i:min(i+6, len(r.texts))] {
		if k := label(text); k > 0 {
			kinds[k] = true
		}
	}
	return len(kinds) >= 3
}

// label is which header field a line seems to show: 1 sender, 2 date, 3 reader,
// 4 copies, 5 subject; 0 is none.
func label(text string) int {
	name, _, ok := strings.Cut(text, ":")
	if !ok || len(name) > 24 {
		return 0
	}
	return labels[strings.ToLower(strings.Trim(name, "* "))]
}

var (
	someDate    = regexp.MustCompile(`\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b`)
	someAddress = regexp.MustCompile(`[^\s<>@]@[^\s<>@]`)
)

// attribution counts the lines from i on that say who wrote what is quoted below;
// long ones are wrapped. It is sure if the words are in the order of a language,
// so that it holds even above text without marks.
func (r *reading) attribution(i int) (count int, sure bool) {
	joined := ""
	for k := i; k < min(i+4, len(r.lines)); k++ {
		if r.texts[k] == "" || r.orders[k] || isQuoted(r.lines[k]) {
			break
		}
		joined = strings.TrimSpace(joined + " " + r.texts[k])
		if len(joined) > 400 {
			break
		}
		if is, sure := attributes(joined); is {
			return k + 1 - i, sure
		}
	}
	return 0, false
}

func attributes(s string) (is, sure bool) {
	s = strings.ToLower(strings.Trim(s, "*_ "))
	if !strings.HasSuffix(s, ":") {
		return false, false
	}
	date, address := someDate.MatchString(s), someAddress.MatchString(s)
	if !date && !address {
		return false, false
	}
	for _, l := range attributions {
		if hasWords(s, l.verb) {
			return true, strings.HasPrefix(s, l.start+" ")
		}
	}
	return date && address && strings.HasSuffix(s, ">:"), false
}

// hasWords looks for whole words; the regular expressions of Go know only ASCII
// ones.
func hasWords(s, words string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], words)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(s[:at+i])
		after, _ := utf8.DecodeRuneInString(s[at+i+len(words):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
		at += i + len(words)
	}
}
