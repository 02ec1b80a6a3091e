/** What is needed to see that different calls fail in the same way. */
export const M019_FAILURES = `
-- Hash of the place and the error of a call that failed; null: it worked, or was stored before this was kept.
ALTER TABLE calls ADD COLUMN failure_key TEXT;
`

/** What is needed to withhold other calls at the place where calls failed. */
export const M021_PLACES = `
-- Hash of the tool and of what the call acts on, as the tool declares it; null: not known, or stored before this was kept.
ALTER TABLE calls ADD COLUMN place_key TEXT;
`
