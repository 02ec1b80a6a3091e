import type { Evidence } from '#core'
import type { PromptInput } from './input/section.js'

/** Rows that are looked through for the newest search. */
const LOOK_BACK = 40
/** A search with fewer files is no list to work through. */
const LEAST_FILES = 3
/** More text of one result is not read. */
const MOST_CHARS = 200_000
/** Characters of one hit. */
const HIT_CHARS = 100
/** `12: text` or `12-text` below the name of a file. */
const NUMBERED = /^\d+[:-]/

/** A search whose files are worked through. */
export interface OpenSearch {
  row: Evidence
  /** What it found in files that were not edited since, and how many of its files were. */
  text: string
}

/**
 * The newest search with several files of which some are edited and some are not: the list of what is left. null: there is
 * none. It comes from rows alone, and shrinks with each edit.
 */
export function openSearch({ evidence, payload }: Pick<PromptInput, 'evidence' | 'payload'>) {
  const edited = new Set(
    evidence.flatMap(({ kind, facts }) =>
      kind === 'edit_applied' && typeof facts.path === 'string' ? [facts.path] : [],
    ),
  )
  if (edited.size === 0) return null
  for (const row of evidence.slice(0, LOOK_BACK)) {
    if (row.kind !== 'symbol_lookup' && row.kind !== 'shell_output') continue
    const hits = hitsOf(payload(row))
    if (hits.length < LEAST_FILES) continue
    const isWork = hits.some(({ path }) => edited.has(path))
    // A file that the search found after its edit still has the word.
    const last = (path: string) =>
      evidence.find(({ kind, facts }) => kind === 'edit_applied' && facts.path === path)
    const open = hits.filter(({ path }) => {
      const edit = last(path)
      return edit === undefined || isNewer(row, edit)
    })
    if (open.length === 0) return null
    if (!isWork && !isRecent(row, evidence)) continue
    const text = open.map(({ path, first }) => (first === '' ? path : `${path}:${first}`))
    return { row, text: text.join('\n') }
  }
  return null
}

/** Edits went on after it. */
function isRecent(row: Evidence, rows: readonly Evidence[]): boolean {
  const lastEdit = rows.find(({ kind }) => kind === 'edit_applied')
  return lastEdit !== undefined && isNewer(row, lastEdit)
}

/** The files that a listing of hits names, in its order, each with its first hit. */
function hitsOf(text: string): { path: string; first: string }[] {
  const files = new Map<string, string>()
  let heading: string | null = null
  for (const line of text.slice(0, MOST_CHARS).split('\n')) {
    if (NUMBERED.test(line)) {
      if (heading !== null && files.get(heading) === '') files.set(heading, cut(line))
      continue
    }
    const [, path = null, hit] =
      /^(?:\.\/)?([\w@.][\w@./-]*\.\w{1,6})(?::(\d+[:-].*))?$/.exec(line) ?? []
    heading = path
    if (path !== null && !files.has(path)) files.set(path, cut(hit ?? ''))
  }
  return [...files].map(([path, first]) => ({ path, first }))
}

function cut(text: string): string {
  return text.length <= HIT_CHARS ? text : `${text.slice(0, HIT_CHARS - 1)}…`
}

function isNewer(a: Evidence, b: Evidence): boolean {
  return Number(a.id.slice(1)) > Number(b.id.slice(1))
}
