package scenario

import "fmt"

// Report counts cases and lists what failed in them.
type Report struct {
	Passed, Failed int // cases
	Failures       []Failure
}

// Failure is one line of a file that did not come out as it should.
type Failure struct {
	File    string
	Line    int    // from 1
	Case    string // its title
	Message string
}

// String spells the failure as "FILE:LINE: CASE: message".
func (f Failure) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", f.File, f.Line, f.Case, f.Message)
}

// Add takes in the report of a further file.
func (r *Report) Add(other Report) {
	r.Passed += other.Passed
	r.Failed += other.Failed
	r.Failures = append(r.Failures, other.Failures...)
}

// String counts the cases: "3 passed, 1 failed".
func (r Report) String() string {
	return fmt.Sprintf("%d passed, %d failed", r.Passed, r.Failed)
}

func (r *Report) count(failures []Failure) {
	if len(failures) == 0 {
		r.Passed++
		return
	}
	r.Failed++
	r.Failures = append(r.Failures, failures...)
}
