/** The first schema. Ids are ours, order is by number, clocks (`…_ms`) are for the reader only. */
export const M001_START = `
CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_ms INTEGER NOT NULL) STRICT;

-- Who writes just now: for the message of a refusal, never for a decision.
CREATE TABLE owner (
  one INTEGER PRIMARY KEY CHECK (one = 1), pid INTEGER NOT NULL, since_ms INTEGER NOT NULL
) STRICT;

-- Highest number given out, so that none is used twice, not even after its row is removed; 'writes' counts
-- the transactions, which the side file .mark must not be ahead of.
CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters (name, value) VALUES ('evidence', 0), ('node', 0), ('writes', 0);

CREATE TABLE sessions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  parent_id TEXT REFERENCES sessions (id) ON DELETE SET NULL,
  cwd TEXT NOT NULL,
  model TEXT NOT NULL,
  mode TEXT NOT NULL,
  title TEXT NOT NULL,
  window_tokens INTEGER,
  token_factor REAL NOT NULL DEFAULT 1,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_parent ON sessions (parent_id);

CREATE TABLE tasks (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  cursor INTEGER NOT NULL DEFAULT 0,
  start_seq INTEGER NOT NULL,
  end_text TEXT NOT NULL DEFAULT '',
  cites TEXT NOT NULL DEFAULT '[]',
  proven INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  seal TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX tasks_session ON tasks (session_id, number);
CREATE INDEX tasks_status ON tasks (status);

-- One row a committed step: the decision and what kind of step it was.
CREATE TABLE episodes (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  reply TEXT NOT NULL,
  problem TEXT,
  nudged INTEGER NOT NULL,
  estimated_tokens INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  reused_prefix_tokens INTEGER NOT NULL,
  committed_ms INTEGER NOT NULL,
  seal TEXT NOT NULL DEFAULT '',
  UNIQUE (task_id, step)
) STRICT;

CREATE TABLE calls (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  tool TEXT NOT NULL,
  ok INTEGER NOT NULL,
  denied TEXT,
  args_hash TEXT NOT NULL,
  outcome_hash TEXT NOT NULL,
  PRIMARY KEY (task_id, step, ordinal)
) STRICT, WITHOUT ROWID;

-- Bytes by sha256. 'image': a file before or after an edit, byte exact and never shown; 'payload': redacted.
CREATE TABLE blobs (
  hash TEXT NOT NULL UNIQUE,
  purpose TEXT NOT NULL CHECK (purpose IN ('image', 'payload')),
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE evidence (
  number INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  summary TEXT NOT NULL,
  facts TEXT NOT NULL,
  passed INTEGER,
  payload_hash TEXT NOT NULL REFERENCES blobs (hash),
  payload_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX evidence_task_kind ON evidence (task_id, kind, number);
CREATE INDEX evidence_step ON evidence (task_id, step);
CREATE INDEX evidence_kind ON evidence (kind, passed, number);
CREATE INDEX evidence_subject ON evidence (subject, number);
CREATE INDEX evidence_payload ON evidence (payload_hash);

-- Numbers whose rows went with their session: a cite of one is no damage.
CREATE TABLE removed_evidence (number INTEGER PRIMARY KEY) STRICT;

-- Trigrams find parts of words in any script; the text itself lies in evidence and blobs only. Without
-- positions (detail none) the index is a tenth in size, and what it finds is compared with the text.
CREATE VIRTUAL TABLE evidence_text USING fts5 (
  subject, summary, body,
  content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram'
);

CREATE TABLE plan_nodes (
  number INTEGER PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  parent_number INTEGER REFERENCES plan_nodes (number) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  summary TEXT NOT NULL,
  cites TEXT NOT NULL
) STRICT;
CREATE INDEX plan_nodes_task ON plan_nodes (task_id, number);
CREATE INDEX plan_nodes_parent ON plan_nodes (parent_number);

CREATE TABLE plan_revisions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  node_number INTEGER NOT NULL,
  state TEXT NOT NULL,
  narrative TEXT NOT NULL
) STRICT;
CREATE INDEX plan_revisions_step ON plan_revisions (task_id, step);

-- The prompt: a request is the head of the latest generation and the tail from its first entry on.
CREATE TABLE prompt_tail (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  message TEXT NOT NULL,
  UNIQUE (session_id, seq)
) STRICT;

CREATE TABLE generations (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  task_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  head TEXT NOT NULL,
  tail_from_seq INTEGER NOT NULL,
  reason TEXT NOT NULL,
  created_ms INTEGER NOT NULL,
  UNIQUE (session_id, number)
) STRICT;

-- A step between its first effect and its commit: the decision, its outcomes so far, its intents.
CREATE TABLE decisions (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  reply TEXT NOT NULL,
  estimated_tokens INTEGER NOT NULL,
  PRIMARY KEY (task_id, step)
) STRICT;

CREATE TABLE outcomes (
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (task_id, step, ordinal)
) STRICT;

-- Kept after the commit for the audit. 'replaced': the same call was begun anew on the user's word.
CREATE TABLE intents (
  id TEXT NOT NULL PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  effect TEXT NOT NULL CHECK (effect IN ('edit', 'command')),
  status TEXT NOT NULL CHECK (status IN ('open', 'settled', 'committed', 'replaced')),
  expected TEXT,
  pid INTEGER,
  start_time TEXT,
  output TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX intents_step ON intents (task_id, step, ordinal);

CREATE TABLE intent_files (
  intent_id TEXT NOT NULL REFERENCES intents (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  path TEXT NOT NULL,
  before_hash TEXT,
  after_hash TEXT,
  file_mode INTEGER NOT NULL,
  PRIMARY KEY (intent_id, ordinal)
) STRICT, WITHOUT ROWID;
`
