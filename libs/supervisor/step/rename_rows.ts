import type { Frame } from './frame.js'

/**
 * Gives the rows that a step is about to add their new ids, after another session took the expected numbers.
 * What the calls of this step cite is renamed with them. Rows of earlier steps keep their ids.
 */
export function renameRows(frame: Frame, firstEvidence: number): void {
  const before = frame.view.nextEvidence
  const added = [...frame.outcomes.values()].reduce((sum, { evidence }) => sum + evidence.length, 0)
  const fresh = new Map(
    Array.from({ length: added }, (_, at) => [`e${before + at}`, `e${firstEvidence + at}`]),
  )
  const renamed = (cites: string[]) => cites.map((id) => fresh.get(id) ?? id)
  frame.plan = frame.plan.map((change) => ({
    ...change,
    node: { ...change.node, cites: renamed(change.node.cites) },
  }))
  if (frame.closed !== null) frame.closed = { ...frame.closed, cites: renamed(frame.closed.cites) }
  frame.view = { ...frame.view, nextEvidence: firstEvidence }
}
