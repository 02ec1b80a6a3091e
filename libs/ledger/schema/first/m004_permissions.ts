/** Every question to the user with its answer, and what an `always` covers until it is revoked. */
export const M004_PERMISSIONS = `
CREATE TABLE permissions (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  task_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  tool TEXT NOT NULL,
  what TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('yes', 'no', 'always')),
  reason TEXT NOT NULL,
  rule TEXT NOT NULL,
  mode TEXT NOT NULL,
  pattern TEXT,
  approval TEXT,
  last_evidence INTEGER NOT NULL,
  revoked_ms INTEGER,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX permissions_session ON permissions (session_id, number);
`
