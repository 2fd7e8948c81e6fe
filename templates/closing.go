package templates

import (
	"strings"

	"contrapost/engine"
)

// closing is what a letter that ends a game adds to the secret, for its reader to check
// every shuffle by: what the seats put into the seed, and where the history is.
func closing(l Letter, v voice) []section {
	if l.Secret == "" || len(l.Parts) == 0 {
		return nil
	}
	parts := section{sentence{v.Say("note.parts", nil)}}
	for i, part := range l.Parts {
		parts = append(parts, digits{tidy(v.Name(engine.Seat(i+1))) + ": " + tidy(part)})
	}
	return []section{append(parts, sentence{v.Say("note.parts-use", nil)}), checking(l.File, v)}
}

// checking says how the history is checked, and where it is had from.
func checking(file string, v voice) section {
	if file == "" {
		return section{sentence{v.Say("note.no-file", nil)}}
	}
	key := "note.file-history"
	if strings.HasSuffix(file, ".html") {
		key = "note.file-page"
	}
	return section{sentence{v.Say(key, engine.Args{"File": file})}, order{"contrapost verify --file " + tidy(file)}}
}
