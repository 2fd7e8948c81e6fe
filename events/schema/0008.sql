-- When a player wants to be written to. Digest: '' at once, or once a day at an hour
-- of their zone, as '18:30'. Quiet: '' never, or hours in which nothing but answers
-- goes out, as '22:00-07:00'. Unsubscribed: nothing that is not needed to play.
ALTER TABLE players ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN quiet TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN unsubscribed INTEGER NOT NULL DEFAULT 0 CHECK (unsubscribed IN (0, 1));

-- When a letter, or whichever replaces it, is to leave at the latest; 0: as before.
ALTER TABLE letters ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;
-- The letter that tells what a superseded one would have told; NULL: none was needed.
ALTER TABLE letters ADD COLUMN heir INTEGER REFERENCES letters (id);
CREATE INDEX letters_by_heir ON letters (heir) WHERE heir IS NOT NULL;
-- Those that nobody has worded yet: they may be replaced.
CREATE INDEX letters_unworded ON letters (stream, player) WHERE state = 'waiting' AND sum IS NULL;
