/** What side questions used: without it the cost of a session would leave them out. */
export const M020_SIDE_USAGE = `
-- The model that was asked; null: none was, or the row is older than this column.
ALTER TABLE micro_calls ADD COLUMN model TEXT;
ALTER TABLE micro_calls ADD COLUMN prompt_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE micro_calls ADD COLUMN completion_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE micro_calls ADD COLUMN reused_prefix_tokens INTEGER NOT NULL DEFAULT 0;
`
