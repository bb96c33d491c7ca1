-- The picture of the database. `adjudicator/store/migrations.rs` makes it step by step; a test proves that both agree.
-- Times are seconds since 1970. Texts in JSON are read and written by serde only.

-- What the club knows about itself: the key of its reply addresses, when it was last awake.
CREATE TABLE club (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Somebody who writes.
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL UNIQUE,          -- without tag, in lower case
  language TEXT NOT NULL,
  zone TEXT NOT NULL,                    -- Europe/Rome
  wants TEXT NOT NULL,                   -- 'every' mail, or a 'digest'
  joined INTEGER NOT NULL,
  second TEXT,                           -- where mail goes while the first address sends it back
  password TEXT,                         -- argon2
  former TEXT NOT NULL DEFAULT '[]',     -- JSON: names and addresses he had before, so that they can be forgotten
  bounces INTEGER NOT NULL DEFAULT 0,    -- mails that came back since he last wrote
  unreachable INTEGER,                   -- since when the first address is known to send mail back
  heard INTEGER NOT NULL DEFAULT 1,      -- 0: was given a seat, and has not written yet
  format TEXT NOT NULL DEFAULT 'plain',  -- 'plain', 'html', 'bare' (html without pictures), 'spoken'
  shown TEXT                             -- what the club's pages call them: a name, '' for none; nothing: not said
) STRICT;
CREATE UNIQUE INDEX person_second ON person (second) WHERE second IS NOT NULL;

-- What waits for a "yes": letters whose writer is not proved, a new address, a farewell.
CREATE TABLE request (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,                    -- 'letter', 'address', 'old-address', 'second', 'forget', 'deed', 'farewell'
  person INTEGER REFERENCES person,      -- nothing: somebody new
  address TEXT NOT NULL,                 -- who is asked
  detail TEXT NOT NULL,                  -- the new address; of a letter where it came from; of a deed
                                         -- what is to be done; of a farewell the Message-ID of the last mail
  made INTEGER NOT NULL,
  asked INTEGER                          -- nothing: not asked yet
) STRICT;
CREATE INDEX request_address ON request (address);

-- A tag of a reply address that was replaced, because somebody else had it.
CREATE TABLE tag (
  person INTEGER NOT NULL REFERENCES person,
  board TEXT NOT NULL,
  seat TEXT NOT NULL,                    -- as it stands in the tag
  turned INTEGER NOT NULL,               -- how often
  PRIMARY KEY (person, board, seat)
) STRICT, WITHOUT ROWID;

-- Whether mail from an address comes with a verdict: then mail without one is asked about.
CREATE TABLE habit (
  address TEXT PRIMARY KEY,
  domain TEXT NOT NULL,
  signs INTEGER NOT NULL                 -- above 0: it does; its owner has said yes to a letter without one: below
) STRICT, WITHOUT ROWID;
CREATE INDEX habit_domain ON habit (domain) WHERE signs > 0;

-- When somebody is away.
CREATE TABLE absence (
  person INTEGER NOT NULL REFERENCES person,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (person, since)
) STRICT;

-- A game being played.
CREATE TABLE board (
  id TEXT PRIMARY KEY,                   -- ostia-3
  header TEXT NOT NULL,                  -- JSON: game, players, variant, pace, commitment
  seed TEXT NOT NULL,                    -- secret until the end
  settings TEXT NOT NULL,                -- JSON: deadlines, silence, press, who releases
  status TEXT NOT NULL,                  -- JSON: gathering, running, held, paused, over, closed, broken
  moderator INTEGER REFERENCES person,
  created INTEGER NOT NULL,
  timeline INTEGER NOT NULL,             -- the one that counts
  rounds INTEGER NOT NULL,               -- closed on it
  stage TEXT NOT NULL,
  snapshot TEXT,                         -- JSON: the position when the stage opened; nothing before the start
  opened_after INTEGER,                  -- how many rounds were closed then
  opened INTEGER NOT NULL,               -- when the open round began
  deadline INTEGER,                      -- of the open round
  clock TEXT NOT NULL,                   -- JSON: reminders sent, grace, changes of the deadline, pauses
  wake INTEGER                           -- when the clock must look at this table next
) STRICT;
CREATE INDEX board_wake ON board (wake) WHERE wake IS NOT NULL;

