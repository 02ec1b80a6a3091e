import type { Ledger, SessionRow } from '#ledger'

/** Sessions in which all the words are, in any case: in the title, in a task or in an answer. Newest first. */
export function findSessions(ledger: Ledger, words: string): SessionRow[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const texts = new Map<string, string[]>()
  for (const { sessionId, text, endText } of ledger.tasks())
    texts.set(sessionId, [...(texts.get(sessionId) ?? []), text, endText])
  return ledger.sessions().filter(({ id, title }) => {
    const all = [id, title, ...(texts.get(id) ?? [])].join('\n').toLowerCase()
    return wanted.every((word) => all.includes(word))
  })
}
