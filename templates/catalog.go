package templates

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"contrapost/engine"
)

//go:embed words.*.toml
var frame embed.FS

// languages are those the frame is worded in; the first is the fallback.
var languages = []string{"en", "nl"}

// Catalog holds every message the service can say, in every language. It does not
// change once it is made, and may be used by several goroutines.
type Catalog struct {
	// Unsaid is told of every message that could not be said as it should: an
	// unknown key, a language that lacks it, a gap without an argument. It may be
	// nil; set it before the first use.
	Unsaid func(lang, key string, err error)

	bundle   *i18n.Bundle
	messages map[string]map[string]message // by language and key
	orders   engine.Lexicon                // how orders are written
}

// Spell has the catalog word orders with these vocabularies. A canonical word that two
// of them write differently in one language is an error. Call it before the first use.
func (c *Catalog) Spell(lexicons ...engine.Lexicon) error {
	if c.orders.Written == nil {
		c.orders = engine.Lexicon{Written: map[string]map[string]string{}, TextAfter: map[string]int{}}
	}
	for _, l := range lexicons {
		maps.Copy(c.orders.TextAfter, l.TextAfter)
		for _, lang := range slices.Sorted(maps.Keys(l.Written)) {
			if err := c.spell(lang, l.Written[lang]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Catalog) spell(lang string, written map[string]string) error {
	known := c.orders.Written[lang]
	if known == nil {
		known = map[string]string{}
		c.orders.Written[lang] = known
	}
	for _, word := range slices.Sorted(maps.Keys(written)) {
		if other, ok := known[word]; ok && other != written[word] {
			return fmt.Errorf("%s: the order word %q is written %q and %q", lang, word, other, written[word])
		}
		known[word] = written[word]
	}
	return nil
}

// NewCatalog gathers the frame's words and those of the games, each as TOML by
// language. A key given twice in one language is an error, and so is a message
// that cannot be parsed.
func NewCatalog(extra ...map[string][]byte) (*Catalog, error) {
	c := &Catalog{
		bundle:   i18n.NewBundle(language.English),
		messages: map[string]map[string]message{},
	}
	for _, lang := range languages {
		text, err := frame.ReadFile("words." + lang + ".toml")
		if err != nil {
			return nil, err
		}
		if err := c.add(lang, text); err != nil {
			return nil, fmt.Errorf("the frame's words: %w", err)
		}
	}
	for i, words := range extra {
		for _, lang := range slices.Sorted(maps.Keys(words)) {
			if err := c.add(lang, words[lang]); err != nil {
				return nil, fmt.Errorf("further words %d: %w", i+1, err)
			}
		}
	}
	return c, nil
}

// add takes in the messages of one file.
func (c *Catalog) add(lang string, text []byte) error {
	tag, err := language.Parse(lang)
	if err != nil {
		return fmt.Errorf("language %q: %w", lang, err)
	}
	parsed, err := i18n.ParseMessageBytes(text, toml.Unmarshal)
	if err != nil {
		return fmt.Errorf("%s: %w", lang, err)
	}
	known := c.messages[lang]
	if known == nil {
		known = map[string]message{}
		c.messages[lang] = known
	}
	for _, p := range parsed {
		if _, twice := known[p.ID]; twice {
			return fmt.Errorf("%s: the key %q is given twice", lang, p.ID)
		}
		if known[p.ID], err = readMessage(p); err != nil {
			return fmt.Errorf("%s: %q: %w", lang, p.ID, err)
		}
	}
	return c.bundle.AddMessages(tag, parsed...)
}

// For lends the words to one reader: a language and the names at the table. A
// language that is not there is replaced by English.
func (c *Catalog) For(lang string, names engine.Roster) engine.Words {
	return c.voice(lang, names)
}

func (c *Catalog) voice(lang string, names engine.Roster) voice {
	lang = c.known(lang)
	return voice{
		catalog: c,
		lang:    lang,
		local:   i18n.NewLocalizer(c.bundle, lang),
		names:   names,
	}
}

// known finds the language to speak: as asked, or without its region, or English.
func (c *Catalog) known(lang string) string {
	lang = strings.ToLower(lang)
	base, _, _ := strings.Cut(strings.ReplaceAll(lang, "_", "-"), "-")
	for _, l := range []string{lang, base} {
		if _, ok := c.messages[l]; ok {
			return l
		}
	}
	return languages[0]
}

// Langs lists the languages of the catalog, sorted.
func (c *Catalog) Langs() []string { return slices.Sorted(maps.Keys(c.messages)) }

// Keys lists the keys of one language, sorted.
func (c *Catalog) Keys(lang string) []string {
	return slices.Sorted(maps.Keys(c.messages[lang]))
}

// Missing lists what some language says and another does not, as "nl: the.key",
// sorted. A catalog fit for use gives nil.
func (c *Catalog) Missing() []string {
	var missing []string
	for _, lang := range c.Langs() {
		for _, other := range c.Langs() {
			for _, key := range c.Keys(other) {
				if _, ok := c.messages[lang][key]; !ok {
					missing = append(missing, lang+": "+key)
				}
			}
		}
	}
	slices.Sort(missing)
	return slices.Compact(missing)
}

// unsaid reports.
func (c *Catalog) unsaid(lang, key string, err error) {
	if c.Unsaid != nil {
		c.Unsaid(lang, key, err)
	}
}
