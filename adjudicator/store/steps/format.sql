-- How somebody's mails look. Whoever has read plain text so far goes on with it.
ALTER TABLE person ADD COLUMN format TEXT NOT NULL DEFAULT 'plain';
