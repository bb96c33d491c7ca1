-- A mail that could not go at once: how often it was tried, when next, what was said, and when we gave up. Numbers are never given
-- twice, so that whoever has seen all mails up to a number has not missed one.
CREATE TABLE outbox_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  message_id TEXT NOT NULL UNIQUE,
  board TEXT,
  address TEXT NOT NULL,
  bytes BLOB NOT NULL,
  written INTEGER NOT NULL,
  sent INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  next INTEGER NOT NULL DEFAULT 0,
  reply TEXT,
  failed INTEGER
) STRICT;
INSERT INTO outbox_new (id, message_id, board, address, bytes, written, sent)
  SELECT id, message_id, board, address, bytes, written, sent FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_ready ON outbox (id) WHERE sent IS NULL AND failed IS NULL;
