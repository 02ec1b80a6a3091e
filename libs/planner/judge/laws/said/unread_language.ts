import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { isUnread } from '../../words/unread_language.js'

/** What an end claims can be compared with the changes only in a language that the glossary holds. */
export const unreadLanguage: Law = {
  name: 'unread_language',
  judge(standing, { summary, isTask, original = summary }) {
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    const what = isUnread(original, 'any')
      ? 'end'
      : isUnread(standing.asked, 'most')
        ? 'task'
        : null
    if (what === null) return null
    return {
      message: `the ${what} is in a language that cannot be compared with the changes.`,
      reason: `the ${what} is in a language that cannot be compared with the changes`,
      // The model can do nothing about it.
      refuse: 0,
    }
  },
}
