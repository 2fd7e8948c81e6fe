package events

import (
	"context"
	"database/sql"
	"fmt"
)

// prepared are the statements that every order, and every letter on its way,
// need: compiling them takes longer than running them.
var prepared = [...]string{
	savepoint, release, takeBack, changeRows,
	isForgotten, insertMail, mailID, endOf, insertEntry, versionOf, insertLetter, unwordedLetters,
	dueLetters, claimLetter, nextAtTable, letterByID, keepSum, keepBytes, settleLetter,
}

// hand is what writes: a transaction, and the statements that are ready for it.
type hand struct {
	tx    *sql.Tx
	ready map[string]*sql.Stmt
}

// arm compiles the prepared statements. They end with db.
func arm(ctx context.Context, db *sql.DB) (map[string]*sql.Stmt, error) {
	ready := map[string]*sql.Stmt{}
	for _, query := range prepared {
		stmt, err := db.PrepareContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("prepare %q: %w", query, err)
		}
		ready[query] = stmt
	}
	return ready, nil
}

func (h hand) exec(query string, args ...any) (sql.Result, error) {
	if stmt := h.ready[query]; stmt != nil {
		return h.tx.Stmt(stmt).Exec(args...)
	}
	return h.tx.Exec(query, args...)
}

func (h hand) row(query string, args ...any) *sql.Row {
	if stmt := h.ready[query]; stmt != nil {
		return h.tx.Stmt(stmt).QueryRow(args...)
	}
	return h.tx.QueryRow(query, args...)
}

// QueryContext makes a hand a source.
func (h hand) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := h.ready[query]; stmt != nil {
		return h.tx.Stmt(stmt).QueryContext(ctx, args...)
	}
	return h.tx.QueryContext(ctx, query, args...)
}

// changes counts the rows this connection has changed so far, those taken back
// included.
func (h hand) changes() (n int64, err error) {
	if err := h.row(changeRows).Scan(&n); err != nil {
		return 0, fmt.Errorf("count changes: %w", err)
	}
	return n, nil
}
