package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"contrapost/events/export"
	"contrapost/templates"
)

// TestFilesThatAreNoHistory: a page that holds none, and a package that is torn or none,
// are told to be that, whichever size they have.
func TestFilesThatAreNoHistory(t *testing.T) {
	var whole, bare bytes.Buffer
	h := recordedAt(t, filepath.Join("..", "..", "data", "games", "konvooi", "all-pass.txt"))
	h.Format, h.Schema = export.Format, export.Schema
	for to, saved := range map[*bytes.Buffer]templates.Saved{&bare: {}, &whole: {Name: "x.jsonl.gz", Data: []byte("\x1f\x8b no gzip")}} {
		if err := writeReplay(h, "en", saved, to); err != nil {
			t.Fatal(err)
		}
	}
	var packed bytes.Buffer
	if saved, err := savedHistory(h); err != nil {
		t.Fatal(err)
	} else {
		packed.Write(saved.Data)
	}
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"page.html":  {bare.Bytes(), "a page for a browser"},
		"small.html": {[]byte("<!DOCTYPE html><p>"), "a page for a browser"},
		"other.html": {whole.Bytes(), "a package that is torn"},
		"half.gz":    {packed.Bytes()[:packed.Len()/2], "a package that is torn"},
		"none.gz":    {[]byte("\x1f\x8b no gzip"), "a package that is torn"},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, told strings.Builder
		if code := run(t.Context(), []string{"verify", "--file", path}, nil, &out, &told); code != exitUsage || !strings.Contains(told.String(), c.says) {
			t.Errorf("%s: exit code %d, %s%s", name, code, &out, &told)
		}
	}
}