-- Who sits where.
CREATE TABLE seat (
  board TEXT NOT NULL REFERENCES board,
  seat TEXT NOT NULL,                    -- Rome
  owner INTEGER REFERENCES person,       -- whose seat it is
  standby INTEGER REFERENCES person,     -- who plays it meanwhile
  keeper TEXT NOT NULL,                  -- 'owner', 'standby', 'caretaker'
  missed INTEGER NOT NULL,               -- deadlines in a row
  bank INTEGER NOT NULL,                 -- seconds of lateness left
  PRIMARY KEY (board, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_owner ON seat (owner);
CREATE INDEX seat_standby ON seat (standby);

-- Who else belongs to a table.
CREATE TABLE member (
  board TEXT NOT NULL REFERENCES board,
  person INTEGER NOT NULL REFERENCES person,
  role TEXT NOT NULL,                    -- 'waiting' for the start, 'observer', 'standby'
  wishes TEXT NOT NULL,                  -- the seats he would like, best first
  since INTEGER NOT NULL,
  PRIMARY KEY (board, person, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_person ON member (person);

-- After a rollback a table goes on along another line; the old one is kept.
CREATE TABLE timeline (
  board TEXT NOT NULL REFERENCES board,
  id INTEGER NOT NULL,
  parent INTEGER,
  forked INTEGER NOT NULL,               -- how many rounds it shares with its parent
  since INTEGER NOT NULL,
  PRIMARY KEY (board, id)
) STRICT, WITHOUT ROWID;

-- A closed round: with the header and the seed it is the whole game.
CREATE TABLE round (
  board TEXT NOT NULL REFERENCES board,
  timeline INTEGER NOT NULL,
  number INTEGER NOT NULL,               -- from 1
  record TEXT NOT NULL,                  -- JSON: stage, letters, seal
  closed INTEGER NOT NULL,
  PRIMARY KEY (board, timeline, number)
) STRICT, WITHOUT ROWID;

-- Orders as filed, every revision. The last one of a round counts.
CREATE TABLE letter (
  board TEXT NOT NULL REFERENCES board,
  seat TEXT NOT NULL,
  number INTEGER NOT NULL,               -- of the receipt, per seat, from 1
  timeline INTEGER NOT NULL,
  round INTEGER NOT NULL,                -- the one that was open
  text TEXT NOT NULL,                    -- canonical
  finality TEXT NOT NULL,                -- 'draft', 'final', or 'amended' by a moderator
  chain TEXT NOT NULL,                   -- the hash of this letter and of the seat's letters before
  author INTEGER REFERENCES person,      -- nobody: the caretaker
  filed INTEGER NOT NULL,
  PRIMARY KEY (board, seat, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX letter_round ON letter (board, timeline, round);

-- Every mail that came in, before anything else is done with it.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  message_id TEXT,
  sender TEXT NOT NULL,
  received INTEGER NOT NULL,
  fate TEXT NOT NULL,                    -- 'answered', 'waiting', 'nuisance: …', 'quarantine: …', 'released'
  raw BLOB NOT NULL,                     -- without passwords; nothing once it is too old to keep
  request INTEGER REFERENCES request,    -- what it waits for
  seal TEXT                              -- the hash of the signature that proved it: no signature proves two letters
) STRICT;
CREATE INDEX mail_message_id ON mail (message_id);
CREATE INDEX mail_request ON mail (request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX mail_seal ON mail (seal) WHERE seal IS NOT NULL;
CREATE INDEX mail_quarantine ON mail (id) WHERE fate LIKE 'quarantine%';

-- Every mail that goes out, written in the same transaction as what it tells.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
  message_id TEXT NOT NULL UNIQUE,
  board TEXT,
  address TEXT NOT NULL,
  bytes BLOB NOT NULL,
  written INTEGER NOT NULL,
  sent INTEGER,                          -- nothing: it still has to go
  attempts INTEGER NOT NULL DEFAULT 0,   -- how often a server said: later
  next INTEGER NOT NULL DEFAULT 0,       -- not tried before this
  reply TEXT,                            -- what the server said last
  failed INTEGER                         -- since when it is given up
) STRICT;
CREATE INDEX outbox_ready ON outbox (id) WHERE sent IS NULL AND failed IS NULL;

-- The forms we sent: a player may edit one inside the quote.
CREATE TABLE form (
  message_id TEXT PRIMARY KEY,
  board TEXT NOT NULL REFERENCES board,
  seat TEXT NOT NULL,
  timeline INTEGER NOT NULL,
  round INTEGER NOT NULL,
  lead TEXT NOT NULL,
  form TEXT NOT NULL,
  rest TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX form_board ON form (board);

-- Letters between people as they went out, so that an answer finds its way back. Who does not sign is known here only.
CREATE TABLE press (
  message_id TEXT PRIMARY KEY,           -- of the mail to this reader
  board TEXT NOT NULL REFERENCES board,
  reader INTEGER NOT NULL REFERENCES person,
  veiled INTEGER NOT NULL,               -- 1: the reader takes part without a name
  writer INTEGER NOT NULL REFERENCES person,
  signed TEXT,                           -- the writer's seat, or 'moderator'; nothing: without a name
  audience TEXT NOT NULL                 -- JSON: to whom else it went
) STRICT, WITHOUT ROWID;
CREATE INDEX press_reader ON press (reader);
CREATE INDEX press_writer ON press (writer);

-- What waits for somebody's next digest.
CREATE TABLE digest (
  id INTEGER PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES person,
  board TEXT,
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX digest_person ON digest (person);

-- The public log of a table: whoever did something for somebody else stands here.
CREATE TABLE log (
  id INTEGER PRIMARY KEY,
  board TEXT NOT NULL REFERENCES board,
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX log_board ON log (board);

-- Diaries (sealed until the end) and moderators' notes.
CREATE TABLE page (
  id INTEGER PRIMARY KEY,
  board TEXT NOT NULL REFERENCES board,
  person INTEGER NOT NULL REFERENCES person,
  kind TEXT NOT NULL,                    -- 'diary', 'note'
  stage TEXT NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX page_board ON page (board);

-- Whose letters somebody does not want to read.
CREATE TABLE mute (
  board TEXT NOT NULL REFERENCES board,
  writer INTEGER NOT NULL REFERENCES person,
  reader INTEGER NOT NULL,               -- a person; 0: nobody gets them, by the moderator's word
  PRIMARY KEY (board, writer, reader)
) STRICT, WITHOUT ROWID;

-- Votes that are open.
CREATE TABLE vote (
  board TEXT NOT NULL REFERENCES board,
  kind TEXT NOT NULL,                    -- 'extend', 'draw'
  seat TEXT NOT NULL,
  value INTEGER NOT NULL,                -- seconds of extension; 1 for a draw
  PRIMARY KEY (board, kind, seat)
) STRICT, WITHOUT ROWID;

-- How a table ended: for standings and ratings.
CREATE TABLE result (
  board TEXT PRIMARY KEY REFERENCES board,
  game TEXT NOT NULL,
  ended INTEGER NOT NULL,
  places TEXT NOT NULL,                  -- JSON: seats, the best first, those who are level together
  seats TEXT NOT NULL,                   -- JSON: whose each seat was, who had left it, deadlines missed
  judged INTEGER NOT NULL                -- 1: the league ended it, not the rules
) STRICT, WITHOUT ROWID;
CREATE INDEX result_ended ON result (ended);

-- A competition of many tables, season after season.
CREATE TABLE league (
  id TEXT PRIMARY KEY,                   -- winter
  rules TEXT NOT NULL,                   -- JSON: game, rounds, points, divisions
  moderator INTEGER REFERENCES person,
  season INTEGER NOT NULL,               -- the newest one
  wake INTEGER                           -- when its next step is due
) STRICT, WITHOUT ROWID;
CREATE INDEX league_wake ON league (wake) WHERE wake IS NOT NULL;

CREATE TABLE season (
  league TEXT NOT NULL REFERENCES league,
  number INTEGER NOT NULL,               -- from 1
  calendar TEXT NOT NULL,                -- JSON: when its steps are due
  seed TEXT NOT NULL,                    -- secret until the season is over: the draws come from it
  salt TEXT NOT NULL,                    -- the hash of who entered; empty before
  PRIMARY KEY (league, number)
) STRICT, WITHOUT ROWID;

-- What was done in a season. A step is done once.
CREATE TABLE step (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  number INTEGER NOT NULL,               -- from 0, in the order of the calendar
  step TEXT NOT NULL,                    -- JSON
  done INTEGER NOT NULL,
  PRIMARY KEY (league, season, number)
) STRICT, WITHOUT ROWID;

-- Who plays in a season.
CREATE TABLE entrant (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  entered INTEGER NOT NULL,
  gone INTEGER,                          -- since when no longer drawn
  division INTEGER NOT NULL,             -- from 1; 0 before entries are closed
  rank INTEGER NOT NULL,                 -- the last place in it; 0 before the end
  moved TEXT,                            -- 'up', 'stays', 'down'; nothing before the end
  PRIMARY KEY (league, season, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_person ON entrant (person);

-- A table of a season.
CREATE TABLE fixture (
  board TEXT PRIMARY KEY REFERENCES board,
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  round INTEGER NOT NULL,
  division INTEGER NOT NULL,
  seats TEXT NOT NULL                    -- JSON: each seat and who drew it
) STRICT, WITHOUT ROWID;
CREATE INDEX fixture_league ON fixture (league, season, round);

-- Who sat out a round.
CREATE TABLE bye (
  league TEXT NOT NULL REFERENCES league,
  season INTEGER NOT NULL,
  round INTEGER NOT NULL,
  person INTEGER NOT NULL REFERENCES person,
  PRIMARY KEY (league, season, round, person)
) STRICT, WITHOUT ROWID;

-- Points that a moderator gave or took away.
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
