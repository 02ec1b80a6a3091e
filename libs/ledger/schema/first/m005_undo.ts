/** Undos and redos. Each is stored before its first write, so that an interrupted one can be finished. */
export const M005_UNDO = `
CREATE TABLE restores (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  -- The task whose prompt is told of it.
  task_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('undo', 'redo')),
  status TEXT NOT NULL CHECK (status IN ('open', 'done', 'failed')),
  -- Ids of the intents that it takes back or makes again; a redo names the undo that it takes back.
  intents TEXT NOT NULL,
  undo_id TEXT,
  -- Highest evidence number when it was begun: a test up to there proves nothing of what is now.
  after_evidence INTEGER NOT NULL,
  told TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX restores_session ON restores (session_id, number);

CREATE TABLE restore_files (
  restore_id TEXT NOT NULL REFERENCES restores (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  path TEXT NOT NULL,
  before_hash TEXT,
  after_hash TEXT,
  before_mode INTEGER,
  file_mode INTEGER NOT NULL,
  PRIMARY KEY (restore_id, ordinal)
) STRICT, WITHOUT ROWID;

-- Permission bits before a command, where it changed them; null: as file_mode.
ALTER TABLE intent_files ADD COLUMN before_mode INTEGER;
`
