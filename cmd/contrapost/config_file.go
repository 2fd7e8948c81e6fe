package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"contrapost/mailer"
)

// configFile is a config on its way into settings. Every value is asked for by its
// key; what is wrong with it is noted and reading goes on, so that all mistakes are
// told at once, and keys that nobody asked for are mistakes as well.
type configFile struct {
	path     string
	text     string
	tree     map[string]any
	keys     []toml.Key
	asked    map[string]bool
	mistakes []string
	tokens   map[tokenSettings]*mailer.Tokens // one for each way to get them, so that both servers share it
	log      *slog.Logger
}

// mistakes is wrong use that takes more than one line to tell.
type mistakes []string

// Error has a line for each.
func (m mistakes) Error() string { return strings.Join(m, "\n") }

func openConfig(path string) (*configFile, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, misuse("read config: %w; contrapost serve --example prints one to begin with", err)
	}
	return parseConfig(path, string(text))
}

func parseConfig(path, text string) (*configFile, error) {
	f := &configFile{path: path, text: text, asked: map[string]bool{}}
	about, err := toml.Decode(text, &f.tree)
	if wrong := (toml.ParseError{}); errors.As(err, &wrong) {
		return nil, misuse("%s:%d: %s", path, wrong.Position.Line, wrong.Message)
	}
	if err != nil {
		return nil, misuse("%s: %w", path, err)
	}
	f.keys = about.Keys()
	return f, nil
}

// wrong notes a mistake at a key. The advice says what to write instead.
func (f *configFile) wrong(key, advice string, args ...any) {
	at := f.path
	if line := f.line(key); line > 0 {
		at = fmt.Sprintf("%s:%d", f.path, line)
	}
	f.mistakes = append(f.mistakes, fmt.Sprintf("%s: %s %s", at, key, fmt.Sprintf(advice, args...)))
}

// line is where a key stands; 0 if it does not. The library tells no line of a key
// it has understood, so the shortest beginning of the file that has it is looked for.
func (f *configFile) line(key string) int {
	end := 0
	for i, line := range strings.SplitAfter(f.text, "\n") {
		end += len(line)
		about, err := toml.Decode(f.text[:end], new(map[string]any))
		if err == nil && about.IsDefined(strings.Split(key, ".")...) {
			return i + 1
		}
	}
	return 0
}

// done gives all mistakes, those of unknown keys included. What stands under an
// unknown section is not told one by one.
func (f *configFile) done() error {
	unknown := "\n" // begins no key
	for _, key := range f.keys {
		name := key.String()
		if f.asked[name] || f.section(name) || strings.HasPrefix(name, unknown) {
			continue
		}
		f.wrong(name, "is no key of a config; take it out, or see contrapost serve --example")
		unknown = name + "."
	}
	if len(f.mistakes) == 0 {
		return nil
	}
	return usage{mistakes(f.mistakes)}
}

// section tells whether a key is one under which others were asked for.
func (f *configFile) section(name string) bool {
	_, table := f.value(name).(map[string]any)
	for key := range f.asked {
		if table && strings.HasPrefix(key, name+".") {
			return true
		}
	}
	return false
}

// value looks a dotted key up; nil if it is not there.
func (f *configFile) value(key string) any {
	var at any = f.tree
	for _, part := range strings.Split(key, ".") {
		table, _ := at.(map[string]any)
		at = table[part]
	}
	return at
}

// take asks for a value of one type. Without it, there is no value and, if it is
// required, a mistake.
func take[T any](f *configFile, key, kind string, required bool) (v T, ok bool) {
	f.asked[key] = true
	found := f.value(key)
	if found == nil {
		if required {
			f.wrong(key, "is missing; write %s", kind)
		}
		return v, false
	}
	if v, ok = found.(T); !ok {
		f.wrong(key, "must be %s", kind)
	}
	return v, ok
}

// required asks for words that must be there.
func (f *configFile) required(key, kind string) string {
	v, ok := take[string](f, key, kind, true)
	if ok && strings.TrimSpace(v) == "" {
		f.wrong(key, "is empty; write %s", kind)
	}
	return v
}

// optional asks for words that may be left out, or empty, for the usual ones.
func (f *configFile) optional(key, kind, usual string) string {
	if v, ok := take[string](f, key, kind, false); ok && v != "" {
		return v
	}
	return usual
}

// choice asks for one word of several; the first is usual.
func (f *configFile) choice(key string, words ...string) string {
	kind := `"` + strings.Join(words, `" or "`) + `"`
	got := f.optional(key, kind, words[0])
	for _, word := range words {
		if got == word {
			return got
		}
	}
	f.wrong(key, "must be %s, not %q", kind, got)
	return words[0]
}

// number asks for a whole number within bounds.
func (f *configFile) number(key string, least, most, usual int64) int {
	kind := fmt.Sprintf("a whole number from %d to %d", least, most)
	v, ok := take[int64](f, key, kind, false)
	if !ok {
		return int(usual)
	}
	if v < least || v > most {
		f.wrong(key, "must be %s, not %d", kind, v)
		return int(usual)
	}
	return int(v)
}

// file asks for a path; a relative one is meant from where the config lies.
func (f *configFile) file(key, kind string, required bool) string {
	name := ""
	if required {
		name = f.required(key, kind)
	} else {
		name = f.optional(key, kind, "")
	}
	if name == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(f.path), name)
}
