package konvooi

import (
	"strings"

	"contrapost/engine"
)

// The verbs in canonical spelling.
const (
	verbDraw    = "draw"
	verbDone    = "done"
	verbConvoy  = "convoy"
	verbPass    = "pass"
	verbInspect = "inspect"
	verbLetGo   = "let go"
	verbBribe   = "bribe"
	verbNoBribe = "no bribe"
	verbAccept  = "accept"
	verbRefuse  = "refuse"
	verbCheck   = "check"
	verbWhen    = "when"
	verbCancel  = "cancel"
	verbOpen    = "open answers" // the clock's own: no player can spell it, for it is not in the lexicon
)

// The other canonical words.
const (
	wordDeck = "deck"
	wordLook = "look"
	wordFrom = "from"
	wordOf   = "of"
	wordAll  = "all"
)

var lexicon = engine.Lexicon{
	Spell: map[string]string{
		"l": legal, "legal": legal, "legals": legal, "legal goods": legal, "legaal": legal, "legale": legal, "legale waar": legal, "legale goederen": legal,
		"x": illegal, "illegal": illegal, "illegals": illegal, "illegal goods": illegal, "contraband": illegal, "illegaal": illegal, "illegale": illegal, "illegale waar": illegal, "illegale goederen": illegal, "smokkelwaar": illegal,
		"lt": lieutenant, "lieutenant": lieutenant, "lieutenants": lieutenant, "luitenant": lieutenant, "luitenanten": lieutenant, "luitenants": lieutenant,
		"cpt": captain, "captain": captain, "captains": captain, "kapitein": captain, "kapiteins": captain,
		"ins": inspector, "inspector": inspector, "inspectors": inspector, "inspecteur": inspector, "inspecteurs": inspector,

		"draw": verbDraw, "trek": verbDraw,
		"deck": wordDeck, "stapel": wordDeck, "pile": wordDeck,
		"look": wordLook, "kijk": wordLook,
		"done": verbDone, "klaar": verbDone,
		"convoy": verbConvoy, "konvooi": verbConvoy,
		"pass": verbPass, "pas": verbPass,
		"inspect": verbInspect, "controleer": verbInspect,
		"let go": verbLetGo, "laat gaan": verbLetGo,
		"bribe": verbBribe, "bied": verbBribe,
		"no bribe": verbNoBribe, "geen bod": verbNoBribe,
		"accept": verbAccept, "aanvaard": verbAccept,
		"refuse": verbRefuse, "weiger": verbRefuse,
		"check": verbCheck, "draai": verbCheck,
		"when": verbWhen, "wanneer": verbWhen,
		"cancel": verbCancel, "schrap": verbCancel,
		"all": wordAll, "alles": wordAll,
		"of": wordOf, "from": wordFrom, "van": wordFrom,
	},
	NameAfter: []string{wordFrom},
	Written: map[string]map[string]string{"nl": {
		verbDraw: "trek", wordDeck: "stapel", wordLook: "kijk", verbDone: "klaar",
		verbConvoy: "konvooi", verbPass: "pas", verbInspect: "controleer", verbLetGo: "laat gaan",
		verbBribe: "bied", verbNoBribe: "geen bod", verbAccept: "aanvaard", verbRefuse: "weiger",
		verbCheck: "draai", verbWhen: "wanneer", verbCancel: "schrap", wordAll: "alles",
		wordFrom: "van", wordOf: "van", // a size behind "van" is read as one
	}},
}

var verbs = []engine.Verb{
	{Word: verbDraw, Further: func(w string) bool { return number(w) || w == wordDeck }},
	{Word: verbDone, Alone: true},
	{Word: verbConvoy, Further: func(w string) bool { return number(w) || cardWord(w) }},
	{Word: verbPass, Alone: true},
	{Word: verbInspect, Further: func(w string) bool { return rank(w) > 0 || cardWord(w) }},
	{Word: verbLetGo, Alone: true},
	{Word: verbBribe, Further: func(w string) bool { return number(w) || cardWord(w) }},
	{Word: verbNoBribe, Alone: true},
	{Word: verbAccept, Alone: true},
	{Word: verbRefuse, Alone: true},
	{Word: verbCheck, Further: number},
	{Word: verbWhen, Further: func(w string) bool { return w == verbConvoy }},
	{Word: verbCancel, Further: func(w string) bool { return number(w) || w == wordAll }},
}

// number tells whether a word is all digits, a comma after it aside.
func number(word string) bool {
	word = strings.TrimSuffix(word, ",")
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// cardWord tells whether a word names a card or several of a kind ("2L").
func cardWord(word string) bool {
	_, face := countedCard(word)
	return face != ""
}
