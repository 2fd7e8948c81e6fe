package gametest

import (
	"maps"
	"slices"

	"contrapost/engine"
)

// guests are names that a reader of orders could take for something else: they begin
// as words do, or words begin as they do.
var guests = engine.Roster{"Vanessa", "Le", "Draaier", "Cpt-2", "Spe", "Metje", "Me-2", "Geenbod"}

// written wants an order, spelled in each of the game's languages with the players'
// names in it, to be heard as the same order.
func (t *trial) written(s engine.Seat, c engine.Command) {
	if !t.wants(Tongues) {
		return
	}
	l, names := t.Game.Lexicon(), guests[:t.setting.seats]
	for _, lang := range slices.Sorted(maps.Keys(l.Written)) {
		line := l.Write(engine.Order(c.String()), lang, names)
		words := l.Read(line, names)
		if again, err := t.play.Hear(s, words); err != nil || again.String() != c.String() {
			t.report(Tongues, "%q is written %q (%s), which is heard as %v (%v)", c, line, lang, again, err)
		} else if !engine.IsOrder(t.Game.Verbs(), words) {
			t.report(Tongues, "%q is written %q (%s), which reads as prose", c, line, lang)
		}
	}
}

// Unwritten lists what is wrong with how a vocabulary writes its words in a language:
// canonical words that it does not write, but for those that are the same there, and
// words that are not read back. A word of loose is read back as another.
func Unwritten(l engine.Lexicon, lang string, same []string, loose map[string]string) []string {
	var wrong []string
	canon := l.Canon()
	for _, word := range canon {
		written, ok := l.Written[lang][word]
		if !ok && !slices.Contains(same, word) {
			wrong = append(wrong, word+" is not written")
		}
		if ok {
			wrong = append(wrong, misread(l, word, written, loose)...)
		}
	}
	for word := range l.Written[lang] {
		if !slices.Contains(canon, word) {
			wrong = append(wrong, word+" is no canonical word")
		}
	}
	slices.Sort(wrong)
	return wrong
}

func misread(l engine.Lexicon, word, written string, loose map[string]string) []string {
	want := word
	if other, ok := loose[word]; ok {
		want = other
	}
	if got := l.Read(written, nil); len(got) != 1 || got[0] != want {
		return []string{word + " is written " + written + ", which does not read as " + want}
	}
	return nil
}
