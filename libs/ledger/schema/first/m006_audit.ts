/** The decision of the gate for each call and the duration of the call; null when the call did not reach the gate. */
export const M006_AUDIT = `
ALTER TABLE calls ADD COLUMN rule TEXT;
ALTER TABLE calls ADD COLUMN asked INTEGER;
ALTER TABLE calls ADD COLUMN took_ms INTEGER;

-- The same of an effect that began, for a step that has to be finished after a kill.
ALTER TABLE intents ADD COLUMN rule TEXT;
ALTER TABLE intents ADD COLUMN asked INTEGER;
`
