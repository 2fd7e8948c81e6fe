package templates

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"contrapost/engine"
)

// TestOrdersAreInTheReadersWords, wherever a letter words one: as a choice, as what
// became of a mail, as what to write instead, in a sentence.
func TestOrdersAreInTheReadersWords(t *testing.T) {
	c := speaking(t)
	l := refusalLetter("nl")
	l.Answers = append(l.Answers,
		engine.Answer{Line: "trek stapel", Verdict: engine.Done, Order: "draw deck"},
		engine.Answer{Line: "say draw deck", Verdict: engine.Done},
		engine.Answer{Line: "x", Verdict: engine.Refused, Refusal: engine.Refuse("", "word-unknown", "Word", engine.Order("let go"))})
	l.Notes = []Note{{Key: "note.silent-own", Args: engine.Args{"When": now, "Order": engine.Order("when convoy from #2 let go")}}}
	l.Page = turnPage("nl")
	text := c.Text(l, "nl")
	for _, want := range []string{
		"\n  > trek stapel\n", "\n  > say draw deck\n", "Bedoelde je: ruil 1 Bob 6\n", "Het woord laat gaan betekent",
		"wanneer konvooi van Bob laat gaan", "\n  trek 2 3 ", "\n  konvooi L L ", "\n  pas\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	v := c.voice("nl", engine.Roster{"Pass", "Bob"})
	if got := v.order("tell #2 draw deck, #1"); got != "fluister Bob draw deck, #1" {
		t.Errorf("a text was spelled: %q", got)
	}
	if got := v.order("swap 1 #1 2"); got != "ruil 1 Pass 2" {
		t.Errorf("a name was spelled: %q", got)
	}
}

func TestSpellRefusesTwoSpellings(t *testing.T) {
	c, err := NewCatalog()
	if err != nil {
		t.Fatal(err)
	}
	one := engine.Lexicon{Written: map[string]map[string]string{"nl": {"draw": "trek", "pass": "pas"}}}
	other := engine.Lexicon{Written: map[string]map[string]string{"nl": {"draw": "teken", "pass": "pas"}}}
	if err := c.Spell(one, one); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(`nl: the order word "draw" is written "trek" and "teken"`, c.Spell(other).Error()); diff != "" {
		t.Error(diff)
	}
}
