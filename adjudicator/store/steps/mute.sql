-- Whose letters somebody does not want to read.
CREATE TABLE mute (
  board TEXT NOT NULL REFERENCES board,
  writer INTEGER NOT NULL REFERENCES person,
  reader INTEGER NOT NULL,
  PRIMARY KEY (board, writer, reader)
) STRICT, WITHOUT ROWID;

-- The numbers of calendar files were made from the rounds; they count on from there.
UPDATE board SET clock = json_set(clock, '$.changes', rounds * 100 + coalesce(json_extract(clock, '$.changes'), 0))
  WHERE json_valid(clock);
