/** Words of the chunks of results, so that a rebuilt prompt finds what the work needs among all rows of a task. */
export const M015_RECALL = `
-- One row for each chunk, under the number of its evidence times 1,024 plus its place. What a chunk says is cut from the
-- payload when it is asked for (libs/core/text/chunks.ts). Rows from before this table are not in it.
CREATE VIRTUAL TABLE evidence_chunks USING fts5 (
  body, content = '', contentless_delete = 1, detail = 'none',
  tokenize = "unicode61 remove_diacritics 0 tokenchars '_$'"
);
`
