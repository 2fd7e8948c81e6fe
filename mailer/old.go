package mailer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isDivider knows the line above an old or forwarded mail, and the one that help desks
// put above theirs.
func isDivider(text string) bool {
	text = strings.Trim(text, "-_=*~>#| ")
	text = strings.ToLower(strings.TrimRight(text, ":： -"))
	if dividers[text] || strings.HasPrefix(text, "forwarded by ") {
		return true
	}
	for _, marker := range markers {
		if strings.Contains(text, marker) {
			return true
		}
	}
	return false
}

// isFootnote knows the advertisements that phones put under a mail.
func isFootnote(text string) bool {
	if utf8.RuneCountInString(text) > 80 {
		return false
	}
	text = strings.ToLower(strings.TrimLeft(text, "*_- "))
	for _, f := range footnotes {
		if strings.HasPrefix(text, f[0]) && strings.HasSuffix(strings.TrimRight(text, ".!*_ "), f[1]) {
			return true
		}
	}
	return false
}

// headerLines is within how many lines a header shows what it is.
const headerLines = 6

// isHeader reports whether the header of an old mail begins at line i: a label,
// and two more of other kinds within six lines. In a language that is not known, three
// labels in a row with an address and a date.
func (r *reading) isHeader(i int) bool {
	if label(r.lines[i].text) == 0 {
		return r.isForeignHeader(i)
	}
	kinds := map[int]bool{}
	for _, line := range r.lines[i:min(i+headerLines, len(r.lines))] {
		if k := label(line.text); k > 0 {
			kinds[k] = true
		}
	}
	return len(kinds) >= 3 || r.isForeignHeader(i)
}

// isForeignHeader looks at lines of the form "label: value", of which the first or
// second shows an address in angle brackets, and any of them a date.
func (r *reading) isForeignHeader(i int) bool {
	labels, address, date := 0, false, false
	for k, line := range r.lines[i:min(i+headerLines, len(r.lines))] {
		if line.text == "" && !line.quoted {
			continue
		}
		name, value, ok := cutLabel(line.text)
		if !ok || value == "" || strings.ContainsAny(name, "0123456789@<>/,.[]()") || line.order || line.quoted {
			break
		}
		labels++
		address = address || k <= 2 && angled.MatchString(value)
		date = date || someDate.MatchString(value)
	}
	return labels >= 3 && address && date
}

// label is which header field a line seems to show: 1 sender, 2 date, 3 reader,
// 4 copies, 5 subject; 0 is none.
func label(text string) int {
	name, _, ok := cutLabel(text)
	if !ok {
		return 0
	}
	return labels[strings.ToLower(name)]
}

// cutLabel parts a line at its first colon, of either width.
func cutLabel(text string) (name, value string, ok bool) {
	at := strings.IndexAny(text, ":：")
	if at < 0 || at > 40 {
		return "", "", false
	}
	_, width := utf8.DecodeRuneInString(text[at:])
	return strings.Trim(text[:at], "*_ "), strings.Trim(text[at+width:], "*_ "), true
}

var (
	someDate    = regexp.MustCompile(`\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}[./] ?\d{1,2}[./] ?\d{2,4}\b|\b(19|20)\d\d(\b|[a-z])|\b\d{1,2}[:.h]\d{2}\b`)
	someAddress = regexp.MustCompile(`[^\s<>@]@[^\s<>@]`)
)

// longestAttribution is how many lines one may be wrapped into, and attributionBytes
// how long it may be altogether.
const (
	longestAttribution = 4
	attributionBytes   = 400
)

// attribution counts the lines from i on that say who wrote what is quoted below;
// long ones are wrapped. It is sure if the words are in the order of a language,
// so that it holds even above text without marks.
func (r *reading) attribution(i int) (count int, sure bool) {
	joined := ""
	for k := i; k < min(i+longestAttribution, len(r.lines)); k++ {
		if r.lines[k].text == "" || r.lines[k].order || r.lines[k].quoted {
			break
		}
		joined = strings.TrimSpace(joined + " " + r.lines[k].text)
		if len(joined) > attributionBytes {
			break
		}
		if is, sure := attributes(joined); is {
			return k + 1 - i, sure
		}
	}
	return 0, false
}

// attributes knows an attribution by its end, and by a date or an address in it. One
// that has both, and a verb or the address in angle brackets, is sure.
func attributes(s string) (is, sure bool) {
	s, ok := endsOpen(s)
	if !ok {
		return false, false
	}
	date, address := someDate.MatchString(s), someAddress.MatchString(s)
	if !date && !address {
		return false, false
	}
	both := date && address
	for _, l := range attributions {
		if hasWords(s, l.verb) {
			return true, both || strings.HasPrefix(s, l.start+" ")
		}
	}
	for _, end := range verbsAtEnd {
		if strings.HasSuffix(s, end) {
			return true, both
		}
	}
	return both, both && angled.MatchString(s)
}

// endsOpen takes off what ends an attribution: a colon, or the dashes that it stands
// between.
func endsOpen(s string) (string, bool) {
	s = strings.ToLower(strings.Trim(s, "*_ "))
	if inner := strings.Trim(s, "- "); strings.HasPrefix(s, "--") && strings.HasSuffix(s, "--") && inner != "" {
		return inner, true
	}
	bare := strings.TrimRight(s, ":：")
	return strings.TrimRight(bare, " "), bare != s
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
