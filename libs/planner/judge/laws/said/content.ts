import { missingContent } from '../../content/missing_content.js'
import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'

/** What an end says the changed code has, such as a check of input, can be meant by a line of the change. */
export const content: Law = {
  name: 'content',
  judge(standing, { summary, isTask }) {
    // Without a change, the law of claims decides.
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    const said = missingContent(standing, summary)
    if (said === null) return null
    return {
      message: `the summary says that ${said}, but no changed line and no result shows it. Do it, or leave that out.`,
      reason: `the summary says that ${said}, and no changed line and no result shows it`,
      refuse: 1,
    }
  },
}
