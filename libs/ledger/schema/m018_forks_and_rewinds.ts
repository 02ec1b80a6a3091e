/** Copies of sessions, and turns that the user took out of a conversation. No row of a turn is removed. */
export const M018_FORKS_AND_REWINDS = `
-- Number of its first message. A copy goes on with the numbers of its original, so that no call has an id twice.
ALTER TABLE sessions ADD COLUMN first_seq INTEGER NOT NULL DEFAULT 1;
-- What the newest task of the original was given, as tasks.given: a copy that has no task yet may do no more.
ALTER TABLE sessions ADD COLUMN given TEXT;

-- What a copy knows of the turns of its original: its newest tasks as they ended then, and words that every prompt keeps.
CREATE TABLE carried (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('task', 'words')),
  id TEXT NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  summary TEXT NOT NULL,
  UNIQUE (session_id, ordinal)
) STRICT;

-- The conversation goes back to before a task. Its messages and those after it, from_seq to until_seq, are in no later prompt.
CREATE TABLE rewinds (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  from_seq INTEGER NOT NULL,
  until_seq INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX rewinds_session ON rewinds (session_id, from_seq);
-- The rewind that took the task out of the conversation; null: it is in it.
ALTER TABLE tasks ADD COLUMN rewind INTEGER;
-- The rewind that an undo is part of: the prompt has no notice of what it restored.
ALTER TABLE restores ADD COLUMN rewind INTEGER;
`
