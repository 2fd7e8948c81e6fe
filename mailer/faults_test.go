package mailer

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wanted is what a .want says of the mail beside it.
type wanted struct {
	Orders  []string `json:"body_command_lines"`
	Auto    bool     `json:"auto"`
	Verdict Verdict  `json:"verdict"`
	Reason  string   `json:"reason"`
	Sender  string   `json:"sender"`
	Table   string   `json:"table"`
	Seat    uint8    `json:"seat"`
	Prose   []string `json:"prose"`
}

// fault is a row of testdata/faults.md.
type fault struct {
	name  string
	mails []string
	tests []string
}

func faults(t *testing.T) []fault {
	t.Helper()
	page, err := os.ReadFile("testdata/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	var all []fault
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 6 || strings.TrimSpace(cells[1]) == "fault" || strings.HasPrefix(cells[1], "---") {
			continue
		}
		f := fault{name: strings.TrimSpace(cells[1])}
		for _, name := range strings.Fields(strings.ReplaceAll(cells[4], "`", "")) {
			if strings.HasPrefix(name, "Test") {
				f.tests = append(f.tests, name)
			} else {
				f.mails = append(f.mails, name)
			}
		}
		all = append(all, f)
	}
	return all
}

// TestFaults reads the mails of every fault that has been seen.
func TestFaults(t *testing.T) {
	for _, f := range faults(t) {
		t.Run(f.name, func(t *testing.T) {
			if len(f.mails)+len(f.tests) == 0 {
				t.Error("nothing holds us to it")
			}
			for _, name := range f.mails {
				if diff := cmp.Diff(readWanted(t, name), answered(t, name)); diff != "" {
					t.Errorf("%s: -want +got\n%s", name, diff)
				}
			}
		})
	}
}

func readWanted(t *testing.T, name string) (w wanted) {
	t.Helper()
	text, err := os.ReadFile("testdata/mails/" + name + ".want")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(name, err)
	}
	return w
}

func answered(t *testing.T, name string) wanted {
	t.Helper()
	m := readFile(t, "testdata/mails/"+name+".eml")
	w := wanted{Orders: []string{}, Prose: []string{}, Auto: m.Automatic, Sender: m.From}
	w.Verdict, w.Reason = m.Judge(m.ReceivedBy)
	if token, ok := m.Token(); ok {
		w.Table, w.Seat = token.Table, token.Seat
	}
	for _, line := range m.Lines {
		if line.Order {
			w.Orders = append(w.Orders, sampleSpelling(line.Text))
		} else {
			w.Prose = append(w.Prose, line.Text)
		}
	}
	return w
}

// TestFaultsAreListed: the page and the mails are equal, and its tests exist.
func TestFaultsAreListed(t *testing.T) {
	var listed, there, tests []string
	for _, f := range faults(t) {
		listed, tests = append(listed, f.mails...), append(tests, f.tests...)
	}
	slices.Sort(listed)
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		there = append(there, strings.TrimSuffix(filepath.Base(file), ".eml"))
	}
	slices.Sort(there)
	if diff := cmp.Diff(there, slices.Compact(listed)); diff != "" {
		t.Errorf("-mails +page\n%s", diff)
	}
	for _, name := range tests {
		if !slices.Contains(testNames(t), name) {
			t.Errorf("there is no %s", name)
		}
	}
}

func testNames(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
	}
	return names
}

// TestRedelivered: a mail that comes again by another way is the same mail.
func TestRedelivered(t *testing.T) {
	once := readFile(t, "testdata/mails/gmail-web-wrapped-on-wrote.eml")
	again := readFile(t, "testdata/mails/duplicate-message-id-redelivery.eml")
	if once.Key != again.Key {
		t.Error("the same mail has two keys")
	}
}
