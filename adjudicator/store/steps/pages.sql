-- What the club's pages call somebody.
ALTER TABLE person ADD COLUMN shown TEXT;
