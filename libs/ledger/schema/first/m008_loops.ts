/** What is needed to see from rows that a task goes in a circle. */
export const M008_LOOPS = `
-- Hash of the arguments without differences in white space; null: stored before this was kept.
ALTER TABLE calls ADD COLUMN call_key TEXT;
-- 'withheld': not run, because it repeated itself; 'waiting': something outside still ran.
ALTER TABLE calls ADD COLUMN mark TEXT;
-- The last step before the user reopened the task: what was tried before counts no longer.
ALTER TABLE tasks ADD COLUMN fresh_step INTEGER NOT NULL DEFAULT 0;
`
