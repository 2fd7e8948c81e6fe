package mailer

import "strings"

// reading sorts what was written from what was quoted, line by line.
type reading struct {
	lines    []seen
	passages [][]Line // text between quotations; the first is what stands above all
	signed   bool     // in a signature
	marked   []Line   // orders behind marks that were typed
	typed    bool     // marks of quotation may have been typed
	cut      bool     // what is kept of a line is not all of it
}

// seen is a line, looked at by itself.
type seen struct {
	text   string // what is kept of it; "" for a quoted one, unless its mark may have been typed
	quoted bool
	order  bool // it reads as one
	tail   bool // it would, but for the quoted line it was broken off
	long   bool // there is more of it than is kept
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
//
// It is not all of it if a line or their number was cut. In a mail that answers none,
// somebody has typed the marks: orders behind them are given as tails.
func written(lines []string, isOrder func(string) bool, typed bool) (out []Line, all bool) {
	r := reading{passages: make([][]Line, 1), typed: typed}
	cut := r.sort(lines, isOrder)
	for i := 0; i < len(r.lines); {
		next := r.step(i)
		if next < 0 {
			return append(r.result(), r.marked...), !r.cut
		}
		i = next
	}
	return append(r.result(), r.marked...), !r.cut && !cut
}

// sort looks at every line by itself. It stops where there are too many, and says so.
func (r *reading) sort(lines []string, isOrder func(string) bool) (cut bool) {
	tail, fresh, marked := false, 0, 0
	r.lines = make([]seen, 0, len(lines))
	for i, line := range lines {
		plain := fold(line)
		l := seen{quoted: isQuoted(plain), long: len(line) > maxLine}
		if !l.quoted && line != "" {
			if fresh++; fresh > maxLines {
				return true
			}
		}
		order := false
		if !l.quoted {
			l.text, order = weigh(line, plain, isOrder)
		} else if marked++; r.typed && marked <= maxLines {
			plain = strings.TrimLeft(plain, "> ")
			l.text, order = weigh(plain, plain, isOrder)
		}
		tail = i > 0 && (tail || r.lines[i-1].quoted) && !l.quoted && isTail(lines[i-1], line)
		l.order, l.tail = order && !tail, order && tail
		r.lines = append(r.lines, l)
	}
	return false
}

// weigh gives what is kept of a line and whether it reads as an order.
func weigh(line, plain string, isOrder func(string) bool) (text string, order bool) {
	text = squeeze(cutLine(plain))
	if text == "" {
		return "", false
	}
	if order = isOrder(text); order {
		return text, true
	}
	if thin := strings.TrimSpace(strings.Trim(text, "*")); isBold(text) && isOrder(thin) {
		return thin, true
	}
	if wide := squeeze(compat(cutLine(line))); wide != text && isOrder(wide) {
		return wide, true
	}
	return text, false
}

// isBold knows how mail programs write bold letters as text.
func isBold(text string) bool {
	return len(text) > 2 && strings.HasPrefix(text, "*") && strings.HasSuffix(text, "*")
}

// mostMarked is how many orders behind marks are told of.
const mostMarked = 10

// step deals with line i and returns the line to go on with, or -1 at the end of
// all that is new.
func (r *reading) step(i int) int {
	switch {
	case r.lines[i].quoted:
		r.quotation()
		if r.lines[i].order && len(r.marked) < mostMarked {
			r.marked = append(r.marked, Line{Text: r.lines[i].text, Tail: true})
		}
	case r.lines[i].text == "":
	case r.lines[i].order && !r.signed:
		r.keep(i)
	case isDivider(r.lines[i].text) || r.isHeader(i):
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
		if next < len(r.lines) && r.lines[next].quoted {
			r.quotation()
			return next
		}
		if sure {
			return -1
		}
	}
	switch {
	case isSignatureMark(r.lines[i].text):
		r.signed = true
	case r.signed || isRow(r.lines[i].text) || isFootnote(r.lines[i].text):
	default:
		r.keep(i)
	}
	return i + 1
}

func (r *reading) keep(i int) {
	r.cut = r.cut || r.lines[i].long
	last := len(r.passages) - 1
	r.passages[last] = append(r.passages[last], Line{Text: r.lines[i].text, Order: r.lines[i].order, Tail: r.lines[i].tail})
}

// quotation begins a new passage, unless one has just begun.
func (r *reading) quotation() {
	r.signed = false
	if n := len(r.passages); n == 1 || len(r.passages[n-1]) > 0 {
		r.passages = append(r.passages, nil)
	}
}

func (r *reading) skipBlank(i int) int {
	for i < len(r.lines) && r.lines[i].text == "" && !r.lines[i].quoted {
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
