// Package data holds what the games need beside their code: deck files and the
// numbered rules in each language. It knows nothing of the games themselves.
package data

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed decks/*.json rules/*.md
var files embed.FS

// Deck gives the text of a deck file by its name, "konvooi" for example.
func Deck(name string) ([]byte, error) {
	text, err := fs.ReadFile(files, "decks/"+name+".json")
	if err != nil {
		return nil, fmt.Errorf("no deck is called %q: choose one of %s", name, strings.Join(Decks(), ", "))
	}
	return text, nil
}

// Rules gives the numbered rules of a game in a language, as Markdown.
func Rules(game, lang string) ([]byte, error) {
	text, err := fs.ReadFile(files, "rules/"+game+"."+lang+".md")
	if err != nil {
		return nil, fmt.Errorf("no rules of %q are written in %q", game, lang)
	}
	return text, nil
}

// Ruling gives the text of one numbered ruling of a game in a language, as Markdown,
// its number in front.
func Ruling(game, lang, number string) (string, error) {
	text, err := Rules(game, lang)
	if err != nil {
		return "", err
	}
	mark := "**" + number + "**"
	for paragraph := range strings.SplitSeq(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n\n") {
		if strings.HasPrefix(strings.TrimSpace(paragraph), mark) {
			return strings.TrimSpace(paragraph), nil
		}
	}
	return "", fmt.Errorf("the rules of %q have no ruling %s in %q", game, number, lang)
}

// Decks lists the names of all deck files, in alphabetical order.
func Decks() []string {
	entries, err := fs.ReadDir(files, "decks")
	if err != nil {
		return nil // the folder is part of the binary
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}
