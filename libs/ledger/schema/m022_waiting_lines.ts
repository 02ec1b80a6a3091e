/** Lines that the user sent while a task ran, until a step delivers them or they become a task. */
export const M022_WAITING_LINES = `
CREATE TABLE waiting_lines (
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  text TEXT NOT NULL,
  -- 1: a task of its own when the running one has ended; 0: delivered at the end of the next step.
  is_follow_up INTEGER NOT NULL,
  PRIMARY KEY (session_id, ordinal)
) STRICT;
`
