import { nameFirst, type TaskResult } from '#core'
import { type Say, sayEnglish, showControls } from '#terminal'

/** Files that are shown by name. */
const NAMED = 4

/** The end of a run in one line: how, after how many steps, and what changed. */
export function endLine(result: TaskResult, say = sayEnglish): string {
  const { subtype, changes, reverted = [], takenBack = [], cause } = result
  const end = subtype === 'interrupted' && cause !== undefined ? 'stopped' : subtype
  const parts = [
    say(`end.${end}`, { steps: stepsOf(result, say) }),
    ...(changes.length === 0 ? [] : [say('end.changed', { files: changedOf(changes, say) })]),
    ...(takenBack.length === 0
      ? []
      : [say('end.takenBack', { files: nameFirst(takenBack, NAMED) })]),
    ...(reverted.length === 0 ? [] : [say('end.reverted', { files: reverted.join(', ') })]),
    ...shown(result, say),
  ]
  return showControls(parts.join(' · '))
}

/** Whether the last line says more than the text of the result, which says at which limit a run stopped. */
export function saysMore({ subtype, changes, reverted = [], takenBack = [] }: TaskResult): boolean {
  return subtype !== 'limit' || [changes, reverted, takenBack].some((list) => list.length > 0)
}

function stepsOf({ steps: count }: TaskResult, say: Say): string {
  return say(count === 1 ? 'steps.one' : 'steps.many', { count })
}

function changedOf(changes: TaskResult['changes'], say: Say): string {
  const named = changes
    .slice(0, NAMED)
    .map(({ path, added, removed }) => `${path} +${added} -${removed}`)
  const count = changes.length - NAMED
  return [...named, ...(count > 0 ? [say('end.more', { count })] : [])].join(', ')
}

/** What shows the end, or that nothing does. The answer above may have the reason: it is not said twice. */
function shown(result: TaskResult, say: Say): string[] {
  const { subtype, changes, proven, proof, grade, reason, text } = result
  if (subtype !== 'resolved') return []
  if (proven && changes.length > 0) return [say('end.proven', { proof: say.part(proof ?? grade) })]
  if (proven)
    return [proof === undefined ? say('end.read') : say('end.shown', { proof: say.part(proof) })]
  if (changes.length === 0 && !text.startsWith('unproven')) return []
  return [
    reason === '' || [reason, say.part(reason)].some((one) => text.includes(one))
      ? say('end.notProven')
      : say('end.why', { reason: say.part(reason) }),
  ]
}
