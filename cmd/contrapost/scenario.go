package main

import (
	"fmt"
	"os"

	"contrapost/data"
	"contrapost/engine"
	"contrapost/engine/games"
	cases "contrapost/engine/scenario"
)

type scenario struct {
	Files []string `arg:"" name:"FILE" help:"Files of rule cases."`
}

// Run runs every file, prints each failed expectation, and the count last.
func (s *scenario) Run(t *terminal) error {
	var passed, failed int
	for _, file := range s.Files {
		report, err := runCases(file)
		if err != nil {
			return err
		}
		for _, f := range report.Failures {
			fmt.Fprintln(t.out, f)
		}
		passed, failed = passed+report.Passed, failed+report.Failed
	}
	fmt.Fprintf(t.out, "%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return errNotHeld
	}
	return nil
}

func runCases(file string) (cases.Report, error) {
	f, err := os.Open(file)
	if err != nil {
		return cases.Report{}, misuse("read rule cases: %w", err)
	}
	defer f.Close()
	if about, err := f.Stat(); err != nil || about.IsDir() {
		return cases.Report{}, misuse("read rule cases: %s is a directory; name files", file)
	}
	byName := map[string]engine.Game{}
	for _, g := range games.All() {
		byName[g.Name()] = g
	}
	return cases.Run(f, file, byName, data.Deck), nil
}
