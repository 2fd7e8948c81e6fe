package main

import (
	"io"
	"path/filepath"
	"slices"
	"testing"
)

// BenchmarkKeepsake tells how long a round of deliveries takes longer for one file.
func BenchmarkKeepsake(b *testing.B) {
	dir := b.TempDir()
	if code := run(b.Context(), []string{"demo", "--players", "4", "--seed", "7", "--out", filepath.Join(dir, "demo")}, nil, io.Discard, io.Discard); code != exitDone {
		b.Fatal(code)
	}
	store, err := whichDatabase{DB: filepath.Join(dir, "demo", "contrapost.db")}.read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	ids, err := store.Streams(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				file, err := keepsake(b.Context(), store, id, "en")
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(file.Data)), "bytes")
			}
		})
	}
}
