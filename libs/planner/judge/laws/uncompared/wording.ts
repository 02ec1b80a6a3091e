import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { idleEffect } from '../../wording/idle_effect.js'
import { unguarded } from '../../wording/unguarded.js'
import { unheldWord } from '../../wording/unheld_words.js'
import { unsearched } from '../../wording/unsearched.js'
import { unseenFile } from '../../wording/unseen_file.js'

/**
 * "Proven" speaks for what the evidence shows: a sentence that says more than a change and a run of the tests can show is
 * named, and the end is not proven. It never refuses: such a sentence may be true.
 */
export const wording: Law = {
  name: 'wording',
  judge(standing, end) {
    const { isTask } = end
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    if (standing.rows.some(({ facts }) => facts.unseen === true || facts.outside === true))
      return null
    const reason = whyUncompared(standing, end)
    return reason === null ? null : { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}

function whyUncompared(...[standing, end]: Parameters<Law['judge']>): string | null {
  const { summary, original } = end
  const file = unseenFile(standing, summary)
  if (file !== null)
    return `the end says something of ${file}, which this task neither changed nor read`
  const claim = unsearched(standing, summary)
  if (claim !== null)
    return `the end says ${JSON.stringify(claim)}, and nothing of this task searched the project for it`
  const isEnglish = original === undefined || original === summary
  const verb = isEnglish ? idleEffect(standing, summary) : null
  if (verb !== null)
    return `the end says that the code ${JSON.stringify(verb)} something, and no new line can do that`
  const border = isEnglish ? unguarded(standing, summary) : null
  if (border !== null)
    return `the end says what happens for ${JSON.stringify(border)}, and no new line, no test and no word of the task does`
  const open = unheldWord(standing, end)
  if (open === null) return null
  return `a sentence of the end is not compared: ${JSON.stringify(shortened(open.clause))}; no change, no test and no result has ${JSON.stringify(open.word)}`
}

const MOST_CHARS = 80

function shortened(text: string): string {
  return text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS)}…`
}
