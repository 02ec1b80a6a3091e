import { posix } from 'node:path'
import type { EvidenceDraft } from '#core'

/** Longer outputs are searched at both ends only. */
const SEARCHED_CHARS = 262_144
const MOST_LINES = 200

/**
 * The lines of a file that a stored result names: matches of a search, places in a trace or in messages of a
 * compiler, the lines that an edit changed.
 * @param path  relative to the root, as rows have it
 * @param text  the payload of the row
 * @returns line numbers from 1, in the order of the result; empty when it names none
 */
export function namedLines(
  path: string,
  { kind, facts }: Pick<EvidenceDraft, 'kind' | 'facts'>,
  text: string,
): number[] {
  if (kind === 'edit_applied') return facts.path === path ? unique(changedLines(text)) : []
  const half = SEARCHED_CHARS / 2
  const part = text.length <= SEARCHED_CHARS ? text : `${text.slice(0, half)}\n${text.slice(-half)}`
  const found = kind === 'symbol_lookup' ? matchesBelow(path, part) : []
  if (found.length > 0) return unique(found)
  const command = typeof facts.command === 'string' ? facts.command : ''
  const numbered = isSearchOf(path, command) ? numberedLines(part) : []
  return unique(numbered.length > 0 ? numbered : placesIn(path, part))
}

/** The places of a file in any text: `src/a.ts:12`, `src/a.ts(12,5)`, `File "src/a.py", line 12`. */
function placesIn(path: string, text: string): number[] {
  const whole = find(`(?:^|[^\\w.-])${quote(path)}`, text)
  if (whole.length > 0 || !path.includes('/')) return whole
  return find(`(?:^|[\\s("'[])${quote(posix.basename(path))}`, text)
}

function find(start: string, text: string): number[] {
  const shape = new RegExp(`${start}(?::|\\(|",? line |:? line )(\\d{1,7})\\b`, 'gm')
  return [...text.matchAll(shape)].map(([, line]) => Number(line))
}

/** The matches of `grep`: a line with the path, then `12: text`; `13- text` is context. */
function matchesBelow(path: string, text: string): number[] {
  const lines = text.split('\n')
  const found: number[] = []
  for (let at = lines.indexOf(path) + 1; at > 0 && at < lines.length; at += 1) {
    const [, number, mark] = /^(\d+)([:-]) /.exec(lines[at] ?? '') ?? []
    if (number === undefined) break
    if (mark === ':') found.push(Number(number))
  }
  return found
}

/** `grep -n` of one file prints no name. */
function isSearchOf(path: string, command: string): boolean {
  return /\b(?:grep|rg|ag|nl|cat -n)\b/.test(command) && command.includes(path)
}

function numberedLines(text: string): number[] {
  return [...text.matchAll(/^(\d{1,7}):/gm)].map(([, line]) => Number(line))
}

/** Added lines of a unified diff, and the line where lines were removed; as the new file counts. */
function changedLines(diff: string): number[] {
  const found: number[] = []
  let line = 0
  for (const text of diff.split('\n')) {
    const start = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text)?.[1]
    if (start !== undefined) line = Number(start)
    else if (line === 0) continue
    else if (text.startsWith('+')) found.push(line++)
    else if (text.startsWith('-')) found.push(Math.max(1, line))
    else line++
  }
  return found
}

function unique(lines: readonly number[]): number[] {
  return [...new Set(lines)].filter((line) => line > 0).slice(0, MOST_LINES)
}

function quote(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
