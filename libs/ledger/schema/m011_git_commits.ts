/** Commits that the program made with git after a task. `open`: a kill interrupted it. */
export const M011_GIT_COMMITS = `
CREATE TABLE git_commits (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  message TEXT NOT NULL,
  -- JSON: the paths that it holds, and those that were new to git.
  paths TEXT NOT NULL,
  fresh TEXT NOT NULL,
  -- The commit before it; null: the first one of the branch.
  parent TEXT,
  status TEXT NOT NULL CHECK (status IN ('open', 'done', 'failed')),
  hash TEXT,
  reason TEXT NOT NULL DEFAULT '',
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX git_commits_session ON git_commits (session_id, number);
`
