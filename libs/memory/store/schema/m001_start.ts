/**
 * Events with the words that are searched and shown; their whole content lies apart, so that its size costs no search
 * anything. Entities, relations, evidence and typed entries. Released: never edit.
 */
export const M001_START = `
CREATE TABLE sessions (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE events (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session INTEGER NOT NULL REFERENCES sessions(n),
  place INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  type TEXT NOT NULL,
  actor TEXT NOT NULL,
  outcome TEXT,
  parent TEXT,
  duration_ms REAL,
  summary TEXT NOT NULL,
  keywords TEXT NOT NULL,
  words TEXT NOT NULL,
  pending INTEGER NOT NULL DEFAULT 0,
  UNIQUE (session, place)
) STRICT;
CREATE INDEX events_pending ON events(n) WHERE pending = 1;
CREATE INDEX events_time ON events(at_ms);

CREATE TABLE payloads (n INTEGER PRIMARY KEY REFERENCES events(n) ON DELETE CASCADE, content TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE events_text USING fts5(
  words, extra, content='', contentless_delete=1, tokenize='porter unicode61'
);

CREATE TABLE entities (
  n INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  aliases TEXT NOT NULL,
  properties TEXT NOT NULL,
  description TEXT,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  mentions INTEGER NOT NULL,
  salience REAL NOT NULL,
  UNIQUE (type, name)
) STRICT;
CREATE INDEX entities_salience ON entities(salience DESC, n);
CREATE VIRTUAL TABLE entities_text USING fts5(
  name, other, content='', contentless_delete=1, tokenize='porter unicode61'
);
CREATE TABLE mentions (
  event INTEGER NOT NULL REFERENCES events(n) ON DELETE CASCADE,
  entity INTEGER NOT NULL REFERENCES entities(n) ON DELETE CASCADE,
  PRIMARY KEY (event, entity)
) STRICT, WITHOUT ROWID;

CREATE TABLE relations (
  n INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  source INTEGER NOT NULL REFERENCES entities(n) ON DELETE CASCADE,
  target INTEGER NOT NULL REFERENCES entities(n) ON DELETE CASCADE,
  weight REAL NOT NULL,
  UNIQUE (source, target, type)
) STRICT;
CREATE INDEX relations_from ON relations(source, weight DESC, n);
CREATE INDEX relations_to ON relations(target, weight DESC, n);
CREATE TABLE relation_evidence (
  relation INTEGER NOT NULL REFERENCES relations(n) ON DELETE CASCADE,
  event INTEGER NOT NULL REFERENCES events(n) ON DELETE CASCADE,
  PRIMARY KEY (relation, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
  n INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  source TEXT,
  life TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  expires_ms INTEGER,
  uses INTEGER NOT NULL DEFAULT 0,
  used_ms INTEGER,
  superseded_by INTEGER REFERENCES entries(n)
) STRICT;
CREATE INDEX entries_title ON entries(title) WHERE superseded_by IS NULL;
CREATE VIRTUAL TABLE entries_text USING fts5(
  title, text, content='', contentless_delete=1, tokenize='porter unicode61'
);
`
