/** Learned patterns, kept contexts, and vectors of the texts of events. Released: never edit. */
export const M002_LEARNED = `
CREATE TABLE patterns (
  n INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  successes INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE snapshots (
  n INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  at_ms INTEGER NOT NULL,
  query TEXT NOT NULL,
  items TEXT NOT NULL,
  prompt TEXT NOT NULL
) STRICT;

CREATE TABLE vectors (
  n INTEGER PRIMARY KEY,
  event INTEGER NOT NULL REFERENCES events(n) ON DELETE CASCADE,
  chunk INTEGER NOT NULL,
  dimensions INTEGER NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (event, chunk)
) STRICT;
`
