import { byKey, type Chunk, chunksOfRow, type Evidence } from '#core'
import { rangeOf } from '../input/pins.js'
import type { PromptInput } from '../input/section.js'
import { editedAfter, editedLines } from '../text/edited_lines.js'
import { spreadScores } from './spread_scores.js'
import { workWords } from './work_words.js'

/** A part of an earlier result that the work may need. */
export interface Piece {
  row: Evidence
  /** The number of its first line, from 1; of the file, where the row is a read. */
  first: number
  lines: string[]
  /** It is of the command that the row ran. */
  written: boolean
  /** What tells its lines from others: without the space around them. */
  telling: string[]
}

/** Chunks that are asked for. */
const MOST_CHUNKS = 200
/** After so many steps a result counts half: most lines that are needed again are from the last ones. */
const HALF_STEPS = 8
/** A result that names a file of the newest calls counts so much more. */
const FILE_WEIGHT = 4
const FILE_STEPS = 4
/** A shorter line says too little to tell texts apart. */
const TELLING_CHARS = 8
/** Share of its lines that a piece must add to what is shown already. */
const FRESH_SHARE = 0.6

const FILE = /[\w@.-]*\/[\w@./-]*\.\w+|\b[\w-]+\.[a-z]\w{0,4}\b/g

const known = new WeakMap<object, readonly Piece[]>()

/**
 * The parts of earlier results that have the words of the work, the most useful ones first: the ledger finds them by
 * their words, what is newer and about the files of the newest calls comes first, and an older version of a text is left
 * out. The same rows give the same pieces.
 */
export function findPieces(input: PromptInput): readonly Piece[] {
  const { evidence, recall } = input
  if (recall === undefined || evidence.length === 0) return []
  const found = known.get(evidence)
  if (found !== undefined) return found
  const pieces = rankPieces(input, '')
  known.set(evidence, pieces)
  return pieces
}

/**
 * The pieces, the most useful ones first.
 * @param now  a reply with its calls that is no row yet; '' where there is none
 */
export function rankPieces(input: PromptInput, now: string): Piece[] {
  const last = (input.evidence[0]?.step ?? 0) + (now === '' ? 0 : 1)
  const files = filesNow(input, now)
  const found = input.recall?.(workWords(input, now), MOST_CHUNKS) ?? []
  const scored = found.flatMap(({ row, chunk, score }) => {
    if (isOutdated(row, input)) return []
    const cut = cutText(row, input)[chunk]
    const piece = cut === undefined ? null : pieceOf(row, cut, input)
    if (piece === null) return []
    const isAtFile = files.some((file) => row.subject.includes(file))
    const age = 0.5 ** ((last - row.step) / HALF_STEPS)
    return [{ piece, score: score * age * (isAtFile ? FILE_WEIGHT : 1) }]
  })
  const newest = new Set(newestVersions(scored.map(({ piece }) => piece)))
  return spreadScores(scored)
    .filter(({ piece }) => newest.has(piece))
    .sort((a, b) => b.score - a.score || numberOf(b.piece) - numberOf(a.piece))
    .map(({ piece }) => piece)
}

/** The same results are cut at each rebuild. */
const kept = byKey<readonly Cut[]>(4_000_000)

type Cut = Chunk & Pick<Piece, 'telling'>

function cutText(row: Evidence, { payload }: PromptInput): readonly Cut[] {
  return kept(`${row.payloadHash} ${row.facts.command ?? ''}`, row.payloadBytes, () =>
    chunksOfRow(payload(row), row.facts.command).map((chunk) => ({
      ...chunk,
      telling: tellingOf(chunk),
    })),
  )
}

function tellingOf({ lines }: Chunk): string[] {
  return lines.map((line) => line.trim()).filter((line) => line.length >= TELLING_CHARS)
}

/** null: it says nothing, or the file has other lines there by now. */
function pieceOf(row: Evidence, cut: Cut, input: PromptInput): Piece | null {
  const { first, lines, telling, written = false } = cut
  if (telling.length === 0) return null
  if (row.kind !== 'file_read') return withoutEdited({ row, first, lines, telling, written }, input)
  if (typeof row.facts.path !== 'string') return null
  const start = rangeOf(row).start + first
  const now = input.current(row.facts.path, { start, end: start + lines.length - 1 })
  return now?.trimEnd() === lines.join('\n').trimEnd()
    ? { row, first: start, lines, telling, written }
    : null
}

/** Without the lines of a listing whose files were edited after it: they are open no more, or have another text. */
function withoutEdited(piece: Piece, input: PromptInput): Piece | null {
  const { row, first, lines, written } = piece
  const edited = written ? null : editedAfter(row, input.evidence)
  const gone = edited === null ? null : editedLines(input.payload(row), edited)
  if (gone === null || gone.size === 0) return { ...piece, first: first + 1 }
  const left = lines.filter((_, at) => !gone.has(first + at))
  const telling = tellingOf({ first, lines: left })
  return telling.length === 0 ? null : { ...piece, first: first + 1, lines: left, telling }
}

/** A read, or an output of a command that names it, is from before the file's last edit. */
function isOutdated(row: Evidence, { evidence }: PromptInput): boolean {
  return evidence.some(
    ({ id, kind, facts: { path } }) =>
      kind === 'edit_applied' &&
      typeof path === 'string' &&
      numberOf({ row }) < Number(id.slice(1)) &&
      (row.facts.path === path || row.subject.includes(path)),
  )
}

/** Without those whose lines a newer one has. */
function newestVersions(pieces: readonly Piece[]): Piece[] {
  const seen = new Set<string>()
  const newestFirst = [...pieces].sort((a, b) => numberOf(b) - numberOf(a) || a.first - b.first)
  return newestFirst.filter(({ telling }) => {
    const isNew = isFresh(telling, seen)
    for (const line of telling) seen.add(line)
    return isNew
  })
}

/** Whether enough of the lines are not shown yet. */
export function isFresh(telling: readonly string[], seen: ReadonlySet<string>): boolean {
  return telling.filter((line) => !seen.has(line)).length >= telling.length * FRESH_SHARE
}

/** The last parts of the paths that the newest calls name. */
function filesNow({ evidence }: PromptInput, now: string): string[] {
  const last = evidence[0]?.step ?? 0
  const near = evidence.filter(({ step }) => step > last - FILE_STEPS)
  const named = near.flatMap(
    ({ subject, facts }) => `${subject} ${facts.command ?? ''}`.slice(0, 4_000).match(FILE) ?? [],
  )
  named.push(...(now.slice(0, 4_000).match(FILE) ?? []))
  return [...new Set(named.map((path) => path.split('/').slice(-2).join('/')))]
}

function numberOf({ row }: Pick<Piece, 'row'>): number {
  return Number(row.id.slice(1))
}
