/** Why the end of a task is not proven. */
export const M010_PROOF = `
-- JSON with the law, the grade, the reason and the changed tests; null: proven, or ended without a judgement.
ALTER TABLE tasks ADD COLUMN doubt TEXT;
`
