/** Side questions to a model: one row each, and a cache of answers. */
export const M003_MICRO_CALLS = `
CREATE TABLE micro_calls (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  step INTEGER NOT NULL,
  feature TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('known', 'cache', 'model', 'fallback')),
  reason TEXT NOT NULL,
  took_ms INTEGER NOT NULL,
  created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX micro_calls_session ON micro_calls (session_id, number);

-- The key is a hash of feature, model and question; the answer has passed the sink.
CREATE TABLE micro_cache (
  key TEXT NOT NULL PRIMARY KEY,
  answer TEXT NOT NULL,
  expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`
