import type { LlamaModel, Token } from './llama_api.js'

/** How the bytes of an unfinished character show, or those of none. */
const UNFINISHED = /\ufffd+$/
/** Bytes that still make no character after so many tokens never will. */
const MAX_PENDING = 32
/** Earlier tokens that decide whether a space is due. */
const CONTEXT_TOKENS = 3

/** Turns tokens into text, whole characters only. */
export interface TextReader {
  /** @returns  the characters that have become whole, often '' */
  push(token: Token): string
  /** @returns  what never became whole, as U+FFFD */
  end(): string
}

/**
 * Reads an answer token by token; tokens of the model's own machinery have no text.
 * @param before  the end of the prompt
 */
export function createTextReader(
  model: Pick<LlamaModel, 'detokenize'>,
  before: readonly Token[],
): TextReader {
  let last = before.slice(-CONTEXT_TOKENS)
  let pending: Token[] = []
  /** Characters of `pending` that are out already. */
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

/** Lets text through up to the first of some markers. */
export interface StopReader {
  push(text: string): { text: string; stopped: boolean }
  /** @returns  what was kept back because it looked like the beginning of a marker */
  end(): string
}

/** @param stops  none of them is part of what comes out */
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

/** How many characters at the end of a text may be the beginning of a marker. */
export function openEnd(text: string, markers: readonly string[]): number {
  let open = 0
  for (const marker of markers)
    for (let length = Math.min(marker.length - 1, text.length); length > open; length -= 1)
      if (text.endsWith(marker.slice(0, length))) open = length
  return open
}
