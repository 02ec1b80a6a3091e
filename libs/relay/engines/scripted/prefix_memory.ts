import { createHash } from 'node:crypto'
import { estimateTokens } from '#core'

/** Number of cached sessions; the least recently used one is removed first. */
const MAX_SESSIONS = 256

/** Tokens of a prompt, and how many of them its beginning shares with the session's last prompt. */
export interface PromptCount {
  promptTokens: number
  cachedTokens: number
}

/** Remembers each session's last prompt as a chain of hashes and lengths; no text is kept. */
export interface PrefixMemory {
  /** @param session null: nothing is stored, nothing counts as cached */
  count(session: string | null, pieces: unknown[]): PromptCount
}

export function createPrefixMemory(): PrefixMemory {
  const sessions = new Map<string, string[]>()
  return {
    count(session, pieces) {
      const texts = pieces.map((piece) => JSON.stringify(piece))
      const tokens = texts.map(estimateTokens)
      const promptTokens = sum(tokens)
      if (session === null) return { promptTokens, cachedTokens: 0 }
      const hashes = texts.map((text) => createHash('sha256').update(text).digest('base64'))
      const before = sessions.get(session) ?? []
      const differs = hashes.findIndex((hash, index) => hash !== before[index])
      sessions.delete(session)
      sessions.set(session, hashes)
      if (sessions.size > MAX_SESSIONS) forgetOldest(sessions)
      return {
        promptTokens,
        cachedTokens: sum(differs === -1 ? tokens : tokens.slice(0, differs)),
      }
    },
  }
}

function forgetOldest(sessions: Map<string, string[]>): void {
  const oldest = sessions.keys().next()
  if (!oldest.done) sessions.delete(oldest.value)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
