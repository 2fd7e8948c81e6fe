package events

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// eraser takes a person out of the tables that no hash covers.
type eraser struct {
	hand
	player  string
	address string          // "" if they have been erased before
	tables  map[string]bool // where they sat, were invited, were written to
	traces  *regexp.Regexp  // their address and names; nil if neither is known
	mails   []int64         // ids of those that have to do with them
	gone    Erased
}

// erase goes through the tables: first what tells where to look, last what would no
// longer tell it.
func (e *eraser) erase(ctx context.Context, f Forgetting) error {
	for _, part := range [...]func(context.Context) error{
		e.look, e.texts, e.inbox, e.letters, e.faults, e.person, e.statistics,
	} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	const note = `INSERT INTO forgettings (player, salt, sum, at) VALUES (?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET scoured = 0`
	if _, err := e.exec(note, f.Player, f.Salt[:], f.Sum[:], millis(f.At)); err != nil {
		return fmt.Errorf("note it: %w", err)
	}
	return nil
}

// look finds out what the person is called, and which tables know them.
func (e *eraser) look(ctx context.Context) error {
	p, err := one(ctx, e, "read player", scanPlayer, "SELECT "+playerColumns+" FROM players WHERE id = ?", e.player)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	e.address = p.Address
	names, err := list(ctx, e, "list names", scanValue[string], "SELECT DISTINCT name FROM seat_names WHERE player = ?", e.player)
	if err != nil {
		return err
	}
	e.traces = traces(e.address, append(names, p.Name))
	const known = `SELECT stream FROM seat_names WHERE player = ?1
		UNION SELECT stream FROM entries WHERE instr(data, '"' || ?1 || '"')
		UNION SELECT stream FROM letters WHERE player = ?1 AND stream <> ''
		UNION SELECT stream FROM inbox WHERE player = ?1 AND stream <> ''`
	tables, err := list(ctx, e, "list tables", scanValue[string], known, e.player)
	e.tables = map[string]bool{}
	for _, t := range tables {
		e.tables[t] = true
	}
	return err
}

// traces finds an address anywhere, and names where they are words of their own.
func traces(address string, names []string) *regexp.Regexp {
	var any []string
	if address != "" {
		any = append(any, regexp.QuoteMeta(address))
	}
	for _, n := range names {
		if n != "" {
			any = append(any, `(?:^|[^\pL\pN])`+regexp.QuoteMeta(n)+`(?:$|[^\pL\pN])`)
		}
	}
	if any == nil {
		return nil
	}
	return regexp.MustCompile(`(?i)` + strings.Join(any, "|"))
}

func (e *eraser) isTrace(text string) bool { return e.traces != nil && e.traces.MatchString(text) }

// hasAddress is for what is not known to have to do with the person: there the
// address alone is a trace, since others may have the same name.
func (e *eraser) hasAddress(text []byte) bool {
	return e.address != "" && bytes.Contains(bytes.ToLower(text), bytes.ToLower([]byte(e.address)))
}

// texts erases what the person said and was told, and what others said of them. A
// text is theirs if its hash stands in an entry that has their id.
func (e *eraser) texts(ctx context.Context) error {
	const theirs = `DELETE FROM texts WHERE EXISTS (SELECT 1 FROM entries n WHERE n.stream = texts.stream
		AND instr(n.data, '"' || ? || '"') AND instr(n.data, texts.sum))`
	n, err := e.count(theirs, e.player)
	if err != nil {
		return fmt.Errorf("erase texts: %w", err)
	}
	e.gone.Texts += n
	for table := range e.tables {
		if err := e.textsOfOthers(ctx, table); err != nil {
			return err
		}
	}
	return nil
}

func (e *eraser) textsOfOthers(ctx context.Context, table string) error {
	all, err := list(ctx, e, "read texts", func(r row) (t Text, err error) {
		err = r.Scan(&t.Sum, &t.Text)
		return t, err
	}, "SELECT sum, text FROM texts WHERE stream = ?", table)
	for _, t := range all {
		if err != nil || !e.isTrace(t.Text) {
			continue
		}
		_, err = e.exec("DELETE FROM texts WHERE stream = ? AND sum = ?", table, t.Sum)
		e.gone.Texts++
	}
	return err
}

// mailPage is how many mails are looked at in one go: each may be large.
const mailPage = 50

// inbox goes through all mails.
func (e *eraser) inbox(ctx context.Context) error {
	for after := int64(0); ; {
		const query = "SELECT " + mailColumns + " FROM inbox WHERE id > ? ORDER BY id LIMIT ?"
		page, err := list(ctx, e, "read mails", scanMail, query, after, mailPage)
		if err != nil {
			return err
		}
		for _, m := range page {
			if err := e.mail(m); err != nil {
				return fmt.Errorf("mail %d: %w", m.ID, err)
			}
			after = m.ID
		}
		if len(page) < mailPage {
			return nil
		}
	}
}

