import { changedPaths, lastChange } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'

/** A message that comes while the task runs and asks for a change is answered by a change after it. */
export const newestMessage: Law = {
  name: 'newest_message',
  judge(standing, { isTask }) {
    const { askedAt } = standing
    if (!isTask || askedAt === null || changedPaths(standing).length === 0) return null
    const changed = lastChange(standing)
    if (changed !== null && changed > askedAt) return null
    return {
      message:
        'not done: the newest message of the user asks for a change, and no file was changed after it. Make that change. If it is there already, name the line that shows it.',
      reason: 'the newest message asks for a change, and no file was changed after it',
      refuse: 1,
    }
  },
}
