/** What is needed to withhold other calls at the place where calls failed. */
export const M021_PLACES = `
-- Hash of the tool and of what the call acts on, as the tool declares it; null: not known, or stored before this was kept.
ALTER TABLE calls ADD COLUMN place_key TEXT;
`
