import type { Row, Standing } from './types.js'

/** Kinds of rows that a call read from the outside. */
const READS = new Set(['file_read', 'shell_output', 'symbol_lookup', 'test_result', 'web_page'])
/** Programs that print their own arguments: what they print was written by the model. */
const PRINTERS =
  /^\s*(echo|printf|cat\s*<<|node\s+-(e|p)|python\S*\s+-c|perl\s+-e|ruby\s+-e|awk\s+'?BEGIN|deno eval)/
/** What an answer takes from a source: code, quotes, paths, numbers, names with an inner capital, dot or underscore. */
const SPECIFIC =
  /`([^`\n]{2,80})`|"([^"\n]{3,80})"|“([^”\n]{3,80})”|\b([\w-]+(?:\/[\w.-]+)+)\b|\b([\w-]+\.\w{1,5})\b|\b([a-z]+[A-Z]\w+|\w+_\w+)\b|\b(\d{2,}(?:\.\d+)*)\b/g
const WORD = /[\p{L}]{5,}/gu
/** Words of which a row may hold one, where an answer has nothing else to compare. */
const SHORT_WORD = /[\p{L}]{4,}/gu
const LEAST_SHARE = 0.25

/** Why the rows do not hold an answer; null when they do. */
export function groundsOf(
  standing: Standing,
  cites: readonly string[] | null,
  answer: string,
): string | null {
  const sources = sourcesOf(standing, cites)
  if (sources.length === 0) return 'nothing was read for this answer'
  const texts = sources.map((row) => ({ row, text: `${row.subject}\n${standing.textOf(row.id)}` }))
  const specifics = specificsOf(answer)
  const missing = specifics.find((item) => !texts.some((source) => holds(source, item)))
  if (missing !== undefined && !standing.asked.includes(missing))
    return `no row that was read holds ${JSON.stringify(missing)}`
  const words = [...new Set(answer.toLowerCase().match(WORD) ?? [])]
  const all = `${standing.asked}\n${texts.map(({ text }) => text).join('\n')}`.toLowerCase()
  const known = words.filter((word) => all.includes(word.slice(0, 5)))
  if (words.length >= 4 && known.length < words.length * LEAST_SHARE)
    return 'the rows that were read do not hold what the answer says'
  // With nothing to compare, only a cite says which row shows it.
  const read = texts
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase()
  const said = answer.toLowerCase().match(SHORT_WORD) ?? []
  const isHeld = specifics.length > 0 || said.some((word) => read.includes(word.slice(0, 4)))
  if (cites === null && !isHeld) return 'the answer holds no word that a row could show'
  return null
}

/** The cited rows, or for an end in text every row of this task; rows that the model printed itself do not count. */
function sourcesOf(standing: Standing, cites: readonly string[] | null): Row[] {
  const own = standing.rows.filter(({ kind }) => READS.has(kind))
  if (cites === null) return own
  const cited = cites.flatMap((id) => {
    const row = standing.find(id)
    return row === null || row === 'foreign' || !READS.has(row.kind) ? [] : [row]
  })
  return cited.length === 0
    ? []
    : [...new Map([...cited, ...own].map((row) => [row.id, row])).values()]
}

function specificsOf(answer: string): string[] {
  return [...answer.matchAll(SPECIFIC)]
    .map((match) => (match.slice(1).find(Boolean) ?? '').trim())
    .filter(Boolean)
}

function holds({ row, text }: { row: Row; text: string }, item: string): boolean {
  const plain = item
    .replace(/^\.\//, '')
    .replace(/[(){};:,]+$/g, '')
    .toLowerCase()
  const isPrinted =
    row.kind === 'shell_output' &&
    PRINTERS.test(row.subject) &&
    row.subject.toLowerCase().includes(plain)
  if (isPrinted) return false
  return text.toLowerCase().includes(plain)
}
