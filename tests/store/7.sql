-- A club as the program of 19 November 2026 (commit b5ab2c0, schema 7) kept it: a table of three after three rounds, with press.
PRAGMA user_version = 7;
CREATE TABLE club (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  address TEXT NOT NULL UNIQUE,          -- without tag, in lower case
  language TEXT NOT NULL,
  zone TEXT NOT NULL,                    -- Europe/Rome
  wants TEXT NOT NULL,                   -- 'every' mail, or a 'digest'
  joined INTEGER NOT NULL
, second TEXT, password TEXT, former TEXT NOT NULL DEFAULT '[]', bounces INTEGER NOT NULL DEFAULT 0, unreachable INTEGER, heard INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE TABLE absence (
  person INTEGER NOT NULL REFERENCES person,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (person, since)
) STRICT;
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
  clock TEXT NOT NULL,                   -- JSON: reminders sent, grace, lateness used
  wake INTEGER                           -- when the clock must look at this table next
) STRICT;
CREATE INDEX board_wake ON board (wake) WHERE wake IS NOT NULL;
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
CREATE TABLE member (
  board TEXT NOT NULL REFERENCES board,
  person INTEGER NOT NULL REFERENCES person,
  role TEXT NOT NULL,                    -- 'waiting' for the start, 'observer', 'standby'
  wishes TEXT NOT NULL,                  -- the seats he would like, best first
  since INTEGER NOT NULL,
  PRIMARY KEY (board, person, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_person ON member (person);
CREATE TABLE timeline (
  board TEXT NOT NULL REFERENCES board,
  id INTEGER NOT NULL,
  parent INTEGER,
  forked INTEGER NOT NULL,               -- how many rounds it shares with its parent
  since INTEGER NOT NULL,
  PRIMARY KEY (board, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE round (
  board TEXT NOT NULL REFERENCES board,
  timeline INTEGER NOT NULL,
  number INTEGER NOT NULL,               -- from 1
  record TEXT NOT NULL,                  -- JSON: stage, letters, seal
  closed INTEGER NOT NULL,
  PRIMARY KEY (board, timeline, number)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE mail (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,
  message_id TEXT,
  sender TEXT NOT NULL,
  received INTEGER NOT NULL,
  fate TEXT NOT NULL,                    -- 'answered', 'nuisance: …', 'quarantine: …', 'released'
  raw BLOB NOT NULL
, request INTEGER REFERENCES request, seal TEXT) STRICT;
CREATE INDEX mail_message_id ON mail (message_id);
CREATE INDEX mail_quarantine ON mail (id) WHERE fate LIKE 'quarantine%';
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
CREATE TABLE digest (
  id INTEGER PRIMARY KEY,
  person INTEGER NOT NULL REFERENCES person,
  board TEXT,
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX digest_person ON digest (person);
CREATE TABLE log (
  id INTEGER PRIMARY KEY,
  board TEXT NOT NULL REFERENCES board,
  at INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX log_board ON log (board);
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
CREATE TABLE vote (
  board TEXT NOT NULL REFERENCES board,
  kind TEXT NOT NULL,                    -- 'extend', 'draw'
  seat TEXT NOT NULL,
  value INTEGER NOT NULL,                -- seconds of extension; 1 for a draw
  PRIMARY KEY (board, kind, seat)
) STRICT, WITHOUT ROWID;
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
CREATE INDEX mail_request ON mail (request) WHERE request IS NOT NULL;
CREATE UNIQUE INDEX mail_seal ON mail (seal) WHERE seal IS NOT NULL;
CREATE TABLE "outbox" (
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
CREATE INDEX outbox_ready ON outbox (id) WHERE sent IS NULL AND failed IS NULL;
CREATE TABLE mute (
  board TEXT NOT NULL REFERENCES board,
  writer INTEGER NOT NULL REFERENCES person,
  reader INTEGER NOT NULL,
  PRIMARY KEY (board, writer, reader)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "club" VALUES ('key','d8a888ee0447f9fba5a6dd16b5f54fb951ca2311c1aea15ef98bc4c5923c06c7');
INSERT INTO "club" VALUES ('awake','1795129186');
INSERT INTO "person" VALUES (1,'ops','ops@club.example','en','UTC','every',1795129183,NULL,NULL,'[]',0,NULL,1);
INSERT INTO "person" VALUES (2,'anna','anna@home.example','en','UTC','every',1795129183,NULL,NULL,'[]',0,NULL,1);
INSERT INTO "person" VALUES (3,'bela','bela@home.example','en','UTC','every',1795129183,NULL,NULL,'[]',0,NULL,1);
INSERT INTO "person" VALUES (4,'cleo','cleo@home.example','en','UTC','every',1795129183,NULL,NULL,'[]',0,NULL,1);
INSERT INTO "board" VALUES ('ostia-1','{"table":"ostia-1","game":"mare-nostrum","players":3,"variant":"seats=rome+greece+egypt","pace":"bulk","commitment":"a8c73f7b669a3babebca9450cdceeb63436bfc0058f8245c80260d087510c927"}','b2d1d91558ed3efd63bcac21df741583762787d7ca1e273cd74d0875417bd1d8','{"deadline":"7 days","stages":{},"follow-up":"2 days","least":"2 days","advance":"all-in","grace":"0","reminders":["1 day"],"bank":"0","absence":"14 days","silent-after":2,"standby-after":2,"caretaker-after":3,"press":"any","release":"at-once","awaited":"shown","start":"moderator","no-show":"0","emergency":"3 days"}','"running"',1,1795129183,1,3,'turn 2/commerce','{"rounds":3,"state":{"position":{"ground":{"turn":2,"areas":[{"owner":"seat/0","settled":0,"cities":0,"caravans":2,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/0","settled":0,"cities":1,"caravans":1,"market":false,"temple":false,"legions":[2,0,0,0,0],"fortresses":[1,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/0","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/2","settled":0,"cities":3,"caravans":1,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,1,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/2","settled":0,"cities":0,"caravans":1,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/2","settled":0,"cities":0,"caravans":1,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/4","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,1],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/4","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,1],"fortresses":[0,0,0,0,1],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/4","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,1],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/3","settled":0,"cities":3,"caravans":3,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,1,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/3","settled":0,"cities":1,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/3","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/1","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,1,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/1","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,1,0,0,0],"fortresses":[0,1,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":"seat/1","settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,1,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null},{"owner":null,"settled":0,"cities":0,"caravans":0,"market":false,"temple":false,"legions":[0,0,0,0,0],"fortresses":[0,0,0,0,0],"docked":[0,0,0,0,0],"hold":null}],"fleets":[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]],"roles":["seat/2","seat/3","seat/0"],"owners":["seat/0",null,"seat/2","seat/3",null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null],"bank":["good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/tax","good/perfume","good/perfume","good/perfume","good/perfume","good/perfume","good/papyrus","good/papyrus","good/papyrus","good/papyrus","good/papyrus","good/gold","good/gold","good/gold","good/gold","good/gold","good/gems","good/gems","good/gems","good/gems","good/gems","good/oil","good/oil","good/oil","good/oil","good/oil","good/oil","good/oil","good/wine","good/wine","good/wine","good/wine","good/wine","good/wine","good/wine","good/livestock","good/livestock","good/livestock","good/livestock","good/livestock","good/livestock","good/livestock","good/fruit","good/fruit","good/fruit","good/fruit","good/fruit","good/fruit","good/fruit","good/metal","good/metal","good/metal","good/metal","good/metal","good/metal","good/metal","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/grain","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/fish","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves","good/slaves"],"stock":[2,11,8,4],"winners":[]},"phase":"commerce","points":[0,0,0,0,0],"lots":[]},"hands":[[],[],["good/tax","good/tax"],["good/tax","good/tax"],[]]},"salt":"d76304140e76a6c078a4d0bdc6d6762e1aa5e66ccde7c67517f4e7a0a486d043","seal":"711d3c64fd36a1eaa118626ef13bee1a","standing":{},"carried":{}}',3,1795129186,1795733986,'{"reminded":[],"grace":false,"changes":4,"hold":false,"asked":["Rome","Greece","Egypt"],"entry":1795733986,"counted":{},"sought":[],"pause":null,"paused":[],"silences":{}}',1795647586);
INSERT INTO "seat" VALUES ('ostia-1','Egypt',3,NULL,'owner',0,0);
INSERT INTO "seat" VALUES ('ostia-1','Greece',2,NULL,'owner',0,0);
INSERT INTO "seat" VALUES ('ostia-1','Rome',4,NULL,'owner',0,0);
INSERT INTO "timeline" VALUES ('ostia-1',1,NULL,0,1795129184);
INSERT INTO "round" VALUES ('ostia-1',1,1,'{"stage":"turn 1/commerce","letters":{"Egypt":"\npick any","Greece":"\npick any","Rome":"\npick any"},"seal":"28eedbd42d9ed865a5d8752d82359fa6"}',1795129185);
INSERT INTO "round" VALUES ('ostia-1',1,2,'{"stage":"turn 1/building","letters":{"Egypt":"\nnothing","Greece":"\nnothing","Rome":"\nnothing"},"seal":"4f7451f68dd132a305433dcd70ddb834"}',1795129185);
INSERT INTO "round" VALUES ('ostia-1',1,3,'{"stage":"turn 1/military","letters":{"Egypt":"\nnothing","Greece":"\nnothing","Rome":"\nnothing"},"seal":"711d3c64fd36a1eaa118626ef13bee1a"}',1795129186);
INSERT INTO "letter" VALUES ('ostia-1','Egypt',1,1,1,'
pick any','final','7c2ff755ff9de45544e9e8fef3c421ca',3,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Egypt',2,1,2,'
nothing','final','00eea7718a3c1983a62a7ad2f2467575',3,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Egypt',3,1,3,'
nothing','final','86f45213b046e2bddb08d98d8ce5f5f5',3,1795129186);
INSERT INTO "letter" VALUES ('ostia-1','Greece',1,1,1,'
pick any','final','807aeb552242ab87ae0c654fada83a53',2,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Greece',2,1,2,'
nothing','final','a7e9a242c466cecd9c54fc812a348551',2,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Greece',3,1,3,'
nothing','final','4c2681022ccb8c8e11f6e1175227eff6',2,1795129186);
INSERT INTO "letter" VALUES ('ostia-1','Rome',1,1,1,'
pick any','final','73248ecff69ea9ee3752f9f1f4a4d4d7',4,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Rome',2,1,2,'
nothing','final','eb9c9cdb924b87927811467d594d1c59',4,1795129185);
INSERT INTO "letter" VALUES ('ostia-1','Rome',3,1,3,'
nothing','final','b0593f8f1748a21f5ec6b123a0c96dc5',4,1795129186);
INSERT INTO "mail" VALUES (1,'5489699b348abf762273cc175c7feb1ab5ca0ce257ff38b7fd728bf4a0f3e7d4','c631f12b94b6d70c3f72ea9e@club.example','ops@club.example',1795129183,'answered',X'46726F6D3A206F707340636C75622E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3432202B303030300D0A4D6573736167652D49443A203C63363331663132623934623664373063336637326561396540636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A6E6577206F737469612D31206D6172652D6E6F737472756D20332076617269616E742073656174733D726F6D652B6772656563652B65677970740D0A',NULL,NULL);
INSERT INTO "mail" VALUES (2,'95231879e94a1098672e9046668af8e15b893fa8a5e35d4fe0c3420f436df6e9','aa9ea54c7ae2fa983a56e6b0@club.example','anna@home.example',1795129183,'answered',X'46726F6D3A20616E6E6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3433202B303030300D0A4D6573736167652D49443A203C61613965613534633761653266613938336135366536623040636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A6A6F696E206F737469612D310D0A',NULL,NULL);
INSERT INTO "mail" VALUES (3,'89f7d836a9793849e5652f61e9789f9fce8000742c8d0a30f26054b72c3468c5','e333abff6093395376e872cf@club.example','bela@home.example',1795129183,'answered',X'46726F6D3A2062656C6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3433202B303030300D0A4D6573736167652D49443A203C65333333616266663630393333393533373665383732636640636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A6A6F696E206F737469612D310D0A',NULL,NULL);
INSERT INTO "mail" VALUES (4,'8ae54a2719fbee1fb3ba9c5aef362204d26c41da4e87a9115134715ac8120dc8','c1740853d626e1a8f730f4b8@club.example','cleo@home.example',1795129183,'answered',X'46726F6D3A20636C656F40686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3433202B303030300D0A4D6573736167652D49443A203C63313734303835336436323665316138663733306634623840636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A6A6F696E206F737469612D310D0A',NULL,NULL);
INSERT INTO "mail" VALUES (5,'f83dc7df5b71d6ca5ab380d339a016282506eee5e88c954cce861af7d13bbcf7','d2c62307e6b48cd8eaa1509c@club.example','ops@club.example',1795129184,'answered',X'46726F6D3A206F707340636C75622E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3433202B303030300D0A4D6573736167652D49443A203C64326336323330376536623438636438656161313530396340636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A73746172740D0A',NULL,NULL);
INSERT INTO "mail" VALUES (6,'c17492dad5e8ac25ab50b9d9f7255998f6743df71bf0b6e201fb0833506d2315','f016f36ae9ef78d1249add50@club.example','anna@home.example',1795129185,'answered',X'46726F6D3A20616E6E6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3434202B303030300D0A4D6573736167652D49443A203C66303136663336616539656637386431323439616464353040636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A7069636B20616E790D0A',NULL,NULL);
INSERT INTO "mail" VALUES (7,'5bf9de4a3a36d1ed8db313852300930e397fda6a494d0678e07a7036d8c7f6a5','92968d62b50831d51a2fe896@club.example','bela@home.example',1795129185,'answered',X'46726F6D3A2062656C6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3434202B303030300D0A4D6573736167652D49443A203C39323936386436326235303833316435316132666538393640636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A7069636B20616E790D0A',NULL,NULL);
INSERT INTO "mail" VALUES (8,'af10cfd51948dd4e15afda2139939e227be45c31fc71c083c0bbb97c3302bde9','a44d465245ae893823fd551f@club.example','cleo@home.example',1795129185,'answered',X'46726F6D3A20636C656F40686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3434202B303030300D0A4D6573736167652D49443A203C61343464343635323435616538393338323366643535316640636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A7069636B20616E790D0A',NULL,NULL);
INSERT INTO "mail" VALUES (9,'2cc58cc968de67258c9e9c22d5a915b83b0a43f98fb24232077c71782dead36e','6acd2a6ea0401e51f5b8099c@club.example','anna@home.example',1795129185,'answered',X'46726F6D3A20616E6E6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C36616364326136656130343031653531663562383039396340636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (10,'067717c6f410d6b4c1553759a1e94f8cab17e63e16bec4f8d6492967c43d9e6b','9c913e0bb46f8abf2f0bbc24@club.example','bela@home.example',1795129185,'answered',X'46726F6D3A2062656C6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C39633931336530626234366638616266326630626263323440636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (11,'ec23feaf3d279af6047ad43ea109ee884457af5fd0a2f46252fb9ea4da0d9797','1452e38466a996d8f42df8ae@club.example','cleo@home.example',1795129185,'answered',X'46726F6D3A20636C656F40686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C31343532653338343636613939366438663432646638616540636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (12,'81726e34b11c9c01c6225375096b1515075efd7c4cf8dadb81c4eac70c3830f2','34c7493e25b0c5440d0d7b59@club.example','anna@home.example',1795129186,'answered',X'46726F6D3A20616E6E6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C33346337343933653235623063353434306430643762353940636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (13,'59102648dd5cc860615d523920a50f7ad786e9389bf55aae9e2d70ff4f82e9d5','52d5f6ecd56a85a7dc38793f@club.example','bela@home.example',1795129186,'answered',X'46726F6D3A2062656C6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C35326435663665636435366138356137646333383739336640636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (14,'998f322409f5c56db0d8bbcca36d60723a4797ca64fd43ef68f39f6f53df2e87','40d263f9a6c03d36b87fe05e@club.example','cleo@home.example',1795129186,'answered',X'46726F6D3A20636C656F40686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3435202B303030300D0A4D6573736167652D49443A203C34306432363366396136633033643336623837666530356540636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A6E6F7468696E670D0A',NULL,NULL);
INSERT INTO "mail" VALUES (15,'58666f75bf6afb59a04bc743003c02aa7bae14e6150700904e00a2229b2ec881','7e4e6cb9de1478cc2a0b1bd5@club.example','anna@home.example',1795129186,'answered',X'46726F6D3A20616E6E6140686F6D652E6578616D706C650D0A546F3A207265666572656540636C75622E6578616D706C650D0A5375626A6563743A200D0A446174653A205468752C203139204E6F7620323032362032323A35393A3436202B303030300D0A4D6573736167652D49443A203C37653465366362396465313437386363326130623162643540636C75622E6578616D706C653E0D0A4D494D452D56657273696F6E3A20312E300D0A436F6E74656E742D547970653A20746578742F706C61696E3B20636861727365743D7574662D380D0A436F6E74656E742D5472616E736665722D456E636F64696E673A20386269740D0A0D0A7461626C65206F737469612D310A707265737320746F20616C6C3A2073616C76650D0A',NULL,NULL);
INSERT INTO "form" VALUES ('ostia-1-1-1-1795129185-2.6f9a5233f2a425c5bc2c8514.round.ostia-1.1.3@club.example','ostia-1','Rome',1,3,'Please answer by Thursday 26 November 2026, 22:59 (UTC).

Rome, turn 1, Military

YOUR MOVE
Please send your orders for turn 1, Military.
You hold no cards.

Reply with the lines you want, changed as you like. What stands behind a #
is not read: take the # away to give that order.
If you say nothing, you stay where you are, defend yourself and lose legions
before fortresses. Where your legions have conquered a province they go on
as before; at first one is set to convert it.

','# Rome, turn 1, Military
# order Greece, Egypt, Rome
# move 1 legion Roma -> Gallia Cisalpina
# losses legion, fortress
','
WHAT HAPPENED

Egypt builds: nothing

Rome builds, called by Egypt: nothing

Greece builds, called by Egypt: nothing

When all have built
- Egypt returns 3 unspent cards to the bank.
- Egypt keeps 2 cards.
- Rome returns 3 unspent cards to the bank.
- Only Rome sees what it returned: oil, wine and grain.
- Greece returns 3 unspent cards to the bank.
- Greece keeps 2 cards.

Turn 1: Military
- Rome stays Military Leader with the most legions, triremes and fortresses:
  3.

THE BOARD
Rome
- Roma (city, caravan of wine, 2 legions, fortress)
- Gallia Cisalpina (caravan of grain)
- Tarentum

Carthage (neutral)
- Carthago (1 legion, fortress)
- Leptis Magna (1 legion)
- Numidia (1 legion)

Greece
- Athenae (city of Athenae, city of Sparta, caravan of oil, fortress)
- Cnossus (caravan of fish)
- Rhodus (caravan of wine)

Egypt
- Alexandria (city of Alexandria, city of Memphis, caravan of papyrus,
  caravan of grain, fortress)
- Thebae (city)
- Cyrene

Babylon (neutral)
- Babylon (1 legion, fortress)
- Ninive (1 legion)
- Arabia (1 legion)

Free: Corsica, Sardinia, Syracusae, Illyria, Epirus, Moesia, Dacia,
Constantinopolis, Troas, Bithynia, Pontus, Lycia, Cappadocia, Armenia,
Cyprus, Antiochia, Hierosolyma and Libya.

No triremes are at sea.

AROUND YOU
- Gallia Cisalpina borders Roma and Illyria; on Mare Ligusticum and Mare
  Adriaticum; room for caravan of livestock, market, temple
- Roma borders Gallia Cisalpina and Tarentum; on Mare Tyrrhenum and Mare
  Adriaticum; room for market, temple
- Tarentum borders Roma; on Mare Tyrrhenum, Mare Adriaticum and Mare Ionium;
  room for city of Tarentum, caravan of fish, market, temple

WHERE YOUR NEXT MARKER CAN GO
- Illyria borders Gallia Cisalpina, Epirus, Moesia and Dacia; on Mare
  Adriaticum; room for caravan of slaves, market, temple

STANDINGS
Rome: 1 of 4 heroes and wonders (Julius Caesar)
- 3 provinces, no cards in hand
- 1 city, 2 caravans
- 2 legions, 1 fortress
Greece: 1 of 4 heroes and wonders (Pericles)
- 3 provinces, 2 cards in hand
- 2 cities, 3 caravans
- 1 fortress
Egypt: 1 of 4 heroes and wonders (Cleopatra)
- 3 provinces, 2 cards in hand
- 3 cities, 2 caravans
- 1 fortress

WHO LEADS
Director of Commerce: Greece
- Greece 3, Rome 2, Egypt 2
Political Leader: Egypt
- Egypt 3, Greece 2, Rome 1
Military Leader: Rome
- Rome 3, Greece 1, Egypt 1

THE BANK
- 31 taxes, 5 perfume, 5 papyrus, 5 gold, 5 gems, 7 oil, 7 wine, 7
  livestock, 7 fruit, 7 metal, 11 grain, 11 fish and 11 slaves
- buildings left: 2 cities, 11 caravans, 8 markets, 4 temples
- heroes and wonders left: Agamemnon, Archimedes, Helen of Troy,
  Nebuchadnezzar, Solomon, Ulysses, Colossus, Hanging Gardens, Temple of
  Artemis, Statue of Zeus, Lighthouse, Mausoleum and Pyramids

Used was your letter number 2, receipt eb9c-9cdb-924b-8792.
Seal of round 2: 4f74-51f6-8dd1-32a3

Just answer this mail. Other things you can write: help, what if, card ...,
press to ..., status, map, absent
');
INSERT INTO "form" VALUES ('ostia-1-1-2-1795129186-3.cabaf1372a88946f60094024.round.ostia-1.1.4@club.example','ostia-1','Rome',1,4,'Please answer by Thursday 26 November 2026, 22:59 (UTC).

Rome, turn 2, Commerce

YOUR MOVE
Please send your orders for turn 2, Commerce.
You hold 3 cards: tax, wine and grain.

Reply with the lines you want, changed as you like. What stands behind a #
is not read: take the # away to give that order.
If you say nothing, you lay out what you can best spare and take what makes
your sets longest.

','# Rome, turn 2, Commerce
# offer tax, wine, grain
# pick perfume, any
','
WHAT HAPPENED

Greece moves, called by Rome: nothing

Egypt moves, called by Rome: nothing

Rome moves: nothing

Turn 2: Commerce
- Greece stays Director of Commerce with the most caravans and markets: 3.
- Rome earns tax, wine and grain.
- Greece earns 2 taxes, oil, wine and fish.
- Egypt earns 3 taxes, papyrus and grain.

THE BOARD
Rome
- Roma (city, caravan of wine, 2 legions, fortress)
- Gallia Cisalpina (caravan of grain)
- Tarentum

Carthage (neutral)
- Carthago (1 legion, fortress)
- Leptis Magna (1 legion)
- Numidia (1 legion)

Greece
- Athenae (city of Athenae, city of Sparta, caravan of oil, fortress)
- Cnossus (caravan of fish)
- Rhodus (caravan of wine)

Egypt
- Alexandria (city of Alexandria, city of Memphis, caravan of papyrus,
  caravan of grain, fortress)
- Thebae (city)
- Cyrene

Babylon (neutral)
- Babylon (1 legion, fortress)
- Ninive (1 legion)
- Arabia (1 legion)

Free: Corsica, Sardinia, Syracusae, Illyria, Epirus, Moesia, Dacia,
Constantinopolis, Troas, Bithynia, Pontus, Lycia, Cappadocia, Armenia,
Cyprus, Antiochia, Hierosolyma and Libya.

No triremes are at sea.

AROUND YOU
- Gallia Cisalpina borders Roma and Illyria; on Mare Ligusticum and Mare
  Adriaticum; room for caravan of livestock, market, temple
- Roma borders Gallia Cisalpina and Tarentum; on Mare Tyrrhenum and Mare
  Adriaticum; room for market, temple
- Tarentum borders Roma; on Mare Tyrrhenum, Mare Adriaticum and Mare Ionium;
  room for city of Tarentum, caravan of fish, market, temple

WHERE YOUR NEXT MARKER CAN GO
- Illyria borders Gallia Cisalpina, Epirus, Moesia and Dacia; on Mare
  Adriaticum; room for caravan of slaves, market, temple

STANDINGS
Rome: 1 of 4 heroes and wonders (Julius Caesar)
- 3 provinces, 3 cards in hand
- 1 city, 2 caravans
- 2 legions, 1 fortress
Greece: 1 of 4 heroes and wonders (Pericles)
- 3 provinces, 7 cards in hand
- 2 cities, 3 caravans
- 1 fortress
Egypt: 1 of 4 heroes and wonders (Cleopatra)
- 3 provinces, 7 cards in hand
- 3 cities, 2 caravans
- 1 fortress

WHO LEADS
Director of Commerce: Greece
- Greece 3, Rome 2, Egypt 2
Political Leader: Egypt
- Egypt 3, Greece 2, Rome 1
Military Leader: Rome
- Rome 3, Greece 1, Egypt 1

THE BANK
- 25 taxes, 5 perfume, 4 papyrus, 5 gold, 5 gems, 6 oil, 5 wine, 7
  livestock, 7 fruit, 7 metal, 9 grain, 10 fish and 11 slaves
- buildings left: 2 cities, 11 caravans, 8 markets, 4 temples
- heroes and wonders left: Agamemnon, Archimedes, Helen of Troy,
  Nebuchadnezzar, Solomon, Ulysses, Colossus, Hanging Gardens, Temple of
  Artemis, Statue of Zeus, Lighthouse, Mausoleum and Pyramids

Used was your letter number 3, receipt b059-3f8f-1748-a21f.
Seal of round 3: 711d-3c64-fd36-a1ea

Just answer this mail. Other things you can write: help, what if, card ...,
press to ..., status, map, absent
');
INSERT INTO "form" VALUES ('ostia-1-1-2-1795129186-3.cf80af4c62a57c5bf3550f2c.round.ostia-1.1.4@club.example','ostia-1','Greece',1,4,'Please answer by Thursday 26 November 2026, 22:59 (UTC).

Greece, turn 2, Commerce

YOUR MOVE
Please send your orders for turn 2, Commerce.
You hold 7 cards: 4 taxes, oil, wine and fish.

Reply with the lines you want, changed as you like. What stands behind a #
is not read: take the # away to give that order.
If you say nothing, you lay out what you can best spare and take what makes
your sets longest.

','# Greece, turn 2, Commerce
# trade 3
# give tax, oil, wine, fish
# offer tax, tax, oil, wine, fish
# pick perfume, any
','
WHAT HAPPENED

Greece moves, called by Rome: nothing

Egypt moves, called by Rome: nothing

Rome moves: nothing

Turn 2: Commerce
- Greece stays Director of Commerce with the most caravans and markets: 3.
- Rome earns tax, wine and grain.
- Greece earns 2 taxes, oil, wine and fish.
- Egypt earns 3 taxes, papyrus and grain.

THE BOARD
Greece
- Athenae (city of Athenae, city of Sparta, caravan of oil, fortress)
- Cnossus (caravan of fish)
- Rhodus (caravan of wine)

Egypt
- Alexandria (city of Alexandria, city of Memphis, caravan of papyrus,
  caravan of grain, fortress)
- Thebae (city)
- Cyrene

Babylon (neutral)
- Babylon (1 legion, fortress)
- Ninive (1 legion)
- Arabia (1 legion)

Rome
- Roma (city, caravan of wine, 2 legions, fortress)
- Gallia Cisalpina (caravan of grain)
- Tarentum

Carthage (neutral)
- Carthago (1 legion, fortress)
- Leptis Magna (1 legion)
- Numidia (1 legion)

Free: Corsica, Sardinia, Syracusae, Illyria, Epirus, Moesia, Dacia,
Constantinopolis, Troas, Bithynia, Pontus, Lycia, Cappadocia, Armenia,
Cyprus, Antiochia, Hierosolyma and Libya.

No triremes are at sea.

AROUND YOU
- Athenae borders Epirus; on Mare Ionium and Mare Aegaeum; room for caravan
  of fruit, market, temple
- Cnossus is an island; on Mare Aegaeum, Mare Libycum and Mare Aegyptium;
  room for city of Cnossus, market, temple
- Rhodus is an island; on Mare Aegaeum, Mare Aegyptium and Mare Cilicium;
  room for city of Rhodus, market, temple

WHERE YOUR NEXT MARKER CAN GO
- Epirus borders Illyria, Moesia, Constantinopolis and Athenae; on Mare
  Adriaticum and Mare Ionium; room for caravan of fish, market, temple

STANDINGS
Rome: 1 of 4 heroes and wonders (Julius Caesar)
- 3 provinces, 3 cards in hand
- 1 city, 2 caravans
- 2 legions, 1 fortress
Greece: 1 of 4 heroes and wonders (Pericles)
- 3 provinces, 7 cards in hand
- 2 cities, 3 caravans
- 1 fortress
Egypt: 1 of 4 heroes and wonders (Cleopatra)
- 3 provinces, 7 cards in hand
- 3 cities, 2 caravans
- 1 fortress

WHO LEADS
Director of Commerce: Greece
- Greece 3, Rome 2, Egypt 2
Political Leader: Egypt
- Egypt 3, Greece 2, Rome 1
Military Leader: Rome
- Rome 3, Greece 1, Egypt 1

THE BANK
- 25 taxes, 5 perfume, 4 papyrus, 5 gold, 5 gems, 6 oil, 5 wine, 7
  livestock, 7 fruit, 7 metal, 9 grain, 10 fish and 11 slaves
- buildings left: 2 cities, 11 caravans, 8 markets, 4 temples
- heroes and wonders left: Agamemnon, Archimedes, Helen of Troy,
  Nebuchadnezzar, Solomon, Ulysses, Colossus, Hanging Gardens, Temple of
  Artemis, Statue of Zeus, Lighthouse, Mausoleum and Pyramids

Used was your letter number 3, receipt 4c26-8102-2ccb-8c8e.
Seal of round 3: 711d-3c64-fd36-a1ea

Just answer this mail. Other things you can write: help, what if, card ...,
press to ..., status, map, absent
');
INSERT INTO "form" VALUES ('ostia-1-1-2-1795129186-3.db704e61675b0e16e0c321b0.round.ostia-1.1.4@club.example','ostia-1','Egypt',1,4,'Please answer by Thursday 26 November 2026, 22:59 (UTC).

Egypt, turn 2, Commerce

YOUR MOVE
Please send your orders for turn 2, Commerce.
You hold 7 cards: 5 taxes, papyrus and grain.

Reply with the lines you want, changed as you like. What stands behind a #
is not read: take the # away to give that order.
If you say nothing, you lay out what you can best spare and take what makes
your sets longest.

','# Egypt, turn 2, Commerce
# offer tax, tax, tax, papyrus, grain
# pick perfume, any
','
WHAT HAPPENED

Greece moves, called by Rome: nothing

Egypt moves, called by Rome: nothing

Rome moves: nothing

Turn 2: Commerce
- Greece stays Director of Commerce with the most caravans and markets: 3.
- Rome earns tax, wine and grain.
- Greece earns 2 taxes, oil, wine and fish.
- Egypt earns 3 taxes, papyrus and grain.

THE BOARD
Egypt
- Alexandria (city of Alexandria, city of Memphis, caravan of papyrus,
  caravan of grain, fortress)
- Thebae (city)
- Cyrene

Babylon (neutral)
- Babylon (1 legion, fortress)
- Ninive (1 legion)
- Arabia (1 legion)

Rome
- Roma (city, caravan of wine, 2 legions, fortress)
- Gallia Cisalpina (caravan of grain)
- Tarentum

Carthage (neutral)
- Carthago (1 legion, fortress)
- Leptis Magna (1 legion)
- Numidia (1 legion)

Greece
- Athenae (city of Athenae, city of Sparta, caravan of oil, fortress)
- Cnossus (caravan of fish)
- Rhodus (caravan of wine)

Free: Corsica, Sardinia, Syracusae, Illyria, Epirus, Moesia, Dacia,
Constantinopolis, Troas, Bithynia, Pontus, Lycia, Cappadocia, Armenia,
Cyprus, Antiochia, Hierosolyma and Libya.

No triremes are at sea.

AROUND YOU
- Alexandria borders Thebae and Cyrene; on Mare Libycum and Mare Aegyptium;
  room for market, temple
- Thebae borders Alexandria, Libya and Hierosolyma; room for caravan of
  gold, market, temple
- Cyrene borders Alexandria, Libya and Leptis Magna; on Mare Libycum; room
  for city of Cyrene, market, temple

WHERE YOUR NEXT MARKER CAN GO
- Hierosolyma borders Antiochia, Arabia and Thebae; on Mare Aegyptium and
  Mare Cilicium; room for city of Hierosolyma, caravan of fruit, market,
  temple
- Libya borders Thebae, Cyrene and Leptis Magna; room for caravan of
  livestock, market, temple

STANDINGS
Rome: 1 of 4 heroes and wonders (Julius Caesar)
- 3 provinces, 3 cards in hand
- 1 city, 2 caravans
- 2 legions, 1 fortress
Greece: 1 of 4 heroes and wonders (Pericles)
- 3 provinces, 7 cards in hand
- 2 cities, 3 caravans
- 1 fortress
Egypt: 1 of 4 heroes and wonders (Cleopatra)
- 3 provinces, 7 cards in hand
- 3 cities, 2 caravans
- 1 fortress

WHO LEADS
Director of Commerce: Greece
- Greece 3, Rome 2, Egypt 2
Political Leader: Egypt
- Egypt 3, Greece 2, Rome 1
Military Leader: Rome
- Rome 3, Greece 1, Egypt 1

THE BANK
- 25 taxes, 5 perfume, 4 papyrus, 5 gold, 5 gems, 6 oil, 5 wine, 7
  livestock, 7 fruit, 7 metal, 9 grain, 10 fish and 11 slaves
- buildings left: 2 cities, 11 caravans, 8 markets, 4 temples
- heroes and wonders left: Agamemnon, Archimedes, Helen of Troy,
  Nebuchadnezzar, Solomon, Ulysses, Colossus, Hanging Gardens, Temple of
  Artemis, Statue of Zeus, Lighthouse, Mausoleum and Pyramids

Used was your letter number 3, receipt 86f4-5213-b046-e2bd.
Seal of round 3: 711d-3c64-fd36-a1ea

Just answer this mail. Other things you can write: help, what if, card ...,
press to ..., status, map, absent
');
INSERT INTO "log" VALUES (1,'ostia-1',1795129183,'ops opened the table. Commitment of the dice: a8c73f7b669a3babebca9450cdceeb63436bfc0058f8245c80260d087510c927');
INSERT INTO "log" VALUES (2,'ostia-1',1795129184,'The table began. In the order of the draw: cleo plays Rome, anna plays Greece, bela plays Egypt.');
INSERT INTO "outbox" VALUES (1,'answer-5489699b348abf762273.bd025fcd61fb8b1db2049c6b@club.example','ostia-1','ops@club.example',X'',1795129183,1795129183,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (2,'answer-95231879e94a1098672e.e915970688179d588eec81f2@club.example','ostia-1','anna@home.example',X'',1795129183,1795129183,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (3,'answer-89f7d836a9793849e565.c86eeafd6e3271c744919646@club.example','ostia-1','bela@home.example',X'',1795129183,1795129183,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (4,'told.73ad427822507c6266689cc5@club.example','ostia-1','ops@club.example',X'',1795129183,1795129183,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (5,'answer-8ae54a2719fbee1fb3ba.47df274ea6d7ae9683c58885@club.example','ostia-1','cleo@home.example',X'',1795129183,1795129183,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (6,'told.bd1665ff30b7add76974de7e.round.ostia-1.1.1@club.example','ostia-1','cleo@home.example',X'',1795129184,1795129184,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (7,'told.1a72e77222e989092faa749e.round.ostia-1.1.1@club.example','ostia-1','anna@home.example',X'',1795129184,1795129184,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (8,'told.230309e9023ca0465a72e09d.round.ostia-1.1.1@club.example','ostia-1','bela@home.example',X'',1795129184,1795129184,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (9,'told.079c38026818475562db3bfa@club.example','ostia-1','ops@club.example',X'',1795129184,1795129184,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (10,'answer-f83dc7df5b71d6ca5ab3.5a77078327fc3c602f42a89e@club.example','ostia-1','ops@club.example',X'',1795129184,1795129184,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (11,'answer-c17492dad5e8ac25ab50.a90e8e52ae0e149aa35e983a.round.ostia-1.1.1@club.example','ostia-1','anna@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (12,'answer-5bf9de4a3a36d1ed8db3.564b6fc3de51687342f4b22c.round.ostia-1.1.1@club.example','ostia-1','bela@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (13,'answer-af10cfd51948dd4e15af.b541e97b7d02653d577a08c5.round.ostia-1.1.1@club.example','ostia-1','cleo@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (14,'ostia-1-1-0-1795129185-1.78f039e54a37bc42bdbd2283.round.ostia-1.1.2@club.example','ostia-1','bela@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (15,'ostia-1-1-0-1795129185-1.f317554208d6198128fa50c9.round.ostia-1.1.2@club.example','ostia-1','anna@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (16,'ostia-1-1-0-1795129185-1.84c0d70fdbca25a107f48a42.round.ostia-1.1.2@club.example','ostia-1','cleo@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (17,'ostia-1-1-0-1795129185-1.0eaaab069d319b9aac8e4dce@club.example','ostia-1','ops@club.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (18,'answer-2cc58cc968de67258c9e.c4cf314cb49e717593d034f8.round.ostia-1.1.2@club.example','ostia-1','anna@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (19,'answer-067717c6f410d6b4c155.c042321cd7dd09f37115d206.round.ostia-1.1.2@club.example','ostia-1','bela@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (20,'answer-ec23feaf3d279af6047a.f944a781e3533c999faa59c6.round.ostia-1.1.2@club.example','ostia-1','cleo@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (21,'ostia-1-1-1-1795129185-2.860cdab38b13ee7104982806@club.example','ostia-1','bela@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (22,'ostia-1-1-1-1795129185-2.b5ee7079edbef4af2fbf50da@club.example','ostia-1','anna@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (23,'ostia-1-1-1-1795129185-2.6f9a5233f2a425c5bc2c8514.round.ostia-1.1.3@club.example','ostia-1','cleo@home.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (24,'ostia-1-1-1-1795129185-2.73bbff2eb9396ba219558472@club.example','ostia-1','ops@club.example',X'',1795129185,1795129185,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (25,'answer-81726e34b11c9c01c622.d814b84ee5be0afeb72013c5.round.ostia-1.1.3@club.example','ostia-1','anna@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (26,'answer-59102648dd5cc860615d.19c080d9154f2d4a11cb71e8.round.ostia-1.1.3@club.example','ostia-1','bela@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (27,'answer-998f322409f5c56db0d8.dcfb580216b8e175c6b1587d.round.ostia-1.1.3@club.example','ostia-1','cleo@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (28,'ostia-1-1-2-1795129186-3.db704e61675b0e16e0c321b0.round.ostia-1.1.4@club.example','ostia-1','bela@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (29,'ostia-1-1-2-1795129186-3.cf80af4c62a57c5bf3550f2c.round.ostia-1.1.4@club.example','ostia-1','anna@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (30,'ostia-1-1-2-1795129186-3.cabaf1372a88946f60094024.round.ostia-1.1.4@club.example','ostia-1','cleo@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (31,'ostia-1-1-2-1795129186-3.e8369a824ec25c2353d03b1b@club.example','ostia-1','ops@club.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (32,'told.9e446e3ebed905e9c3a069c7@club.example','ostia-1','ops@club.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (33,'told.254cca104712df800b8cc189@club.example','ostia-1','bela@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (34,'told.11656e4a5e8e220fcdf12cef@club.example','ostia-1','cleo@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "outbox" VALUES (35,'answer-58666f75bf6afb59a04b.c88755abba31e75444ba85c2.round.ostia-1.1.4@club.example','ostia-1','anna@home.example',X'',1795129186,1795129186,0,0,NULL,NULL);
INSERT INTO "press" VALUES ('told.11656e4a5e8e220fcdf12cef@club.example','ostia-1',4,0,2,'Greece','{"all":true,"seats":["Rome","Greece","Egypt"],"observers":true,"moderator":true,"unnamed":[]}');
INSERT INTO "press" VALUES ('told.254cca104712df800b8cc189@club.example','ostia-1',3,0,2,'Greece','{"all":true,"seats":["Rome","Greece","Egypt"],"observers":true,"moderator":true,"unnamed":[]}');
INSERT INTO "press" VALUES ('told.9e446e3ebed905e9c3a069c7@club.example','ostia-1',1,0,2,'Greece','{"all":true,"seats":["Rome","Greece","Egypt"],"observers":true,"moderator":true,"unnamed":[]}');
