import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { shownText } from '../../held/evidence.js'
import { isUnread, withoutData } from '../../words/unread_language.js'
import { hasUnreadLatin } from '../../words/unread_latin.js'

/** What an end claims can be compared with the changes only in a language that the glossary holds. */
export const unreadLanguage: Law = {
  name: 'unread_language',
  judge(standing, { summary, isTask, original = summary }) {
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    const isLatin = () =>
      hasUnreadLatin(
        withoutData(original),
        `${shownText(standing)}\n${standing.asked}`.toLowerCase(),
      )
    const what =
      isUnread(original, 'any') || isLatin()
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
