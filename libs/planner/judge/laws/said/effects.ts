import type { Law } from '../../facts/types.js'
import { missingEffect } from '../../stated/missing_effect.js'

/** What an end says was deployed, committed, sent or started has a successful command that can have done it. */
export const effects: Law = {
  name: 'effects',
  judge(standing, { summary, isTask }) {
    if (!isTask || standing.wants === 'text') return null
    const said = missingEffect(standing, summary)
    if (said === null) return null
    return {
      message: `the summary says that something was ${said}, but no successful command of this task did it. Run the command, or say that it was not done.`,
      reason: `the summary says that something was ${said}, and no command of this task did it`,
      refuse: 1,
      undone: true,
    }
  },
}