// mail erases a mail of the person's, or what is theirs in another's.
func (e *eraser) mail(m Mail) error {
	own := m.Player == e.player || e.address != "" && strings.EqualFold(m.Sender, e.address)
	if !own && !e.concerns(m) {
		return nil
	}
	id, answers := m.MessageID, ""
	if own {
		m.Sender, id = "", ""
	} else {
		var err error
		if answers, err = e.scrubbed(m.Answers); err != nil {
			return fmt.Errorf("answers: %w", err)
		}
		if e.isTrace(id) {
			id = ""
		}
	}
	e.mails = append(e.mails, m.ID)
	e.gone.Mails++
	const update = "UPDATE inbox SET sender = ?, message_id = ?, answers = ?, raw = NULL, wrote = '' WHERE id = ?"
	_, err := e.exec(update, m.Sender, id, answers, m.ID)
	return err
}

// concerns tells whether somebody else's mail may say anything of the person: it was
// written to a table of theirs, names one, or holds their address.
func (e *eraser) concerns(m Mail) bool {
	if e.tables[m.Stream] || e.hasAddress(m.Answers) || e.hasAddress([]byte(m.MessageID)) || e.hasAddress(m.Raw) {
		return true
	}
	return slices.ContainsFunc(slices.Collect(maps.Keys(e.tables)), func(t string) bool {
		return bytes.Contains(m.Answers, []byte(t))
	})
}

// scrubbed gives JSON with every text that holds a trace of the person left out.
func (e *eraser) scrubbed(answers []byte) (string, error) {
	if len(answers) == 0 {
		return "", nil
	}
	d := json.NewDecoder(bytes.NewReader(answers))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return "", err
	}
	clean, err := json.Marshal(e.scrub(v))
	return string(clean), err
}

// leftOut stands where a text held a trace of somebody who was forgotten.
const leftOut = "…"

func (e *eraser) scrub(v any) any {
	switch v := v.(type) {
	case string:
		if e.isTrace(v) {
			return leftOut
		}
	case []any:
		for i := range v {
			v[i] = e.scrub(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = e.scrub(v[k])
		}
	}
	return v
}

// letters drops those the person has not got, and erases the bytes of all that may
// speak of them. A letter that somebody is wording just now is worded anew: what it
// was going to say was read before this.
func (e *eraser) letters(context.Context) error {
	tables, err := json.Marshal(slices.Collect(maps.Keys(e.tables)))
	if err != nil {
		return err
	}
	mails, err := json.Marshal(e.mails)
	if err != nil {
		return err
	}
	const about = ` (player = ?1 OR stream IN (SELECT value FROM json_each(?2)) OR mail IN (SELECT value FROM json_each(?3))
		OR EXISTS (SELECT 1 FROM json_each(?2) WHERE cause LIKE '%:' || value))`
	const drop = `UPDATE letters SET reply = '', state = iif(state IN ('waiting', 'trying', 'uncertain'), 'superseded', state) WHERE player = ?1`
	const again = `UPDATE letters SET state = 'waiting' WHERE state = 'trying' AND sum IS NULL AND ` + about
	const blank = `DELETE FROM letter_bytes WHERE letter IN (SELECT id FROM letters WHERE ` + about + `)`
	for _, do := range []string{drop, again} {
		if _, err := e.exec(do, e.player, string(tables), string(mails)); err != nil {
			return fmt.Errorf("drop letters: %w", err)
		}
	}
	if e.gone.Letters, err = e.count(blank, e.player, string(tables), string(mails)); err != nil {
		return fmt.Errorf("erase letters: %w", err)
	}
	return nil
}

// faults leaves the person out of what failed at their tables.
func (e *eraser) faults(ctx context.Context) error {
	all, err := list(ctx, e, "list faults", scanFault, "SELECT stream, at, what FROM faults")
	for _, f := range all {
		if err == nil && e.isTrace(f.What) {
			_, err = e.exec("UPDATE faults SET what = ? WHERE stream = ?", leftOut, f.Stream)
		}
	}
	return err
}

// person leaves nothing of the player but the id.
func (e *eraser) person(context.Context) error {
	for _, do := range [...]string{
		"UPDATE players SET address = '', name = '', language = '', zone = '', reminders = '', vacations = '', digest = '', quiet = '', unsubscribed = 0 WHERE id = ?",
		"UPDATE seat_names SET name = '' WHERE player = ?",
		"DELETE FROM farewells WHERE player = ?",
		"DELETE FROM bounces WHERE player = ?",
	} {
		if _, err := e.exec(do, e.player); err != nil {
			return fmt.Errorf("erase person: %w", err)
		}
	}
	return nil
}

// statistics drops the samples of indexed values that SQLite keeps for its planner.
// It takes new ones by itself.
func (e *eraser) statistics(context.Context) error {
	var sampled bool
	if err := e.row("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat4')").Scan(&sampled); err != nil || !sampled {
		return err
	}
	if _, err := e.exec("DELETE FROM sqlite_stat4"); err != nil {
		return fmt.Errorf("drop samples: %w", err)
	}
	return nil
}

func (e *eraser) count(query string, args ...any) (int, error) {
	result, err := e.exec(query, args...)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}
