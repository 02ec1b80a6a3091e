/** What a rebuilt prompt shows of its tail, and the model that it was made for. */
export const M012_SHOWN_TAIL = `
-- JSON: seq -> message, for entries that the prompt shows shortened; null: all of them as they were written.
ALTER TABLE generations ADD COLUMN shown TEXT;
-- Null: made before this was kept.
ALTER TABLE generations ADD COLUMN model TEXT;
`
