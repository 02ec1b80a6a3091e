import type { Law } from '../facts/types.js'

/** Open to-do items and sub-questions keep a task open. A plain answer in text needs no list. */
export const openItems: Law = {
  name: 'open_items',
  judge({ openItems: items, wants }, { cites, isTask }) {
    if (!isTask || items.length === 0 || (cites === null && wants !== 'change')) return null
    return {
      message: `not done: open items remain: ${items.join('; ')}. Do the next item. If it is done, update the list with todo_write, or resolve the sub-question.`,
      reason: `open items remain: ${items.join('; ')}`,
      refuse: Number.POSITIVE_INFINITY,
    }
  },
}
