-- Who was forgotten. Nothing here names anybody: the address is a salted hash, by
-- which a mail of theirs that comes to light again is known.
CREATE TABLE forgettings (
	player  TEXT PRIMARY KEY NOT NULL CHECK (player <> ''),
	salt    BLOB    NOT NULL CHECK (length(salt) = 16),
	sum     BLOB    NOT NULL CHECK (length(sum) = 32), -- SHA-256 of salt and address, lower case
	at      INTEGER NOT NULL CHECK (at > 0),
	scoured INTEGER NOT NULL DEFAULT 0 CHECK (scoured IN (0, 1)) -- 1: the file's free space has been cleared since
) STRICT, WITHOUT ROWID;

-- Who is to be forgotten as soon as the letter that answers a mail has gone.
CREATE TABLE farewells (
	player TEXT PRIMARY KEY NOT NULL CHECK (player <> ''),
	mail   INTEGER NOT NULL REFERENCES inbox (id),
	at     INTEGER NOT NULL CHECK (at > 0)
) STRICT, WITHOUT ROWID;
