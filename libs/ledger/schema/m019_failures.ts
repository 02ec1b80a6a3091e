/** What is needed to see that different calls fail in the same way. */
export const M019_FAILURES = `
-- Hash of the place and the error of a call that failed; null: it worked, or was stored before this was kept.
ALTER TABLE calls ADD COLUMN failure_key TEXT;
`
