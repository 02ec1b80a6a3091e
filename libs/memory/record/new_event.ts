import { isSecretName, redact } from '#core'
import type { EventDraft } from '../types/event.js'
import type { NewEvent } from '../views/episodic.js'
import { contentWords, cut, MOST_WORDS_CHARS } from '../words/content_words.js'

const ACTORS = ['user', 'agent', 'system']
const OUTCOMES = ['success', 'failure', 'partial']
const SUMMARY_CHARS = 160
const MOST_KEYWORDS = 50
const MOST_NAME_CHARS = 500

export interface Defaults {
  id: string
  sessionId: string
  now: number
  /** An extractor waits for it. */
  pending: boolean
}

/**
 * Checks an event and completes it. Secrets are replaced before anything is stored.
 * @throws TypeError with a clause that names what is wrong
 */
export function newEvent(draft: EventDraft, defaults: Defaults): NewEvent {
  const { actor = 'agent', outcome = null, timestamp = defaults.now } = draft
  const type = name(draft.type, 'type')
  if (!ACTORS.includes(actor)) throw new TypeError(`actor must be one of ${ACTORS.join(', ')}`)
  if (outcome !== null && !OUTCOMES.includes(outcome))
    throw new TypeError(`outcome must be one of ${OUTCOMES.join(', ')}`)
  if (!Number.isFinite(timestamp)) throw new TypeError('timestamp must be a number of milliseconds')
  const payload = payloadOf(draft.content)
  const content: unknown = JSON.parse(payload)
  const words = contentWords(content)
  const summary = oneLine(draft.summary === undefined ? words : redact(draft.summary))
  return {
    id: draft.id === undefined ? defaults.id : name(draft.id, 'id'),
    sessionId:
      draft.sessionId === undefined ? defaults.sessionId : name(draft.sessionId, 'sessionId'),
    timestamp: Math.round(timestamp),
    type,
    actor,
    content,
    outcome,
    parentId: draft.parentId ?? null,
    duration: draft.duration ?? null,
    summary: summary === '' ? type : summary,
    keywords: (draft.keywords ?? []).slice(0, MOST_KEYWORDS).map((word) => redact(String(word))),
    words: words === '' && draft.summary !== undefined ? cut(summary, MOST_WORDS_CHARS) : words,
    payload,
    pending: defaults.pending,
  }
}

function name(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new TypeError(`${field} must be a text that is not empty`)
  if (value.length > MOST_NAME_CHARS)
    throw new TypeError(`${field} has more than ${MOST_NAME_CHARS} characters`)
  return value
}

function payloadOf(content: unknown): string {
  const safe = (key: string, value: unknown) => {
    if (typeof value !== 'string') return value
    return isSecretName(key) ? '[redacted]' : redact(value)
  }
  let text: string | undefined
  try {
    text = JSON.stringify(content, safe)
  } catch (error) {
    throw new TypeError(
      `content is no JSON: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''}`,
    )
  }
  return text ?? 'null'
}

function oneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' ').trim(), SUMMARY_CHARS)
}
