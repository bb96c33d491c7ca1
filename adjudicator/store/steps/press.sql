-- Letters between people as they went out, so that an answer finds its way back.

CREATE TABLE press (
  message_id TEXT PRIMARY KEY,
  board TEXT NOT NULL REFERENCES board,
  reader INTEGER NOT NULL REFERENCES person,
  veiled INTEGER NOT NULL,
  writer INTEGER NOT NULL REFERENCES person,
  signed TEXT,
  audience TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX press_reader ON press (reader);
CREATE INDEX press_writer ON press (writer);
