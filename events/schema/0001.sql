-- Times are unix milliseconds, UTC; 0 stands for "none". Texts are UTF-8.

-- Every schema file that was run on this database, and its SHA-256.
CREATE TABLE migrations (
	number INTEGER PRIMARY KEY,
	name   TEXT NOT NULL,
	hash   BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The log. Rows are added at the end and never touched again.
CREATE TABLE entries (
	position   INTEGER PRIMARY KEY CHECK (position > 0),
	stream     TEXT    NOT NULL CHECK (stream <> ''),
	version    INTEGER NOT NULL CHECK (version > 0),
	kind       TEXT    NOT NULL CHECK (kind <> ''),
	data       TEXT    NOT NULL CHECK (json_valid(data)),
	seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
	said       TEXT    NOT NULL, -- canonical words of the order
	rules      INTEGER NOT NULL CHECK (rules >= 0),
	cause_kind TEXT    NOT NULL CHECK (cause_kind <> ''),
	cause_ref  TEXT    NOT NULL,
	at         INTEGER NOT NULL CHECK (at > 0),
	prev       BLOB    NOT NULL CHECK (length(prev) = 32),
	hash       BLOB    NOT NULL CHECK (length(hash) = 32),
	UNIQUE (stream, version)
) STRICT;

CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN
	SELECT RAISE(ABORT, 'entries are never changed');
END;

CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
BEGIN
	SELECT RAISE(ABORT, 'entries are never deleted');
END;

-- REPLACE deletes without asking the trigger above, so an insert may only add the
-- next version. A position not given is -1 here.
CREATE TRIGGER entries_come_in_order BEFORE INSERT ON entries
WHEN NEW.version <> 1 + (SELECT coalesce(max(version), 0) FROM entries WHERE stream = NEW.stream)
	OR EXISTS (SELECT 1 FROM entries WHERE position = NEW.position)
	OR NEW.prev <> coalesce((SELECT hash FROM entries WHERE stream = NEW.stream AND version = NEW.version - 1), zeroblob(32))
BEGIN
	SELECT RAISE(ABORT, 'an entry is added as the next of its stream');
END;

-- Mails heard, each once. Sender and raw can be blanked.
CREATE TABLE inbox (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	key        TEXT    NOT NULL UNIQUE CHECK (key <> ''),
	message_id TEXT    NOT NULL,
	sender     TEXT    NOT NULL,
	stream     TEXT    NOT NULL,
	seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
	player     TEXT    NOT NULL,
	received   INTEGER NOT NULL,
	heard      INTEGER NOT NULL CHECK (heard > 0),
	answers    TEXT    NOT NULL CHECK (answers = '' OR json_valid(answers)),
	raw        BLOB -- deflated; NULL: none, or erased
) STRICT;

CREATE INDEX inbox_by_stream ON inbox (stream, id);

-- Letters due and their fates.
CREATE TABLE letters (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	stream     TEXT    NOT NULL,
	version    INTEGER NOT NULL CHECK (version >= 0),
	seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255),
	player     TEXT    NOT NULL,
	kind       TEXT    NOT NULL CHECK (kind <> ''),
	cause      TEXT    NOT NULL,
	mail       INTEGER REFERENCES inbox (id),
	due        INTEGER NOT NULL CHECK (due > 0),
	number     INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0),
	state      TEXT    NOT NULL
		CHECK (state IN ('waiting', 'trying', 'sent', 'refused', 'uncertain', 'superseded')),
	attempts   INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
	next       INTEGER NOT NULL CHECK (next > 0),
	message_id TEXT    NOT NULL DEFAULT '',
	sum        BLOB    CHECK (sum IS NULL OR length(sum) = 32), -- NULL: not rendered yet
	reply      TEXT    NOT NULL DEFAULT '',
	sent       INTEGER NOT NULL DEFAULT 0,
	UNIQUE (stream, version, seat, player, kind, cause),
	CHECK ((sum IS NULL) = (message_id = '')),
	CHECK (attempts = 0 OR number > 0)
) STRICT;

CREATE INDEX letters_to_try ON letters (next) WHERE state IN ('waiting', 'uncertain');
CREATE INDEX letters_in_hand ON letters (id) WHERE state = 'trying';
CREATE INDEX letters_by_mail ON letters (mail) WHERE mail IS NOT NULL;
CREATE UNIQUE INDEX letters_by_message ON letters (message_id) WHERE message_id <> '';
CREATE UNIQUE INDEX letters_by_number ON letters (stream, seat, number) WHERE number > 0 AND stream <> '';
CREATE UNIQUE INDEX letters_of_player ON letters (player, number) WHERE number > 0 AND stream = '';

-- What a letter's retries send: the bytes of its first rendering, deflated. Erasable.
CREATE TABLE letter_bytes (
	letter INTEGER PRIMARY KEY REFERENCES letters (id),
	packed BLOB    NOT NULL
) STRICT;

-- People. Address, name and the rest can be blanked; the id stays.
CREATE TABLE players (
	id       TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
	address  TEXT NOT NULL,
	name     TEXT NOT NULL,
	language TEXT NOT NULL,
	zone     TEXT NOT NULL
) STRICT;

CREATE UNIQUE INDEX players_by_address ON players (address COLLATE NOCASE) WHERE address <> '';

CREATE TABLE seat_names (
	stream TEXT NOT NULL CHECK (stream <> ''),
	player TEXT NOT NULL CHECK (player <> ''),
	name   TEXT NOT NULL,
	PRIMARY KEY (stream, player)
) STRICT, WITHOUT ROWID;

-- The secret that salts a stream's chain; another one would break it.
CREATE TABLE secrets (
	stream TEXT PRIMARY KEY NOT NULL CHECK (stream <> ''),
	secret BLOB NOT NULL CHECK (length(secret) = 32)
) STRICT;

CREATE TRIGGER secrets_never_change BEFORE UPDATE ON secrets
BEGIN
	SELECT RAISE(ABORT, 'secrets are never changed');
END;

-- How far each mailbox has been read.
CREATE TABLE cursors (
	mailbox     TEXT PRIMARY KEY NOT NULL,
	uidvalidity INTEGER NOT NULL CHECK (uidvalidity BETWEEN 0 AND 4294967295),
	uid         INTEGER NOT NULL CHECK (uid BETWEEN 0 AND 4294967295)
) STRICT;
