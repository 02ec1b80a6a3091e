import { type Evidence, estimateTokens } from '#core'
import type { PromptInput, Section } from '../input/section.js'

const TITLE = 'Edits made so far, newest last:'
/** Lengths of the new text, the first that lets all edits fit: two lines whole, one line, the changed part of it. */
const LENGTHS = [160, 60, 24] as const
/** A longer diff is not parsed for its line. */
const DIFF_CHARS = 20_000
/** Share of the block that the section may take; in a small block more, up to what some thirty short lines need. */
const BLOCK_SHARE = 0.12
const MOST_SHARE = 0.8
const ENOUGH_TOKENS = 420
/** Where not all lines fit: share of the room for the names of the older files, and tokens beside the names. */
const NAMES_SHARE = 0.3
const OLDER_TOKENS = 10

/** A line for each finished edit, with the file and the new text (docs/design/prompt.md#evidence). */
export const edits: Section = {
  name: 'edits',
  order: 30,
  begins: 'Edit',
  share: 0,
  most: (block) => Math.max(block * BLOCK_SHARE, Math.min(block * MOST_SHARE, ENOUGH_TOKENS)),
  atStart: false,
  render(input, budgetTokens) {
    const all = LENGTHS.map((chars) => linesOf(input, chars))
    const room = budgetTokens - estimateTokens(TITLE)
    const lines = all.find((some) => costOf(some) <= room) ?? all.at(-1) ?? []
    if (lines.length === 0) return ''
    if (costOf(lines) <= room) return [TITLE, ...lines.reverse()].join('\n')
    const joined = joinEqual(lines)
    if (costOf(joined) <= room) return [TITLE, ...joined.reverse()].join('\n')
    // The older ones keep their names at least.
    const kept: string[] = []
    let left = room * (1 - NAMES_SHARE)
    for (const line of lines) {
      left -= estimateTokens(line) + 1
      if (left < 0) break
      kept.push(line)
    }
    if (kept.length === 0) return ''
    const names = namesOf(lines.slice(kept.length), room * NAMES_SHARE + left)
    return [...names, TITLE, ...kept.reverse()].join('\n')
  },
}

/** One line for each text, with all files that got it: `edited a.txt, b.txt: +the new text`. Newest first, files oldest first. */
function joinEqual(lines: readonly string[]): string[] {
  const files = new Map<string, string[]>()
  for (const line of lines) {
    const at = line.indexOf(': ')
    const text = line.slice(at)
    files.set(text, [line.slice(0, at), ...(files.get(text) ?? [])])
  }
  return [...files].map(([text, paths]) =>
    paths.length === 1 ? `${paths[0]}${text}` : `edited ${paths.join(', ')}${text}`,
  )
}

/** One line with the files of the older edits, newest first, as far as they fit. */
function namesOf(lines: readonly string[], budgetTokens: number): string[] {
  const paths = [...new Set(lines.map((line) => line.slice(0, line.indexOf(': '))))]
  const names: string[] = []
  let left = budgetTokens - OLDER_TOKENS
  for (const path of paths) {
    left -= estimateTokens(path) + 1
    if (left < 0) break
    names.push(path)
  }
  const more = paths.length - names.length
  return names.length === 0
    ? []
    : [`Edited before: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** Newest first; edits of one file with the same text once. The shortest lines have no id. */
function linesOf(input: PromptInput, chars: number): string[] {
  const [most, , least] = LENGTHS
  const lines = new Map<string, string>()
  for (const row of input.evidence) {
    if (row.kind !== 'edit_applied') continue
    const { added, removed } = changeOf(row, input)
    const text = chars === most ? added.join(' ').slice(0, chars) : partOf(added, removed, chars)
    const key = `${row.subject}: ${text}`
    if (!lines.has(key)) lines.set(key, chars === least ? key : `${row.id} ${key}`)
  }
  return [...lines.values()]
}

/** The first added and removed lines of a diff, each with its mark. */
function changeOf(row: Evidence, { payload }: PromptInput) {
  const body = payload(row).slice(0, DIFF_CHARS).split('\n').slice(2)
  const said = (mark: string) =>
    body
      .filter((line) => line.startsWith(mark) && /[\p{L}\p{N}]/u.test(line))
      .slice(0, 2)
      .map((line) => line.replace(/\s+/g, ' '))
  const [added, removed] = [said('+'), said('-')]
  return added.length > 0 ? { added, removed } : { added: removed, removed: [] }
}

/** The first line, or the part of it that is not in the line before, from the beginning of its word. */
function partOf([line = '']: string[], [before = '']: string[], chars: number): string {
  if (line.length <= chars) return line
  let same = 1
  while (same < before.length && line[same] === before[same]) same += 1
  while (same > 1 && /[\p{L}\p{N}_.]/u.test(line[same - 1] ?? '')) same -= 1
  const from = Math.min(same, Math.max(1, line.length - chars))
  const part = line.slice(from, from + chars)
  return `${line[0]}${from > 1 ? '…' : ''}${part}${from + chars < line.length ? '…' : ''}`
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0)
}
