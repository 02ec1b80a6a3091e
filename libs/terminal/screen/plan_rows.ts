import { countNoun, type PlanNode, showControls } from '#core'
import { cutRow, type Row, type StyleName, span } from '../rows/row.js'

const SIGNS: Record<PlanNode['status'], readonly [string, StyleName]> = {
  open: ['☐', 'dim'],
  in_progress: ['▸', 'warning'],
  resolved: ['✓', 'good'],
}

/**
 * The plan as a tree: what is done, what is being done, what is left. Where there are too many rows, the first
 * ones that are done are left out, then the last ones.
 * @param nodes  of one task, in any order; the root is not shown
 */
export function planRows(
  nodes: readonly PlanNode[],
  {
    columns,
    most,
    inWords = (text) => text,
  }: { columns: number; most: number; inWords?: (text: string) => string },
): Row[] {
  const shown = inOrder(nodes)
  const done = shown.filter(({ node }) => node.status === 'resolved').length
  if (shown.length === 0) return [[span(inWords('No plan yet.'), 'dim')]]
  const head: Row = [
    span(inWords('Plan'), 'strong'),
    span(` ${inWords(`${done} of ${shown.length} done`)}`, 'dim'),
  ]
  const room = Math.max(1, most - 1)
  const first = firstShown(shown, room)
  const rows = shown
    .slice(first, first + room)
    .map(({ node, depth }) => nodeRow(node, depth, inWords))
  const left = shown.length - first - rows.length
  if (first > 0) rows[0] = [span(inWords(`… ${first + 1} before`), 'dim')]
  if (left > 0)
    rows[rows.length - 1] = [span(inWords(`… ${countNoun(left + 1, 'more row')}`), 'dim')]
  return [head, ...rows].map((row) => cutRow(row, columns))
}

interface Placed {
  node: PlanNode
  depth: number
}

/** Each node after its parent, siblings by their order. A node whose parent is unknown is at the top. */
function inOrder(nodes: readonly PlanNode[]): Placed[] {
  const byParent = new Map<string | null, PlanNode[]>()
  const known = new Set(nodes.map(({ id }) => id))
  const roots = new Set(nodes.filter(({ kind }) => kind === 'root').map(({ id }) => id))
  for (const node of nodes) {
    if (roots.has(node.id)) continue
    const { parentId } = node
    const parent =
      parentId === null || roots.has(parentId) || !known.has(parentId) ? null : parentId
    byParent.set(parent, [...(byParent.get(parent) ?? []), node])
  }
  const walk = (parent: string | null, depth: number): Placed[] =>
    (byParent.get(parent) ?? [])
      .sort((a, b) => a.ordinal - b.ordinal)
      .flatMap((node) => [{ node, depth }, ...walk(node.id, depth + 1)])
  return walk(null, 0)
}

/** The first row, so that what is being done is visible. */
function firstShown(shown: readonly Placed[], room: number): number {
  if (shown.length <= room) return 0
  const now = shown.findIndex(({ node }) => node.status !== 'resolved')
  return Math.max(0, Math.min((now === -1 ? shown.length : now) - 1, shown.length - room))
}

function nodeRow(
  { status, text, kind }: PlanNode,
  depth: number,
  inWords: (text: string) => string,
): Row {
  const [sign, style] = SIGNS[status]
  const words = showControls(text).replace(/\s+/g, ' ')
  const label = kind === 'hypothesis' ? inWords(`Is it so: ${words}`) : words
  const styles: StyleName[] =
    status === 'resolved' ? ['dim'] : status === 'in_progress' ? ['strong'] : []
  return [span(`${'  '.repeat(depth)}${sign} `, style), span(label, ...styles)]
}
