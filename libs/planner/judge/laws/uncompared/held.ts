import { unmeasured } from '../../content/unmeasured.js'
import { changedPaths } from '../../facts/changes.js'
import type { Law } from '../../facts/types.js'
import { untouchedThing } from '../../held/asked_things.js'
import { shownText } from '../../held/evidence.js'
import { unheldMark, unshownConcept } from '../../held/unheld.js'
import { universal } from '../../held/universal.js'
import { wideClaim } from '../../held/wide_claims.js'
import { idleSubject } from '../../parts/claimed_subjects.js'

/**
 * What an end names is in the changes, the rows or the project, and a change that says nothing new does nothing new.
 * It reads no verb, so it holds for claims that no other law knows, in every language. It never refuses.
 */
export const held: Law = {
  name: 'held',
  judge(standing, { summary, isTask }) {
    if (!isTask || standing.wants === 'text' || changedPaths(standing).length === 0) return null
    if (standing.rows.some(({ facts }) => facts.unseen === true || facts.outside === true))
      return null
    const thing = untouchedThing(standing, summary)
    if (thing !== null) {
      const open = `the task asks for a change of ${thing}, and no change is about it`
      return { message: `not proven: ${open}.`, reason: open, refuse: 0 }
    }
    const every = universal(summary)
    if (every !== null) {
      const open = `the end says something of ${every}, and nothing that was read compares them all`
      return { message: `not proven: ${open}.`, reason: open, refuse: 0 }
    }
    const subject = idleSubject(standing, summary)
    if (subject !== null) {
      const open = `the end says what ${subject} does, and no change is about it`
      return { message: `not proven: ${open}.`, reason: open, refuse: 0 }
    }
    const better = unmeasured(standing, summary)
    if (better !== null) {
      const open = `the end says ${JSON.stringify(better)}, and no command of this task measured it`
      return { message: `not proven: ${open}.`, reason: open, refuse: 0 }
    }
    const wide = wideClaim(standing, { summary, shown: shownText(standing) })
    if (wide !== null) {
      const open = `the end says ${JSON.stringify(wide)}, and nothing of this task shows it`
      return { message: `not proven: ${open}.`, reason: open, refuse: 0 }
    }
    const mark = unheldMark(standing, summary)
    const word = mark ?? unshownConcept(standing, summary)
    if (word === null) return null
    const quoted = JSON.stringify(word)
    const reason =
      mark === null
        ? `the end says ${quoted}, and the changes bring in no word, number or sign for it`
        : `no change, file or output of this task contains ${quoted}`
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}
