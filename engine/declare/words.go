package declare

import (
	"strings"

	"contrapost/engine"
)

// The verbs in canonical spelling.
const (
	verbPlace   = "place"
	verbPlay    = "play"
	verbConceal = "conceal"
	verbReveal  = "reveal"
	verbSafe    = "safe"
	verbSwap    = "swap"
	verbSteal   = "steal"
	verbDiscard = "discard"
	verbNothing = "nothing"
	verbExtra   = "extra"
	verbDraw    = "draw"
	verbWhen    = "when"
	verbCancel  = "cancel"
	verbOpen    = "open answers" // the clock's own: no player can spell it, for it is not in the lexicon
)

// The other canonical words.
const (
	wordWith      = "with"
	wordMe        = "me"
	wordInspected = "inspected"
	wordLowest    = "lowest"
	wordHighest   = "highest"
	wordAll       = "all"
)

var lexicon = engine.Lexicon{
	Spell: map[string]string{
		"place": verbPlace, "leg": verbPlace,
		"play": verbPlay, "speel": verbPlay,
		"with": wordWith, "met": wordWith,
		"conceal": verbConceal, "verberg": verbConceal,
		"reveal": verbReveal, "toon": verbReveal,
		"safe": verbSafe, "veilig": verbSafe,
		"swap": verbSwap, "ruil": verbSwap,
		"steal": verbSteal, "steel": verbSteal,
		"discard": verbDiscard, "weg": verbDiscard,
		"nothing": verbNothing, "niets": verbNothing,
		"extra": verbExtra,
		"draw":  verbDraw, "trek": verbDraw,
		"when": verbWhen, "wanneer": verbWhen,
		"inspected": wordInspected, "controle": wordInspected,
		"lowest": wordLowest, "laagste": wordLowest,
		"highest": wordHighest, "hoogste": wordHighest,
		"cancel": verbCancel, "schrap": verbCancel,
		"all": wordAll, "alles": wordAll,
		"me": wordMe, "mij": wordMe,
	},
	Written: map[string]map[string]string{"nl": {
		verbPlace: "leg", verbPlay: "speel", wordWith: "met", verbConceal: "verberg",
		verbReveal: "toon", verbSafe: "veilig", verbSwap: "ruil", verbSteal: "steel",
		verbDiscard: "weg", verbNothing: "niets", verbDraw: "trek", verbWhen: "wanneer",
		wordInspected: "controle", wordLowest: "laagste", wordHighest: "hoogste",
		verbCancel: "schrap", wordAll: "alles", wordMe: "mij",
	}},
}

var verbs = []engine.Verb{
	{Word: verbPlace, Further: number},
	{Word: verbPlay, Further: number},
	{Word: verbConceal, Further: number},
	{Word: verbReveal, Further: number},
	{Word: verbSafe, Further: number},
	{Word: verbSwap, Further: number},
	{Word: verbSteal, Further: number},
	{Word: verbDiscard, Further: number},
	{Word: verbNothing, Alone: true},
	{Word: verbExtra, Further: func(w string) bool {
		return number(w) || w == verbReveal || w == verbConceal || w == verbNothing
	}},
	{Word: verbDraw, Alone: true, Further: number},
	{Word: verbWhen, Further: func(w string) bool { return w == wordInspected }},
	{Word: verbCancel, Further: func(w string) bool { return number(w) || w == wordAll }},
}

// number tells whether a word is all digits, a comma after it aside.
func number(word string) bool {
	word = strings.TrimSuffix(word, ",")
	return word != "" && strings.Trim(word, "0123456789") == ""
}
