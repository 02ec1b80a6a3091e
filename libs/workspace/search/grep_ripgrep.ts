import { isAbsolute, join } from 'node:path'
import { LIMITS } from '#core'
import { inPathOrder } from './list_files.js'
import type { RipgrepTree } from './ripgrep_tree.js'
import { type RipgrepEnd, streamRipgrep } from './run_ripgrep.js'
import type { GrepQuery } from './types.js'

/** Takes one found line; false says that there is no room for more. */
export type AddLine = (file: string, line: number, text: string, match: boolean) => boolean

export type GrepEnd = { ok: true; truncated: boolean } | { ok: false; message: string }

interface Row {
  line: number
  text: string
  match: boolean
}

/** One run: the binary, what it goes through, and which files may be shown. */
export interface RipgrepRun {
  binary: string
  tree: RipgrepTree
  /** Asked once of each file with a match, by its absolute path. */
  accepts(file: string): boolean
}

/**
 * Searches by one run of ripgrep as it likes best, in threads and without an order, and sorts what it found.
 * Where that is more than an answer holds, a second run in the order of the paths finds the first of it: it
 * ends early, and the same lines are left out every time.
 */
export async function grepByRipgrep(
  run: RipgrepRun,
  query: GrepQuery,
  signal: AbortSignal,
  add: AddLine,
): Promise<GrepEnd> {
  const found = new Map<string, Row[]>()
  let chars = 0
  const first = await searchOnce(run, query, [], signal, (file, rows) => {
    found.set(file, rows)
    chars += rows.reduce((sum, { text }) => sum + text.length + 1, 0)
    return chars <= LIMITS.grepChars
  })
  if ('message' in first) return { ok: false, message: first.message }
  if (first.end === 'stopped') {
    await searchOnce(run, query, ['--sort', 'path'], signal, (file, rows) =>
      rows.every(({ line, text, match }) => add(file, line, text, match)),
    )
    return { ok: true, truncated: true }
  }
  for (const file of inPathOrder([...found.keys()]))
    for (const { line, text, match } of found.get(file) ?? [])
      if (!add(file, line, text, match)) return { ok: true, truncated: true }
  return { ok: true, truncated: first.end !== 'done' }
}

/** @param onFile  gets each file's lines; false ends the run */
async function searchOnce(
  { binary, tree, accepts }: RipgrepRun,
  query: GrepQuery,
  order: readonly string[],
  signal: AbortSignal,
  onFile: (file: string, rows: Row[]) => boolean,
): Promise<{ end: RipgrepEnd['end'] } | { message: string }> {
  let complete = false
  let open: { file: string; rows: Row[]; chars: number } | null = null
  const read = (record: Record): boolean => {
    if (record.type === 'summary') complete = true
    if (record.type === 'begin') {
      const file = pathOf(record.data.path, tree.cwd)
      open = file === null || !accepts(file) ? null : { file, rows: [], chars: 0 }
    }
    if (open === null) return true
    if (record.type === 'match' || record.type === 'context') {
      // No file may give more than the whole answer can hold: one pattern may match every line.
      if (open.chars > LIMITS.grepChars) return true
      const text = textOf(record.data.lines).slice(0, LIMITS.searchLineChars + 2)
      open.chars += text.length + 1
      open.rows.push({ line: record.data.line_number, text, match: record.type === 'match' })
    }
    if (record.type !== 'end') return true
    const { file, rows } = open
    open = null
    // Text before the first NUL byte of a binary file is chance, not text.
    return record.data.binary_offset !== null || onFile(file, rows)
  }
  const args = [...searchFlags(query), ...order, ...tree.flags, '--', tree.start]
  const end = await streamRipgrep(binary, args, tree.cwd, signal, '\n', (piece) =>
    read(JSON.parse(piece) as Record),
  )
  if (end.end === 'failed' || (end.end === 'done' && !complete))
    return { message: end.stderr.trim() || 'ripgrep failed without a word.' }
  return { end: end.end }
}

function searchFlags(query: GrepQuery): string[] {
  return [
    '--json',
    // A file that went away meanwhile is no fault.
    '--no-messages',
    '--context',
    String(query.context ?? 0),
    ...(query.ignoreCase ? ['--ignore-case'] : []),
    '--max-filesize',
    String(LIMITS.fileBytes),
    // A shown line takes four characters and more, so no answer holds this many.
    '--max-count',
    String(LIMITS.grepChars / 4),
    '--regexp',
    query.pattern,
  ]
}

interface Record {
  type: 'begin' | 'match' | 'context' | 'end' | 'summary'
  data: {
    path: Text
    lines: Text
    line_number: number
    binary_offset: number | null
  }
}

/** ripgrep gives bytes in base64 where they are no UTF-8. */
type Text = { text: string } | { bytes: string }

function textOf(value: Text): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString()
}

/** null: a name that is no UTF-8 can neither be held against the rules nor be opened by name. */
function pathOf(value: Text, cwd: string): string | null {
  if (!('text' in value)) return null
  return isAbsolute(value.text) ? value.text : join(cwd, value.text)
}
