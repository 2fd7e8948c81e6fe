-- When players are away, were, or will be: moments in UTC, as "FROM/TO FROM/TO".
ALTER TABLE players ADD COLUMN vacations TEXT NOT NULL DEFAULT '';
