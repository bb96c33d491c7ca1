CREATE TABLE result (
  board TEXT PRIMARY KEY REFERENCES board,
  game TEXT NOT NULL,
  ended INTEGER NOT NULL,
  places TEXT NOT NULL,
  seats TEXT NOT NULL,
  judged INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX result_ended ON result (ended);

CREATE TABLE league (
  id TEXT PRIMARY KEY,
  rules TEXT NOT NULL,
  moderator INTEGER REFERENCES person,
  season INTEGER NOT NULL,
  wake INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX league_wake ON league (wake) WHERE wake IS NOT NULL;

CREATE TABLE season (
  league TEXT NOT NULL REFERENCES league,
  number INTEGER NOT NULL,
  calendar TEXT NOT NULL,
  seed TEXT NOT NULL,
  salt TEXT NOT NULL,
  PRIMARY KEY (league, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE step (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  number INTEGER NOT NULL,
  step TEXT NOT NULL,
  done INTEGER NOT NULL,
  PRIMARY KEY (league, season, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE entrant (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  entered INTEGER NOT NULL,
  gone INTEGER,
  division INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  moved TEXT,
  PRIMARY KEY (league, season, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_person ON entrant (person);

CREATE TABLE fixture (
  board TEXT PRIMARY KEY REFERENCES board,
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  round INTEGER NOT NULL,
  division INTEGER NOT NULL,
  seats TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX fixture_league ON fixture (league, season, round);

CREATE TABLE bye (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  round INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  PRIMARY KEY (league, season, round, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE penalty (
  id INTEGER PRIMARY KEY,
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  points INTEGER NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX penalty_league ON penalty (league, season);
