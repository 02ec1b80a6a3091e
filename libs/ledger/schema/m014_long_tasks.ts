/** Indexes for what each step, or each start, reads: without them the time grows with the number of steps. */
export const M014_LONG_TASKS = `
-- The rebuilds of a task, without the heads beside them.
CREATE INDEX generations_task ON generations (task_id, number, step, reason);
-- The last prompt that a server counted: many servers count none.
CREATE INDEX episodes_counted ON episodes (task_id, step) WHERE prompt_tokens > 0;
-- What a kill leaves behind: commands that may still run, and steps that are not committed.
CREATE INDEX intents_process ON intents (pid) WHERE pid IS NOT NULL;
CREATE INDEX intents_unfinished ON intents (task_id) WHERE status IN ('open', 'settled');
`
