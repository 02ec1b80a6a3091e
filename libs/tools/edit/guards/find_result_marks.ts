import { extname } from 'node:path'

/** What replaces the middle of a long call in a prompt (libs/context/text/cut_calls.ts). */
const LINES_LEFT_OUT = /^… \d+ lines left out\. The call had them\.$/m
const CHARACTERS_LEFT_OUT = / … \d+ characters left out … /

/** Lines that our own results add around the text of a file. */
const MARKS: readonly RegExp[] = [
  /^(?:\[e\d+(?: e\d+)*\] )?\S.{0,300} lines \d+-\d+ of \d+$/,
  /^… \d+ lines follow\. Call read_file\b/,
  /^… \d+ lines (?:left out\.(?: |$)|before and \d+|before are not|after are not)/,
  CHARACTERS_LEFT_OUT,
  /^… Outline of \S.{0,300}, as line: definition\.$/,
  /^… \d+ more definitions\. Call grep\b/,
  /^\[e\d+(?: e\d+)*\] \S/,
  /^(?:created|replaced|edited) \S.{0,300}: \+\d+ -\d+$/,
]
const NUMBERED = /^\s*(\d{1,6})(?:[:|→\t]|- )/
/** Fewer numbered lines may be content. */
const LEAST_NUMBERED = 3
/** Data whose lines may begin with numbers of their own. */
const DATA = new Set(['.csv', '.log', '.md', '.tsv', '.txt', '.yaml', '.yml', ''])

/**
 * Returns the first line that belongs to a result of ours and not to a file: a header, a note about more lines, or
 * line numbers before every line. Lines that are already in the file do not count.
 */
export function findResultMark(path: string, text: string, before: string): string | null {
  const known = new Set(before.split(/\r?\n/))
  const lines = text.split(/\r?\n/)
  const mark = lines.find((line) => !known.has(line) && MARKS.some((shape) => shape.test(line)))
  if (mark !== undefined) return mark
  if (DATA.has(extname(path).toLowerCase())) return null
  const full = lines.filter((line) => line.trim() !== '')
  const isCounted = (each: readonly string[]) =>
    each.length >= LEAST_NUMBERED &&
    each.every((line, at) => numberOf(line) === (numberOf(each[0] ?? '') ?? Number.NaN) + at)
  const wasCounted = full.some((line) => known.has(line))
  return !wasCounted && (isCounted(full) || isCounted(lines)) ? (full[0] ?? null) : null
}

function numberOf(line: string): number | null {
  const found = NUMBERED.exec(line)?.[1]
  return found === undefined ? null : Number(found)
}

/** The mark of a shortened call in a text that a model wrote: it copied what its prompt shows. null: there is none. */
export function findCallMark(text: string): string | null {
  return (LINES_LEFT_OUT.exec(text) ?? CHARACTERS_LEFT_OUT.exec(text))?.[0].trim() ?? null
}
