import { hasName } from '../../items/names.js'
import { changedPaths } from '../facts/changes.js'
import type { FileChange, Standing } from '../facts/types.js'
import type { NamedItem } from './named_items.js'

const LEAST_PREFIX = 3

/** Whether a change is about an item: its file, a line that names it, or the body below its name. */
export function touches(standing: Standing, { text, kind, value }: NamedItem): boolean {
  if (value !== undefined && !standing.changes.some(({ after }) => after?.includes(value)))
    return false
  const paths = changedPaths(standing)
  if (kind === 'path') {
    const isOf = (path: string) =>
      path === text || path.endsWith(`/${text}`) || path.startsWith(`${text}/`)
    // "Heap.pop" is a method, whatever it is written like.
    const method = /^[A-Za-z_$][\w$]*\.([A-Za-z_$][\w$]*)$/.exec(text)?.[1]
    return (
      paths.some(isOf) ||
      (method !== undefined && standing.changes.some((change) => touchesName(change, method)))
    )
  }
  if (kind === 'option') return standing.changes.some((change) => hasOption(change, text))
  if (paths.some((path) => stemOf(path) === text.toLowerCase())) return true
  return standing.changes.some((change) => touchesName(change, text))
}

/** "--dry-run" may be `dryRun` in code. */
function hasOption({ before, after }: FileChange, text: string): boolean {
  const plain = (line: string) => line.toLowerCase().replace(/[-_]/g, '')
  const old = new Set((before ?? '').split('\n'))
  return (after ?? '')
    .split('\n')
    .some((line) => !old.has(line) && plain(line).includes(plain(text)))
}

/** Whether the changed files define a name: then a word of the task is one. */
export function isDefined({ changes }: Pick<Standing, 'changes'>, name: string): boolean {
  return changes.some(
    ({ path, before, after }) =>
      stemOf(path) === name.toLowerCase() || linesDefining(after ?? before ?? '', name).length > 0,
  )
}

function touchesName({ before, after }: FileChange, name: string): boolean {
  if (hasChangedLine(before, after, name)) return true
  if (bodiesOf(before, name) !== bodiesOf(after, name)) return true
  // "subtraction" may be the function `sub`.
  const short = definedIn(after ?? before ?? '').filter(
    (one) =>
      one.length >= LEAST_PREFIX &&
      one !== name &&
      name.toLowerCase().startsWith(one.toLowerCase()),
  )
  return short.some(
    (one) => hasChangedLine(before, after, one) || bodiesOf(before, one) !== bodiesOf(after, one),
  )
}

function hasChangedLine(before: string | null, after: string | null, name: string): boolean {
  const [old, now] = [new Set(linesWith(before, name)), new Set(linesWith(after, name))]
  return [...old].some((line) => !now.has(line)) || [...now].some((line) => !old.has(line))
}

function linesWith(text: string | null, name: string): string[] {
  if (text === null || !text.includes(name)) return []
  return text.split('\n').filter((line) => hasName(line, name))
}

/** Each repeat that can begin inside of another one has a bound or ends with its line: blank lines are read once. */
const DEFINED =
  /\b(?:function\*?|def|fn|func|class|struct|interface|trait|enum|type|const|let|var|sub|module)\s{1,20}(?:\([^)]{0,200}\)\s{0,20})?([A-Za-z_$][\w$]*)|\bexports\.([A-Za-z_$][\w$]*)\s{0,20}=|^[ \t]*(?:[\w<>[\]*&:,][\w<>[\]*&:, \t]{0,200}[ \t])?([A-Za-z_$][\w$]*)\s{0,20}\([^;]{0,400}?\)\s{0,20}[{:][ \t]*$|^[ \t]*["']?([A-Za-z_$][\w$-]*)["']?\s{0,20}[:=]/gm

/** Names that a text defines. */
export function definedIn(text: string): string[] {
  return [
    ...new Set([...text.matchAll(DEFINED)].map((match) => match.slice(1).find(Boolean) ?? '')),
  ]
}

/** Indexes of the lines that define a name. */
function linesDefining(text: string, name: string): number[] {
  if (!text.includes(name)) return []
  return text
    .split('\n')
    .flatMap((line, at) => (line.includes(name) && definedIn(line).includes(name) ? [at] : []))
}

/** The text from each definition of a name to the next line that is not deeper. */
export function bodiesOf(text: string | null, name: string): string {
  const lines = (text ?? '').split('\n')
  return linesDefining(text ?? '', name)
    .map((start) => {
      const depth = depthOf(lines[start] ?? '')
      let end = start + 1
      while (end < lines.length && isInside(lines[end] ?? '', depth)) end += 1
      return lines.slice(start, end).join('\n')
    })
    .join('\n')
}

function isInside(line: string, depth: number): boolean {
  return line.trim() === '' || /^\s*[)}\]]/.test(line) || depthOf(line) > depth
}

function depthOf(line: string): number {
  return /^\s*/.exec(line)?.[0].length ?? 0
}

function stemOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\..*$/, '')
    .toLowerCase()
}
