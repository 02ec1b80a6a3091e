import type { PlanNode } from '#core'
import { pathsIn } from '../items/names.js'
import { readable } from '../judge/words/readable.js'
import type { PlanMutation } from './tree.js'

const CLOSED =
  /\b(?:steps?|items?|parts?|points?)\s*#?(\d{1,2})(?:\s*(-|–|to|and|,|&)\s*#?(\d{1,2}))?\s*(?:\([^)\n]{0,60}\)\s*)?(?:is|are|was|were|has been|have been|:)?\s*(?:now |all |already )*(?:done|complete|completed|finished|implemented|fixed|✓|✔|✅)/gi
const MARKED = /^\s*[-*]?\s*(?:\[[xX]\]|✅|✔)\s*(?:step\s+)?(\d{1,2})?[.):]?\s*(.*)$/gim
/** A condition or a plan is no statement. */
const OPEN = /\b(?:if|when|once|after|until|not|isn't|before|will|should|to be|nearly|almost)\b/i

/**
 * Closes the items that a reply says are done (row 131), and marks the open item whose file was just edited. Only
 * an explicit statement closes: an edit may be a half.
 * @param edited  paths that this step edited
 */
export function advancePlan(
  plan: readonly PlanNode[],
  text: string,
  edited: readonly string[],
): PlanMutation[] {
  const items = plan.filter(({ kind }) => kind === 'item')
  const closed = closedIn(readable(text), items)
  return items.flatMap((node, index): PlanMutation[] => {
    if (node.status === 'resolved') return []
    if (closed.has(index + 1))
      return [change(node, 'resolved', `step ${index + 1} is done: ${node.text}`)]
    const isTouched = pathsIn(node.text).some((path) => edited.includes(path))
    if (node.status !== 'open' || !isTouched) return []
    return [change(node, 'in_progress', `step ${index + 1} is begun: ${node.text}`)]
  })
}

function closedIn(text: string, items: readonly PlanNode[]): Set<number> {
  const closed = new Set<number>()
  for (const sentence of text.split(/(?<=[.!?;])\s+|\n+/))
    for (const match of sentence.matchAll(CLOSED)) {
      if (OPEN.test(sentence.slice(0, match.index))) continue
      const [from, to] = [Number(match[1]), Number(match[3] ?? match[1])]
      for (const at of [from, to]) closed.add(at)
      if (/^(?:-|–|to)$/.test(match[2] ?? ''))
        for (let at = from; at < Math.min(to, from + items.length); at++) closed.add(at)
    }
  for (const [, number, said = ''] of text.matchAll(MARKED)) {
    const at = items.findIndex((item) => item.text === said.trim())
    if (number !== undefined) closed.add(Number(number))
    else if (at !== -1) closed.add(at + 1)
  }
  return closed
}

function change(node: PlanNode, status: PlanNode['status'], narrative: string): PlanMutation {
  return { node: { ...node, status }, narrative }
}
