import { LIMITS } from '#core'
import type { Bound } from '../reading/bound.js'

/** Counts what a reply may still have. */
export interface ReplyRoom {
  /** The beginning of the text that there is room for. */
  take(part: 'text' | 'thinking' | 'arguments', text: string): string
  /** true: there is room for one more call. */
  takeCall(): boolean
  /** The first bound that was passed; null: none. */
  passed(): Bound | null
}

export function createReplyRoom(): ReplyRoom {
  const left = {
    text: LIMITS.replyTextChars,
    thinking: LIMITS.replyThoughtChars,
    arguments: LIMITS.replyArgumentChars,
  }
  let calls = 0
  let passed: Bound | null = null
  return {
    take(part, text) {
      const kept = text.slice(0, left[part])
      left[part] -= kept.length
      if (kept.length < text.length) passed ??= part
      return kept
    },
    takeCall() {
      if (calls >= LIMITS.replyCalls) passed ??= 'calls'
      else calls += 1
      return passed !== 'calls'
    },
    passed: () => passed,
  }
}
