import type { LlamaModel, Token } from './llama_api.js'

/** How the bytes of an incomplete or invalid character are decoded. */
const UNFINISHED = /\ufffd+$/
/** Bytes that are not a complete character after so many tokens never become one. */
const MAX_PENDING = 32
/** Number of earlier tokens that decide whether a space is written. */
const CONTEXT_TOKENS = 3

/** Turns tokens into text, whole characters only. */
export interface TextReader {
  /** @returns the characters that are now complete, often '' */
  push(token: Token): string
  /** @returns the incomplete rest, as U+FFFD */
  end(): string
}

/**
 * Decodes an answer token by token; control tokens have no text.
 * @param before  the end of the prompt
 */
export function createTextReader(
  model: Pick<LlamaModel, 'detokenize'>,
  before: readonly Token[],
): TextReader {
  let last = before.slice(-CONTEXT_TOKENS)
  let pending: Token[] = []
  /** Characters of `pending` that were returned already. */
  let out = 0

  function take(whole: boolean): string {
    const text = model.detokenize(pending, false, last)
    const good = whole ? text : text.replace(UNFINISHED, '')
    const fresh = good.slice(out)
    out = good.length
    if (good.length === text.length) {
      last = [...last, ...pending].slice(-CONTEXT_TOKENS)
      pending = []
      out = 0
    }
    return fresh
  }

  return {
    push(token) {
      pending.push(token)
      return take(pending.length >= MAX_PENDING)
    },
    end: () => take(true),
  }
}

/** Passes text on up to the first of some markers. */
export interface StopReader {
  push(text: string): { text: string; stopped: boolean }
  /** @returns text that was held back as the possible start of a marker */
  end(): string
}

/** @param stops texts that end the output and are not part of it */
export function createStopReader(stops: readonly string[]): StopReader {
  let kept = ''
  return {
    push(text) {
      kept += text
      const at = firstOf(kept, stops)
      if (at !== -1) return { text: kept.slice(0, at), stopped: true }
      const safe = kept.length - openEnd(kept, stops)
      const out = kept.slice(0, safe)
      kept = kept.slice(safe)
      return { text: out, stopped: false }
    },
    end: () => kept,
  }
}

function firstOf(text: string, markers: readonly string[]): number {
  const places = markers.map((marker) => text.indexOf(marker)).filter((at) => at !== -1)
  return places.length === 0 ? -1 : Math.min(...places)
}

/** Number of characters at the end of a text that may be the start of a marker. */
export function openEnd(text: string, markers: readonly string[]): number {
  let open = 0
  for (const marker of markers)
    for (let length = Math.min(marker.length - 1, text.length); length > open; length -= 1)
      if (text.endsWith(marker.slice(0, length))) open = length
  return open
}
