-- Who somebody is and how we know it: second addresses, passwords, mail that comes back, and what waits for a "yes".

ALTER TABLE person ADD COLUMN second TEXT;
ALTER TABLE person ADD COLUMN password TEXT;
ALTER TABLE person ADD COLUMN former TEXT NOT NULL DEFAULT '[]';
ALTER TABLE person ADD COLUMN bounces INTEGER NOT NULL DEFAULT 0;
ALTER TABLE person ADD COLUMN unreachable INTEGER;
CREATE UNIQUE INDEX person_second ON person (second) WHERE second IS NOT NULL;

CREATE TABLE request (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  person INTEGER REFERENCES person,
  address TEXT NOT NULL,
  detail TEXT NOT NULL,
  made INTEGER NOT NULL,
  asked INTEGER
) STRICT;
CREATE INDEX request_address ON request (address);

ALTER TABLE mail ADD COLUMN request INTEGER REFERENCES request;
ALTER TABLE mail ADD COLUMN seal TEXT;
CREATE INDEX mail_request ON mail (request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX mail_seal ON mail (seal) WHERE seal IS NOT NULL;
