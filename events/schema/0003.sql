-- A letter of a table is numbered by its reader: seats move up before a game begins,
-- and numbers by seat would tell of the letters of whoever sat there before. Seat 0 is
-- nobody's (an invitation) and counts by itself. Numbers given by seat so far stay as
-- they are; the seat keeps those apart.
DROP INDEX letters_by_number;
CREATE UNIQUE INDEX letters_by_number ON letters (stream, player, number, seat) WHERE number > 0 AND stream <> '';
