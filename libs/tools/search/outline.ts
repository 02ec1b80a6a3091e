import { estimateTokens } from '#core'
import { definitionIn } from './definitions.js'

/** One definition of a file. */
export interface OutlineEntry {
  /** From 1. */
  line: number
  /** Its first line, without what follows a bracket that opens a body. */
  text: string
  /** White space before it, a tab as four spaces. */
  indent: number
  /** Whether it has a body that contains other lines. */
  scope: boolean
}

/** Lines of a file that are looked at: the time is bounded, 20 ms. */
const MOST_LINES = 50_000
const ENTRY_CHARS = 90
const HEADING = /^(#{1,6})\s+\S/
/** `[section]` of ini and toml. */
const SECTION = /^\[[\w." -]+\]+\s*$/
/** A key at the left edge of yaml. */
const KEY = /^[\w.-]+:(?:\s|$)/

/**
 * The definitions of a file with their line numbers; headings, sections and keys of other texts. It works on the
 * shapes of lines; an index of syntax trees can take its place.
 */
export function outlineOf(path: string, lines: readonly string[]): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  for (const [at, line] of lines.slice(0, MOST_LINES).entries()) {
    const found = entryIn(path, line)
    if (found !== null) entries.push({ line: at + 1, ...found })
  }
  return entries
}

function entryIn(path: string, line: string): Omit<OutlineEntry, 'line'> | null {
  if (line.trim() === '') return null
  const indent = /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0
  const text = shorten(line)
  if (/\.(?:md|markdown|mdx)$/i.test(path)) {
    const level = HEADING.exec(line)?.[1]?.length
    return level === undefined ? null : { text, indent: level - 1, scope: true }
  }
  if (/\.(?:toml|ini|cfg|conf)$/i.test(path))
    return SECTION.test(line) ? { text, indent: 0, scope: true } : null
  if (/\.ya?ml$/i.test(path)) return KEY.test(line) ? { text, indent: 0, scope: true } : null
  const definition = definitionIn(path, line)
  // A value inside of a body is a local one.
  if (definition === null || (!definition.scope && indent > 0)) return null
  return { text, indent, scope: definition.scope }
}

function shorten(line: string): string {
  const whole = line.trim()
  const text = whole.endsWith('{') ? whole.slice(0, -1).trimEnd() : whole
  return text.length <= ENTRY_CHARS ? text : `${text.slice(0, ENTRY_CHARS - 1)}…`
}

/**
 * The outline as lines `12: function total(items)` within a budget. When not all of them fit, functions and types
 * come before values, outer ones before inner ones, near ones before far ones.
 * @param near  the line that the work is at
 * @returns empty when there is no definition, or no room for three
 */
export function showOutline(
  entries: readonly OutlineEntry[],
  { near, tokens }: { near: number; tokens: number },
): string[] {
  const rank = (entry: OutlineEntry) => (entry.scope ? 0 : 100) + entry.indent
  const byWeight = [...entries].sort(
    (a, b) => rank(a) - rank(b) || Math.abs(a.line - near) - Math.abs(b.line - near),
  )
  const kept = new Set<OutlineEntry>()
  let used = LEFT_TOKENS
  for (const entry of byWeight) {
    used += estimateTokens(show(entry)) + 1
    if (used > tokens) break
    kept.add(entry)
  }
  if (kept.size < Math.min(LEAST_ENTRIES, entries.length)) return []
  const left = entries.length - kept.size
  const more = left > 0 ? [`… ${left} more definitions. Call grep with this path to find one.`] : []
  return [...entries.filter((entry) => kept.has(entry)).map(show), ...more]
}

const LEAST_ENTRIES = 3
/** Tokens of the line about the rest. */
const LEFT_TOKENS = 20

function show({ line, text, indent }: OutlineEntry): string {
  return `${line}: ${' '.repeat(Math.min(indent, 8))}${text}`
}
