import { z } from 'zod'
import { openEnd } from './text.js'

const OPEN = '<tool_call>'
const CLOSE = '</tool_call>'

const Call = z.object({
  name: z.string().min(1),
  arguments: z.union([z.string(), z.record(z.string(), z.unknown())]).default({}),
})

/** A piece of an answer: text for `content`, or one whole call. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'call'; name: string; arguments: string }

/** Separates calls and text. */
export interface CallReader {
  push(text: string): Piece[]
  /** At the end: an unclosed call counts when its JSON is complete; anything else becomes text. */
  end(): Piece[]
}

/** true: the chat template uses the format that createCallReader reads. */
export function knowsCalls(template: string): boolean {
  return template.includes(OPEN)
}

/**
 * Reads calls written as `<tool_call>{"name": …, "arguments": {…}}</tool_call>`, the format of Hermes and Qwen.
 * Anything else is passed on as text with its tags: the client may still understand it.
 */
export function createCallReader(): CallReader {
  let kept = ''
  let inside = false
  /** After a call, white space alone does not count as text. */
  let afterCall = false

  function text(part: string): Piece[] {
    if (part === '' || (afterCall && part.trim() === '')) return []
    afterCall = false
    return [{ type: 'text', text: part }]
  }

  function outside(): Piece[] | null {
    const at = kept.indexOf(OPEN)
    if (at === -1) return null
    const before = kept.slice(0, at)
    kept = kept.slice(at + OPEN.length)
    inside = true
    return text(before)
  }

  function within(): Piece[] | null {
    const at = kept.indexOf(CLOSE)
    if (at === -1) return null
    const body = kept.slice(0, at)
    kept = kept.slice(at + CLOSE.length)
    inside = false
    return callOrText(body, CLOSE)
  }

  function callOrText(body: string, close: string): Piece[] {
    const call = readCall(body)
    if (call === null) return text(OPEN + body + close)
    afterCall = true
    return [{ type: 'call', ...call }]
  }

  return {
    push(part) {
      kept += part
      const pieces: Piece[] = []
      for (;;) {
        const found = inside ? within() : outside()
        if (found === null) break
        pieces.push(...found)
      }
      if (inside) return pieces
      // White space may precede a call: it is held back with a tag that may begin.
      const open = openEnd(kept, [OPEN])
      const safe = afterCall
        ? kept.slice(0, kept.length - open).trimEnd().length
        : kept.length - open
      const out = kept.slice(0, safe)
      kept = kept.slice(safe)
      return [...pieces, ...text(out)]
    },
    end: () => (inside ? callOrText(kept, '') : text(kept)),
  }
}

function readCall(body: string): { name: string; arguments: string } | null {
  try {
    const call = Call.safeParse(JSON.parse(body))
    if (!call.success) return null
    const { name, arguments: given } = call.data
    return { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
  } catch {
    return null
  }
}
