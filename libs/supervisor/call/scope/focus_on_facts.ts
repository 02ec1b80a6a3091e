import { posix } from 'node:path'
import { alikeLines, usedLines } from '#context'
import type { Focus } from '#tools'
import { decodeText } from '#workspace'
import type { Deps } from '../../deps/deps.js'
import type { Frame } from '../../step/frame.js'

/** Newest reads that are looked at, and statements: a fact is stated right after its result. */
const MOST_READS = 12
const MOST_STATEMENTS = 60
/** Facts that a file is compared with, newest first, and the largest such file: all lines are read for each. */
const MOST_SAMPLES = 8
const MOST_BYTES = 2 * 1024 * 1024

/**
 * The lines of a file that say what the model took from a file of the same kind before: a model that reads file after
 * file for one value each gets that value with the first read. It comes from rows and the model's own words, so it
 * is the same after a kill. null: no line is like the line of a fact.
 */
export function focusOnFacts(
  file: string,
  frame: Frame,
  { ledger, workspace }: Pick<Deps, 'ledger' | 'workspace'>,
): Focus | null {
  const taskId = frame.view.task.id
  const kind = posix.extname(file)
  // A search in one file found its value too.
  const rows = (['file_read', 'symbol_lookup'] as const)
    .flatMap((each) => ledger.find({ taskId, kind: each, limit: MOST_READS }))
    .sort((a, b) => Number(b.id.slice(1)) - Number(a.id.slice(1)))
  const reads = rows.flatMap((row) => {
    const { path } = row.facts
    const isAlike = typeof path === 'string' && path !== file && posix.extname(path) === kind
    return isAlike ? [{ row, path }] : []
  })
  if (reads.length === 0) return null
  const said = { step: frame.number, text: frame.reply.text }
  const statements = [...ledger.statements(taskId, MOST_STATEMENTS).reverse(), said]
  const payload = (row: { payloadHash: string }) => ledger.payload(row.payloadHash).toString('utf8')
  let text: string[] | null = null
  let samples = 0
  const found = new Map<string, number[]>()
  for (const { row, path } of reads) {
    // Older reads of a file say no more about the others.
    if (found.has(path)) continue
    const lines = usedLines(row, { statements, payload }).flatMap((line) => {
      if (++samples > MOST_SAMPLES) return []
      text ??= textOf(file, workspace)
      return alikeLines(file, text, { path, line })
    })
    if (lines.length > 0) found.set(path, [...new Set(lines)])
    if (found.size > 1 || samples > MOST_SAMPLES) break
  }
  const [first] = found
  // Where two files gave such a line, it is what the files are read for.
  return first === undefined
    ? null
    : { lines: first[1], by: `your fact from ${first[0]}`, isValue: found.size > 1 }
}

/** The lines of a file; empty when it cannot be read or is too large to be aimed at. */
export function textOf(path: string, workspace: Deps['workspace']): string[] {
  const file = workspace.readFile(path, {})
  return file.ok && file.bytes.length <= MOST_BYTES
    ? decodeText(file.bytes).text.split(/\r?\n/)
    : []
}
