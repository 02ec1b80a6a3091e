/** Which process works in a session: for messages, never for a decision. The lock decides. */
export const M009_SESSION_OWNER = `
ALTER TABLE sessions ADD COLUMN owner_pid INTEGER;
`
