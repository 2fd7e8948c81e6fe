package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"contrapost/engine"
	"contrapost/events"
)

// twiceWithin is how long after a mail that changed a table the same words from the
// same person, in answer to the same letter, are taken for the same mail: programs
// that could not make out whether a mail has left send it once more, some under
// another Message-ID.
const twiceWithin = 5 * time.Minute

// before gives the answers to the mail that this one repeats; nil if it repeats none.
// Nothing of it is carried out, and it is answered as that one was.
func (s *hearing) before() ([]engine.Answer, error) {
	if s.Wrote == "" {
		return nil, nil
	}
	first, err := s.Log.Repeated(s.ctx, s.Wrote, s.Mail.Received.Add(-twiceWithin))
	if errors.Is(err, events.ErrNotFound) || err == nil && first.Key == s.Mail.Key {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var answers []engine.Answer
	if err := json.Unmarshal(first.Answers, &answers); err != nil {
		return nil, fmt.Errorf("answers of mail %d: %w", first.ID, err)
	}
	for i := range answers {
		if answers[i].Verdict == engine.Done {
			answers[i].Say("sent-twice")
			break
		}
	}
	return answers, nil
}
