/** Which guards spoke in a step, so that their limits are counted from rows. */
export const M013_GUARDS = `
-- Names of the guards, joined by spaces; null: none spoke.
ALTER TABLE episodes ADD COLUMN guards TEXT;
CREATE INDEX episodes_guards ON episodes (task_id, step) WHERE guards IS NOT NULL;
`
