-- Tables that were played elsewhere and came here whole, once their games were over.
-- Nothing of theirs is due any more.
CREATE TABLE imports (
	stream    TEXT PRIMARY KEY NOT NULL CHECK (stream <> ''),
	at        INTEGER NOT NULL CHECK (at > 0),
	anonymous INTEGER NOT NULL CHECK (anonymous IN (0, 1)) -- 1: it names nobody
) STRICT, WITHOUT ROWID;
