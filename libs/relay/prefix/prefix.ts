import { hash } from 'node:crypto'
import type { Clock } from '#core'
import type { Account } from '../exchange/account.js'
import type { ChatCall } from '../upstream/engine.js'
import { type Chain, chainOf, countCommon, tokensIn } from './chain.js'
import { type Departure, departureOf } from './departure.js'
import { createLastPrompts } from './last_prompts.js'
import { createPrefixRecords, type PrefixRecord } from './prefix_records.js'
import { createReadingSpeed } from './reading_speed.js'

/** About 50,000 short conversations, or 3,000 of a hundred messages. */
const MEMORY_BYTES = 4 * 1_048_576

/** One running request. */
export interface PrefixTrace {
  /** The engine begins to read: this prompt is now the last of its session. */
  begin(): void
  /** How long the engine reads what this prompt has beyond the one before, in ms; null before `begin`, or while its speed is unknown. */
  readingMs(): number | null
  /** Ends the measurement; null when the engine never began. */
  end(account: Account): PrefixRecord | null
}

/** How much of each prompt the engine reused, and what made it read the rest again. */
export interface PrefixBook {
  /** Hashes the prompt; nothing of the body is kept. */
  trace(call: Pick<ChatCall, 'body' | 'person' | 'session' | 'requestId'>): PrefixTrace
  /** A person's own last requests, the newest first. */
  recent(person: string): PrefixRecord[]
  /** Memory in use for the sessions, in bytes. */
  bytes(): number
}

export function createPrefixBook(clock: Clock, memoryBytes = MEMORY_BYTES): PrefixBook {
  const prompts = createLastPrompts(memoryBytes)
  const records = createPrefixRecords()
  const speed = createReadingSpeed()

  function close(
    { model, person, requestId }: { model: string; person: string; requestId: string },
    chain: Chain,
    { kind, place, lostShare }: Departure,
    account: Account,
  ): PrefixRecord {
    const usage = account.ending?.usage
    const promptTokens = usage?.promptTokens ?? tokensIn(chain)
    const reusedTokens = readReused(promptTokens, usage?.cachedTokens)
    const readMs = usage?.promptMs ?? account.firstTokenMs
    if (reusedTokens !== null && readMs !== null && !account.cold)
      speed.learn(model, promptTokens - reusedTokens, readMs)
    // Tokens that the engine reused from another slot or from host memory are not lost.
    const read = promptTokens - (reusedTokens ?? 0)
    const lostTokens = Math.min(Math.round(lostShare * promptTokens), read)
    const record: PrefixRecord = {
      requestId,
      at: clock.now(),
      model,
      left: kind,
      place,
      promptTokens,
      reusedTokens,
      reusedEstimated: usage?.cachedEstimated === true,
      lostTokens,
      lostSeconds: lostTokens === 0 ? 0 : speed.seconds(model, lostTokens),
    }
    records.add(person, record)
    return record
  }

  return {
    trace({ body, person, session, requestId }) {
      const chain = chainOf(body)
      const key = keyOf(body, person, session)
      // The trace outlives the body, so it must not reference it.
      const call = { model: modelOf(body.model), person, requestId }
      let departure: Departure | null = null
      let newTokens = 0
      return {
        begin() {
          if (departure !== null) return
          const before = prompts.replace(key, chain)
          departure = departureOf(before, chain)
          const known = before === null ? 0 : countCommon(before, chain)
          newTokens = tokensIn(chain) - tokensIn(chain, known)
        },
        readingMs() {
          const seconds = departure === null ? null : speed.seconds(call.model, newTokens)
          return seconds === null ? null : seconds * 1_000
        },
        end: (account) => (departure === null ? null : close(call, chain, departure, account)),
      }
    },
    recent: (person) => records.of(person),
    bytes: () => prompts.bytes(),
  }
}

/**
 * Identifies a conversation: by the session's name, else by its first user message. Tools and system message come
 * before that, and changes in them are what this measures.
 */
function keyOf({ model, messages }: ChatCall['body'], person: string, session: string | null) {
  const first = messages.find(({ role }) => role === 'user') ?? messages[0]
  const name = session === null ? ['first', first?.content] : ['session', session]
  return hash('sha256', JSON.stringify([person, modelOf(model), ...name]), 'base64')
}

/** Ollama has two names for one model. */
function modelOf(model: string): string {
  return model.replace(/:latest$/, '')
}

/** The engine's numbers are untrusted: it cannot have reused more than the prompt. */
function readReused(promptTokens: number, cachedTokens: number | undefined): number | null {
  if (cachedTokens === undefined) return null
  return Math.min(Math.max(0, cachedTokens), promptTokens)
}
