-- What we know about tags and addresses: which tags were replaced because somebody else had them, and whose mail is signed.

CREATE TABLE tag (
  person INTEGER NOT NULL REFERENCES person,
  board TEXT NOT NULL,
  seat TEXT NOT NULL,
  turned INTEGER NOT NULL,
  PRIMARY KEY (person, board, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE habit (
  address TEXT PRIMARY KEY,
  domain TEXT NOT NULL,
  signs INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX habit_domain ON habit (domain) WHERE signs > 0;

-- Somebody whom a moderator gave a seat, and who has not written yet.
ALTER TABLE person ADD COLUMN heard INTEGER NOT NULL DEFAULT 1;
