import type { PlanNode } from '#core'
import type { PlanMutation } from './tree.js'

const NUMBERED = /^\s*(?:[-*]\s+)?(?:step\s+)?(\d{1,2})[.):]\s+(\S.*)$/i
const LEAST = 2
const MOST = 8
const STEP_CHARS = 160

/** The steps of a numbered list in a text: 2 to 8 neighbours that count from 1. Empty: there is none. */
export function stepsIn(text: string): string[] {
  let steps: string[] = []
  for (const line of text.replace(/^ *(?:```|~~~)[\s\S]*?^ *(?:```|~~~)/gm, '').split('\n')) {
    const [, number = '', said = ''] = NUMBERED.exec(line) ?? []
    if (number === '1' && steps.length < LEAST) steps = []
    if (Number(number) === steps.length + 1) steps.push(clean(said))
  }
  return steps.length < LEAST || steps.length > MOST ? [] : steps
}

/**
 * The steps of a text as items of a plan that has none yet (row 129). An item is a reminder: the model closes it
 * by saying so, and an open one does not refuse an end, as an open entry of its own to-do list does.
 */
export function capturePlan(plan: readonly PlanNode[], text: string): PlanMutation[] {
  const root = plan.find(({ kind }) => kind === 'root')
  if (root === undefined || plan.some(({ kind }) => kind !== 'root')) return []
  return stepsIn(text).map((step, ordinal) => ({
    node: {
      id: `${root.id}.${plan.length + ordinal}`,
      parentId: root.id,
      kind: 'item',
      ordinal,
      text: step,
      status: 'open',
      summary: '',
      cites: [],
    },
    narrative: `step ${ordinal + 1} of the plan: ${step}`,
  }))
}

function clean(step: string): string {
  return step
    .replace(/\*\*|__/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, STEP_CHARS)
}
