package engine

// Verdict is what became of one line of a mail.
type Verdict string

// The verdicts. A mail's lines are heard in order; the first refusal leaves the
// rest not tried; lines that are no orders are not read.
const (
	Done     Verdict = "done"
	Refused  Verdict = "refused"
	NotTried Verdict = "not-tried"
	NotRead  Verdict = "not-read"
)

// Answer says what became of one line of a mail. It is kept with the mail, so
// that the same mail always gets the same answer.
type Answer struct {
	Line    string   `json:"line"`            // as it was written
	Verdict Verdict  `json:"verdict"`         //
	Order   string   `json:"order,omitempty"` // as it was understood, canonical; when done
	Refusal *Refusal `json:"refusal,omitempty"`
	Told    string   `json:"told,omitempty"` // key of a sentence to add ("answered.TOLD"), with Args
	Args    Args     `json:"args,omitempty"`
}
