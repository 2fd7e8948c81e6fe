-- How the sender of a mail was identified; '' where nothing spoke for them.
ALTER TABLE inbox ADD COLUMN identified TEXT NOT NULL DEFAULT '';

-- Why a mail is held, whom it would be heard from, and where: JSON; '' if it is not.
-- Decided: what a moderator said of it, 'accepted' or 'refused'.
ALTER TABLE inbox ADD COLUMN held TEXT NOT NULL DEFAULT '' CHECK (held = '' OR json_valid(held));
ALTER TABLE inbox ADD COLUMN decided TEXT NOT NULL DEFAULT '' CHECK (decided IN ('', 'accepted', 'refused'));
CREATE INDEX inbox_held ON inbox (id) WHERE held <> '';

-- What was written, of mails that changed a table: by it, a mail that comes once more
-- under another Message-ID is known. '' of all others.
ALTER TABLE inbox ADD COLUMN wrote TEXT NOT NULL DEFAULT '';
CREATE INDEX inbox_by_wrote ON inbox (wrote, received) WHERE wrote <> '';

-- Whose letters came back. Hard: nothing more is sent to them before they write.
CREATE TABLE bounces (
	player TEXT PRIMARY KEY NOT NULL CHECK (player <> ''),
	hard   INTEGER NOT NULL CHECK (hard IN (0, 1)),
	soft   INTEGER NOT NULL CHECK (soft >= 0), -- reports of delay since they last wrote
	at     INTEGER NOT NULL CHECK (at > 0),    -- of the last report
	status TEXT    NOT NULL                    -- its enhanced status code (RFC 3463)
) STRICT, WITHOUT ROWID;
