package lobby

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"contrapost/engine"
)

// LongestTalk is how many characters can be said at once.
const LongestTalk = 500

// MostTalkADay is how often a player can speak at one table in 24 hours, to everybody
// or to one: each time is a letter to others.
const MostTalkADay = 60

// Spoken tidies what is said to everybody, and refuses what is too long or nothing.
func Spoken(text string) (string, error) { return spoken(text, "say-form") }

// spoken tidies what somebody says and bounds it.
func spoken(text, form string) (string, error) {
	text = strings.Join(strings.Fields(bounded(strings.Map(audible, text))), " ")
	n := utf8.RuneCountInString(text)
	switch {
	case n == 0:
		return "", engine.Refuse("", form)
	case n > LongestTalk:
		return "", engine.Refuse("", "say-long", "Length", n, "Most", LongestTalk)
	}
	return text, nil
}

// audible makes blanks of line ends and of whatever looks like a blank, and drops
// controls, direction overrides and whatever else cannot be seen, but for the joiners
// that some scripts are written with and what chooses the form of an emoji.
func audible(r rune) rune {
	switch {
	case isJoiner(r) || r == '\ufe0e' || r == '\ufe0f':
		return r
	case looksBlank(r):
		return ' '
	case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || r == utf8.RuneError:
		return -1
	}
	return r
}

// looksBlank knows blanks and line ends, fillers (letters without a shape), the empty
// Braille cell and note head, and what has a shape in private fonts only.
func looksBlank(r rune) bool {
	switch {
	case unicode.IsSpace(r) || unicode.In(r, unicode.Z, unicode.Co):
		return true
	case unicode.IsLetter(r):
		return unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
	}
	return r == '\u2800' || r == '\U0001d159' || r == '\ufffc'
}

// mostMarks is how many marks that take no room a letter can carry.
const mostMarks = 3

// bounded drops marks that stand on nothing, or pile up.
func bounded(text string) string {
	room := 0
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			room = 0
		case !isJoiner(r) && !unicode.In(r, unicode.Mn, unicode.Me):
			room = mostMarks
		case room == 0:
			return -1
		default:
			room--
		}
		return r
	}, text)
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }
