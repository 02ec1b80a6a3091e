/** The tools of a frozen prompt: another window or a later version offers others. */
export const M007_OFFERED_TOOLS = `
-- JSON list of names; null: made before this was kept.
ALTER TABLE generations ADD COLUMN offered TEXT;
`
