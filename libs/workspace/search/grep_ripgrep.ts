import { isAbsolute, join } from 'node:path'
import { LIMITS } from '#core'
import { inPathOrder } from './list_files.js'
import type { RipgrepTree } from './ripgrep_tree.js'
import { type RipgrepEnd, streamRipgrep } from './run_ripgrep.js'
import type { FoundLine, GrepEnd, GrepQuery, GrepTask } from './types.js'

/** One run: the binary, the files to search, and which files may be shown. */
export interface RipgrepRun {
  binary: string
  tree: RipgrepTree
  /** Called once for each file with a match, with its absolute path. */
  accepts(file: string): boolean
}

/**
 * Searches with one run of ripgrep in its fastest mode, in threads and unsorted, and sorts the matches here.
 * When there are more matches than an answer can hold, a second, sorted run finds the first of them: it ends
 * early, and the same lines are missing every time.
 */
export async function grepByRipgrep(run: RipgrepRun, task: GrepTask): Promise<GrepEnd> {
  const found = new Map<string, FoundLine[]>()
  let chars = 0
  const first = await searchOnce(run, { ...task, order: [] }, (file, rows) => {
    found.set(file, rows)
    chars += rows.reduce((sum, { text }) => sum + text.length + 1, 0)
    return chars <= LIMITS.grepChars
  })
  if ('message' in first) return { ok: false, message: first.message }
  if (first.end === 'stopped') {
    const order = ['--sort', 'path']
    await searchOnce(run, { ...task, order }, (_, rows) => rows.every((row) => task.add(row)))
    return { ok: true, truncated: true }
  }
  for (const file of inPathOrder([...found.keys()]))
    for (const row of found.get(file) ?? [])
      if (!task.add(row)) return { ok: true, truncated: true }
  return { ok: true, truncated: first.end !== 'done' }
}

/** @param onFile  receives the lines of each file; returns false to end the run */
async function searchOnce(
  { binary, tree, accepts }: RipgrepRun,
  { query, order, signal }: Omit<GrepTask, 'add'> & { order: readonly string[] },
  onFile: (file: string, rows: FoundLine[]) => boolean,
): Promise<{ end: RipgrepEnd['end'] } | { message: string }> {
  let complete = false
  let open: { file: string; rows: FoundLine[]; chars: number } | null = null
  const read = (record: Record): boolean => {
    if (record.type === 'summary') complete = true
    if (record.type === 'begin') {
      const file = pathOf(record.data.path, tree.cwd)
      open = file === null || !accepts(file) ? null : { file, rows: [], chars: 0 }
    }
    if (open === null) return true
    if (record.type === 'match' || record.type === 'context') {
      // A file gives at most as much as an answer can hold, since a pattern may match every line.
      if (open.chars > LIMITS.grepChars) return true
      const text = textOf(record.data.lines).slice(0, LIMITS.searchLineChars + 2)
      open.chars += text.length + 1
      const line = record.data.line_number
      open.rows.push({ file: open.file, line, text, match: record.type === 'match' })
    }
    if (record.type !== 'end') return true
    const { file, rows } = open
    open = null
    // Matches before the first NUL byte of a binary file are not text.
    return record.data.binary_offset !== null || onFile(file, rows)
  }
  const args = [...searchFlags(query), ...order, ...tree.flags, '--', tree.start]
  const command = { binary, args, cwd: tree.cwd, signal, separator: '\n' as const }
  const end = await streamRipgrep(command, (piece) => read(JSON.parse(piece) as Record))
  if (end.end === 'failed' || (end.end === 'done' && !complete))
    return { message: end.stderr.trim() || 'ripgrep failed without a message.' }
  return { end: end.end }
}

function searchFlags(query: GrepQuery): string[] {
  return [
    '--json',
    // A file that was removed in the meantime is not an error.
    '--no-messages',
    '--context',
    String(query.context ?? 0),
    ...(query.ignoreCase ? ['--ignore-case'] : []),
    '--max-filesize',
    String(LIMITS.fileBytes),
    // A shown line takes at least four characters, so no answer can hold more lines.
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

/** ripgrep encodes bytes that are not UTF-8 in base64. */
type Text = { text: string } | { bytes: string }

function textOf(value: Text): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString()
}

/** null for a name that is not UTF-8: it cannot be checked against the rules or opened. */
function pathOf(value: Text, cwd: string): string | null {
  if (!('text' in value)) return null
  return isAbsolute(value.text) ? value.text : join(cwd, value.text)
}
