package post

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"contrapost/engine"
	"contrapost/events"
	"contrapost/events/table"
	"contrapost/templates"
)

// Contain keeps a table's fault from being anybody else's: the table is put to
// rest, and the error is no more. Nor is it one that a table rests already. Every
// other error is given back.
func (r *Room) Contain(ctx context.Context, err error) error {
	if errors.Is(err, table.ErrResting) {
		return nil
	}
	f, ok := errors.AsType[*table.Fault](err)
	if !ok {
		return err
	}
	for range 3 { // somebody else may have added to the stream, or put it to rest
		err = r.putToRest(ctx, f)
		if !errors.Is(err, events.ErrConflict) && !errors.Is(err, events.ErrTaken) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("put table %s to rest: %w", f.Table, errors.Join(err, f))
	}
	return nil
}

// putToRest does so in one transaction, unless the table rests already. The append
// without entries has the stream stand at the version that the letters are keyed
// by, so that two who find the same fault write the same letters.
func (r *Room) putToRest(ctx context.Context, f *table.Fault) error {
	version, err := r.Log.Version(ctx, f.Table)
	if err != nil {
		return err
	}
	if _, err := r.Log.Fault(ctx, f.Table); !notFound(err) {
		return err
	}
	b := events.Batch{
		Now: r.Now(), Faults: []events.Fault{{Stream: f.Table, What: report(f)}},
		Appends: []events.Append{{Stream: f.Table, Expected: version}},
	}
	if err := r.tellFault(ctx, &b, f.Table, version); err != nil {
		return err
	}
	if err := r.House.Schedule(ctx, &b); err != nil {
		return err
	}
	if _, err := r.Log.Commit(ctx, b); err != nil {
		return err
	}
	r.Slog.Error("table put to rest", "table", f.Table, "version", f.Version, "err", f.Err, "stack", f.Stack())
	return nil
}

// longestReport is how much of an error an operator is mailed, in bytes.
const longestReport = 1000

// report says what failed, for the operator.
func report(f *table.Fault) string {
	what := fmt.Sprintf("at version %d: %v", f.Version, f.Err)
	return strings.ToValidUTF8(what[:min(len(what), longestReport)], "")
}

// aboutFault begins the cause of the operator's letter about a table.
const aboutFault = "fault:"

// tellFault adds the letters that say that a table rests: to whoever has sat there
// and can be written to, and to the operator. They are the service's own, so that
// wording them folds nothing.
func (r *Room) tellFault(ctx context.Context, b *events.Batch, id string, version int64) error {
	names, err := r.Log.SeatNames(ctx, id)
	if err != nil {
		return err
	}
	for _, n := range names {
		b.Letters = append(b.Letters, events.Letter{
			Version: version, Player: n.Player, Kind: table.KindFault, Cause: table.AboutTable(id),
		})
	}
	return r.tellOperator(ctx, b, events.Letter{Version: version, Kind: table.KindFault, Cause: aboutFault + id})
}

// tellOperator adds a letter to the operator, if there is one.
func (r *Room) tellOperator(ctx context.Context, b *events.Batch, l events.Letter) error {
	if r.Operator == "" {
		return nil
	}
	operator, err := r.Log.PlayerByAddress(ctx, r.Operator)
	if notFound(err) {
		operator = events.Player{ID: r.operatorID(), Address: r.Operator}
		b.Players, err = append(b.Players, operator), nil
	}
	l.Player = operator.ID
	b.Letters = append(b.Letters, l)
	return err
}

// operatorID is the player id of an operator who never sat down. It follows from
// the address, so that two who need it at once agree.
func (r *Room) operatorID() string { return r.personID("operator", r.Operator) }

func (r *Room) personID(as, address string) string {
	return base32.StdEncoding.EncodeToString(sum(r.Key, as, address))[:10]
}

// notice words the service's own letters about a table.
func (r *Room) notice(ctx context.Context, l events.Letter, _ events.Player, letter *templates.Letter) error {
	id, ofTable := strings.CutPrefix(l.Cause, table.AboutTable(""))
	mail, ofMail := strings.CutPrefix(l.Cause, aboutAside)
	switch {
	case l.Kind == table.KindFault && ofMail:
		letter.Notes = append(letter.Notes, aside(mail))
	case l.Kind == table.KindFault && ofTable:
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.fault", Args: engine.Args{"Table": id}})
	case l.Kind == table.KindFault:
		note, err := r.reported(ctx, strings.TrimPrefix(l.Cause, aboutFault))
		if err != nil {
			return err
		}
		letter.Notes = append(letter.Notes, note)
	case l.Kind == table.KindBounced:
		note, err := r.cameBack(ctx, l)
		if err != nil {
			return err
		}
		letter.Notes = append(letter.Notes, note)
	case l.Kind == table.KindReplaced:
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.replaced", Args: engine.Args{"Table": id}})
	case l.Kind == table.KindTakenOver:
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.taken-over", Args: engine.Args{"Table": id}})
	case l.Kind == table.KindMended:
		letter.Notes = append(letter.Notes, templates.Note{Key: "note.mended", Args: engine.Args{"Table": id}})
	default:
		return nil
	}
	letter.Kind = templates.KindNotice
	return nil
}

// reported tells the operator what failed, or that it has been mended since.
func (r *Room) reported(ctx context.Context, id string) (templates.Note, error) {
	f, err := r.Log.Fault(ctx, id)
	if notFound(err) {
		return templates.Note{Key: "note.fault-past", Args: engine.Args{"Table": id}}, nil
	}
	return templates.Note{Key: "note.fault-report", Args: engine.Args{"Table": id, "What": f.What}}, err
}
