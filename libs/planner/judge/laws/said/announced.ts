import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { clausesOf } from '../../stated/claims.js'

/** The next action as the last words: the task goes on. */
const NEXT =
  /^(?:(?:ok(?:ay)?|great|good|alright|now|next|then|first|finally|step \d+)[,:.!]?\s+)*(?:i(?:'ll|’ll| will| am going to|'m going to| need to| must| have to) (?:now |then |next |first )?(?!be\b|wait\b|not\b|leave\b|need\b|know\b|assume\b)|let me (?!know\b)|let's |we(?:'ll| will| need to) )(?:now |then |next )?(?:\w+)\b/i
const OFFERS =
  /\b(?:if you|should you|would you|you can|you may|want me|like me|ask me|whenever|in case|once you|when you)\b/i

/** An end that announces the next action is a slip in the middle of the work. */
export const announced: Law = {
  name: 'announced',
  judge(standing, { summary, isTask, cites }) {
    const { wants } = standing
    // Without a change, other laws say more.
    if (!isTask || wants !== 'change' || changedPaths(standing).length === 0) return null
    const last = announcedStep(summary)
    if (last === null) return null
    return {
      message: `the reply announces a step and does not do it: "${last.slice(0, 80)}". Call that tool now. If all is done, say what was done.`,
      reason: 'the end announces a step that was not done',
      refuse: cites === null ? 3 : 1,
    }
  },
}

/** The last sentence of a text, where it announces what the author does next; null: it does not. */
export function announcedStep(text: string): string | null {
  const sentences = text.trim().split(/(?<=[.!?])\s+|\n+/)
  const last = (sentences.findLast((one) => one.trim() !== '') ?? '').trim()
  const announces = [last, ...clausesOf(last)].some((one) => NEXT.test(one.trim()))
  return announces && !OFFERS.test(last) ? last : null
}
