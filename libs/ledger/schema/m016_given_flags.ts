/** What the user gave a task's run that decides what it may do, for a resume after a kill. */
export const M016_GIVEN_FLAGS = `
-- JSON by setting (permissionMode, capabilities, allow, deny, rollback); null: nothing, or an older version wrote the task.
ALTER TABLE tasks ADD COLUMN given TEXT;
`
