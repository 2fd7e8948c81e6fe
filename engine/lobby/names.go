package lobby

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LongestName is how many letters a name may have.
const LongestName = 40

// isName knows what a name may be made of: letters, digits and hyphens, a letter
// first, at most 40 of them, all of one script, so that no name looks like another.
// What bots are called is theirs alone, and so is what a
// seat is called whose player has been forgotten.
func isName(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(first) || utf8.RuneCountInString(word) > LongestName {
		return false
	}
	if folded := strings.ToLower(word); strings.HasPrefix(folded, "bot-") || strings.HasPrefix(folded, "player-") {
		return false
	}
	found := scripts(word)
	return len(found) == 1 && found[0] != "" && (found[0] == "Latin" || !looksLatin(word))
}

// scripts lists the scripts that the letters of a word are of, each once; "" stands
// for whatever has no place in a name.
func scripts(word string) []string {
	var found []string
	for _, r := range word {
		if r == '-' || '0' <= r && r <= '9' {
			continue
		}
		if s := script(r); !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	return found
}

// writing are the scripts that names can be written in: those in everyday use (UAX 31,
// table 5). Many of the others have letters that look Latin.
var writing = []string{
	"Latin", "Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek", "Gujarati",
	"Gurmukhi", "Hangul", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu",
	"Thaana", "Thai", "Tibetan",
}

// script names the script of a letter that can stand in a name, or gives "". Those
// that Japanese mixes count as one.
func script(r rune) string {
	if !unicode.IsLetter(r) || unicode.In(r, unicode.Lm, otherForms) || unicode.Is(unicode.Latin, r) && !isPlainLatin(r) {
		return ""
	}
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return "Japanese"
	}
	for _, name := range writing {
		if unicode.Is(unicode.Scripts[name], r) {
			return name
		}
	}
	return ""
}

// isPlainLatin leaves out phonetic letters, small capitals and the like.
func isPlainLatin(r rune) bool { return r < 0x250 || 0x1e00 <= r && r <= 0x1eff }

// otherForms are letters that are another form of others, or a part of them, and look
// like them.
var otherForms = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00aa, Hi: 0x00aa, Stride: 1}, // raised a
		{Lo: 0x00ba, Hi: 0x00ba, Stride: 1}, // raised o
		{Lo: 0x0132, Hi: 0x0133, Stride: 1}, // ij in one
		{Lo: 0x013f, Hi: 0x0140, Stride: 1}, // l with a dot behind it
		{Lo: 0x0149, Hi: 0x0149, Stride: 1}, // n with an apostrophe before it
		{Lo: 0x017f, Hi: 0x017f, Stride: 1}, // long s
		{Lo: 0x01c0, Hi: 0x01cc, Stride: 1}, // clicks, which look like bars; dž, lj, nj in one
		{Lo: 0x01f1, Hi: 0x01f3, Stride: 1}, // dz in one
		{Lo: 0x1100, Hi: 0x11ff, Stride: 1}, // parts of Hangul syllables
		{Lo: 0x1e9a, Hi: 0x1e9d, Stride: 1}, // a with a half ring behind it; long s
		{Lo: 0x2100, Hi: 0x214f, Stride: 1}, // letters as signs
		{Lo: 0x3130, Hi: 0x318f, Stride: 1}, // parts of Hangul syllables
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1}, // more of them
		{Lo: 0xd7b0, Hi: 0xd7ff, Stride: 1}, // and more
		{Lo: 0xf900, Hi: 0xfdff, Stride: 1}, // compatible Han; ligatures; Arabic as it is shaped
		{Lo: 0xfe70, Hi: 0xffef, Stride: 1}, // more of that; full and half widths
	},
	R32: []unicode.Range32{
		{Lo: 0x1d400, Hi: 0x1d7ff, Stride: 1}, // mathematical letters
		{Lo: 0x1ee00, Hi: 0x1eeff, Stride: 1}, // and Arabic ones
		{Lo: 0x2f800, Hi: 0x2fa1f, Stride: 1}, // compatible Han
	},
	LatinOffset: 2,
}

// latinLooks are Cyrillic and Greek letters that look like Latin ones.
const latinLooks = "АВЕЅІЈКМНОРСТУХҮҺԌԚԜЀЁЇаеѕіјкорсухһүԁԍԛԝѵѐёї" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿαγηικνορυχωϲϳ"

// looksLatin tells whether all letters of a word do.
func looksLatin(word string) bool {
	return strings.Trim(word, latinLooks+"-0123456789") == ""
}
