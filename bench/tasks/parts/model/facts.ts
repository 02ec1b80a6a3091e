import type { Line } from './lines.js'
import type { See } from './see.js'

/** Something that the work needs to know. */
export interface Fact {
  /** What the model calls it: `factor`. */
  label: string
  /** What a file or an output says; group 1 is the value. */
  pattern: RegExp
  /** Only in this file; absent: anywhere. */
  path?: string
}

/** The value as far as it is visible: in a file, in an output, in the model's own words or in those of the program. */
export function knownValue(see: See, { label, pattern, path }: Fact): string | null {
  const found = see.lines.filter((line) => path === undefined || isAt(line, path))
  for (const { text } of [...found].reverse()) {
    const value = pattern.exec(text)?.[1]
    if (value !== undefined) return value
  }
  const words = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const said = new RegExp(
    `\\b${words}["'\`]?\\s*(?:is|=|:|are|->|was)\\s*["'\`]?([\\w./:@-]*[\\w])`,
    'gi',
  )
  return [...see.text.matchAll(said)].at(-1)?.[1] ?? null
}

function isAt(line: Line, path: string): boolean {
  return line.path === path || (line.path?.endsWith(`/${path}`) ?? false)
}

/** Whether the value is in what came last: then it is worth a sentence. */
export function isFresh(see: See, { pattern }: Fact): boolean {
  return see.fresh.split('\n').some((line) => pattern.test(line))
}

/** The newest visible text of lines of a file. */
export function linesIn(see: See, path: string): Line[] {
  return see.lines.filter((line) => line.kind === 'text' && isAt(line, path))
}

/** Whether an edit of the file that brought this text is visible, or the text itself in the file. */
export function isWritten(see: See, path: string, text: string): boolean {
  const wanted = squeeze(text)
  const edits = see.calls.filter(({ args, ok }) => ok && isEditOf(args, path))
  const isNew = edits.some(({ args }) =>
    squeeze(String(args.new_str ?? args.new_string ?? args.content ?? '')).includes(wanted),
  )
  if (isNew) return true
  const lastEdit = edits.at(-1)?.at ?? -1
  return see.lines.some(
    (line) => isAt(line, path) && line.at >= lastEdit && squeeze(line.text).includes(wanted),
  )
}

export function isEditOf(args: Record<string, unknown>, path: string): boolean {
  const isEdit = ['new_str', 'new_string', 'content'].some((key) => key in args)
  return isEdit && String(args.path ?? args.file_path ?? '').replace(/^\.\//, '') === path
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * Where a file has to be read on: after the lines that headings and the log name as read, from line 1 on.
 * @returns null when nothing says that the file was read
 */
export function unreadFrom(see: See, path: string): { from: number; total: number | null } | null {
  const name = path.replaceAll('.', '\\.')
  const named = new RegExp(`${name},? \\(?(?:lines )?(\\d+)-(\\d+)(?: of (\\d+))?`, 'g')
  const ranges = [...see.text.matchAll(named)].map(([, a, b, n]) => [
    Number(a),
    Number(b),
    Number(n),
  ])
  if (ranges.length === 0) return null
  let from = 1
  for (const [a = 0, b = 0] of ranges.sort((one, two) => (one[0] ?? 0) - (two[0] ?? 0)))
    if (a <= from) from = Math.max(from, b + 1)
  const total = ranges.find(([, , n]) => n !== undefined && !Number.isNaN(n))?.[2] ?? null
  return { from, total }
}
