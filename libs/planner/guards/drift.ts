import type { Guard } from '../guard.js'
import { pathsIn } from '../items/names.js'
import { kindOfPath } from '../judge/tests/check_files.js'

/** An edit of a file that neither the task nor its plan names (rows 30, 159). It is said once, and nothing is refused. */
export const drift: Guard = {
  name: 'drift',
  cap: 2,
  rest: 10,
  watch({ asked, plan, rows, firstRow }) {
    const items = plan.filter(({ kind, summary }) => isItem(kind) && summary !== 'dropped')
    const named = items.filter(({ text }) => pathsIn(text).length > 0)
    if (named.length < 2) return null
    const known = new Set([asked, ...items.map(({ text }) => text)].flatMap(pathsIn))
    const isKnown = (path: string) =>
      [...known].some((one) => path === one || path.endsWith(`/${one}`))
    const strange = rows.find(
      ({ kind, number, subject }) =>
        kind === 'edit_applied' &&
        number >= firstRow &&
        !isKnown(subject) &&
        kindOfPath(subject, []) === null,
    )
    const next = items.find(({ status }) => status !== 'resolved')
    if (strange === undefined || next === undefined) return null
    return `You changed ${strange.subject}, which no step of the plan names. If the task does not need it, undo it. The next open step is: ${next.text}`
  },
}

function isItem(kind: string): boolean {
  return kind === 'todo' || kind === 'item'
}
