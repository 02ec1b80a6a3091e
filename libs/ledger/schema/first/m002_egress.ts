/**
 * Requests to a cloud provider, written before the first byte is sent.
 * Rows outlive their session, so they have its id without a foreign key.
 */
export const M002_EGRESS = `
CREATE TABLE egress (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL,
  task_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  provider TEXT NOT NULL,
  host TEXT NOT NULL,
  model TEXT NOT NULL,
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('refused', 'sent', 'answered', 'failed')),
  bytes INTEGER NOT NULL,
  body_hash TEXT NOT NULL,
  sources TEXT NOT NULL,
  withheld TEXT NOT NULL,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  completion_tokens INTEGER NOT NULL DEFAULT 0,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX egress_session ON egress (session_id, number);
`
