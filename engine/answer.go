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
	Line    string     `json:"line"`            // as it was written
	Verdict Verdict    `json:"verdict"`         //
	Order   string     `json:"order,omitempty"` // as it was understood, canonical; when done
	Meant   string     `json:"meant,omitempty"` // an order that it looks like but for a slip, canonical; when not read
	Verb    string     `json:"verb,omitempty"`  // the one that it begins with, canonical; when not read
	Game    string     `json:"game,omitempty"`  // with Verb: whose it is; "" for the lobby's
	Hint    *Refusal   `json:"hint,omitempty"`  // with Verb: what it would have lacked as an order, and what could be written
	Refusal *Refusal   `json:"refusal,omitempty"`
	Told    []Sentence `json:"told,omitempty"` // what there is to say about it
}

// Sentence is a message to be worded in the reader's language: "answered." + Key.
type Sentence struct {
	Key  string `json:"key"`
	Args Args   `json:"args,omitempty"`
}

// Say adds a sentence; args alternate name and value.
func (a *Answer) Say(key string, args ...any) {
	a.Told = append(a.Told, Sentence{Key: key, Args: pairs(args)})
}
