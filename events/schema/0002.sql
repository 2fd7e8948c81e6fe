-- What people said at a table. The log holds the salted hash of each text; the
-- text itself can be erased.
CREATE TABLE texts (
	stream TEXT NOT NULL CHECK (stream <> ''),
	sum    TEXT NOT NULL CHECK (length(sum) = 64), -- SHA-256 of salt and text, hex
	salt   BLOB NOT NULL CHECK (length(salt) = 16),
	text   TEXT NOT NULL,
	PRIMARY KEY (stream, sum)
) STRICT, WITHOUT ROWID;

-- When a player wants to be reminded: '' at shares of the time, 'off', or so many
-- hours before a deadline.
ALTER TABLE players ADD COLUMN reminders TEXT NOT NULL DEFAULT '';

-- What was done once and is not to be done again: reminders, chores.
CREATE TABLE ledger (
	name TEXT PRIMARY KEY NOT NULL CHECK (name <> ''),
	at   INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;

-- Until when every mail that arrived has been heard.
CREATE TABLE pulse (
	only INTEGER PRIMARY KEY CHECK (only = 1),
	at   INTEGER NOT NULL CHECK (at > 0)
) STRICT;

-- Tables at rest after a fault, until a binary can fold them again.
CREATE TABLE faults (
	stream TEXT PRIMARY KEY NOT NULL CHECK (stream <> ''),
	at     INTEGER NOT NULL CHECK (at > 0),
	what   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
