import { BOM, uniformEnding, withEnding } from '../files/text.js'
import { type CutLine, cutLine } from './doubt/cut_line.js'
import { type Torn, tornEdge } from './doubt/edge_line.js'
import { fitsElsewhere } from './doubt/other_places.js'
import { alignLoosely, alignMissing, alignSimilar } from './match/align.js'
import { withoutNumbers } from './match/line_numbers.js'
import { type Blocks, matchBlocks, readBlocks } from './match/match_blocks.js'
import { matchLines } from './match/match_lines.js'
import { withoutWrapping } from './match/unwrap.js'
import { closestBlocks, quoteBlock } from './text/closest_blocks.js'
import type {
  PatchCandidate,
  PatchEdit,
  PatchResult,
  PatchStrategy,
  Replacement,
} from './text/types.js'

type Layer = (content: string, edit: PatchEdit, read?: () => Blocks) => Replacement[]

const looseLines: Layer = (content, edit, read) => matchBlocks(content, edit, alignLoosely, read)
const similarLines: Layer = (content, edit, read) => matchBlocks(content, edit, alignSimilar, read)
const fewerLines: Layer = (content, edit, read) => matchBlocks(content, edit, alignMissing, read)

/** The mark at a file's beginning is the file's: an edit neither has to say it, nor can it put it elsewhere. */
function withoutMark(content: string, edit: PatchEdit): PatchEdit {
  const bare = (text: string) => (text.startsWith(BOM) ? text.slice(BOM.length) : text)
  if (content.indexOf(edit.old_str) > 0 || bare(edit.old_str) === '') return edit
  return { ...edit, old_str: bare(edit.old_str), new_str: bare(edit.new_str) }
}

/** From strict to lenient; the first layer that finds anything decides. */
const LAYERS: readonly { strategy: PatchStrategy; find: Layer }[] = [
  { strategy: 'exact', find: findExact },
  { strategy: 'endings', find: findWithOwnEndings },
  { strategy: 'lines', find: matchLines },
  { strategy: 'numbered', find: findNumbered },
  { strategy: 'loose', find: looseLines },
  { strategy: 'unwrapped', find: findUnwrapped },
  { strategy: 'similar', find: similarLines },
  { strategy: 'merged', find: fewerLines },
]

const CANDIDATES = 3
/** More places than this need no counting when one was asked for. */
const ENOUGH_PLACES = 1_000

/**
 * Replaces old_str by new_str where old_str fits exactly one place, or all places with replace_all.
 * Layers: character by character; the same in the file's own line endings; whole lines that differ only in
 * trailing blanks; without copied line numbers; lines that read the same but for indentation, blanks, quotes and
 * last commas; lines as many and alike with both edges equal; lines with a few left out. From the fifth on new_str
 * is merged into the file's own lines. Line endings, BOM and the final newline of the content stay as they are.
 * @returns a refusal instead of a guess; never throws
 */
export function applyPatch(content: string, asked: PatchEdit): PatchResult {
  const edit = withoutMark(content, asked)
  if (edit.old_str === '')
    return refuse('empty', 'old_str is empty. Copy the lines to replace from the file into it.')
  if (edit.old_str === edit.new_str)
    return refuse('no_change', 'old_str and new_str are the same: nothing would change.')
  let blocks: Blocks | undefined
  const read = () => {
    blocks ??= readBlocks(content, edit)
    return blocks
  }
  for (const { strategy, find } of LAYERS) {
    const found = find(content, edit, read)
    if (found.length === 0) continue
    if (found.length > 1 && !edit.replace_all) return ambiguous(content, edit, found)
    const [only] = found
    const doubt = found.length === 1 && only ? doubtOf(content, edit, only, read) : null
    if (doubt !== null) return doubt
    const changed = splice(content, apart(found))
    if (changed === content)
      return refuse('no_change', 'The file already reads like new_str there: nothing would change.')
    return { ok: true, content: changed, strategy }
  }
  return notFound(content, edit)
}

/**
 * Applies several edits one after the other, each on the result of the one before; all or none.
 * @returns the first refusal, its message naming the edit, or the whole result with the most lenient strategy
 */
export function applyPatches(content: string, edits: readonly PatchEdit[]): PatchResult {
  let current = content
  let strategy: PatchStrategy = 'exact'
  for (const [index, edit] of edits.entries()) {
    const result = applyPatch(current, edit)
    if (!result.ok) {
      const which = edits.length > 1 ? `Edit ${index + 1} of ${edits.length}: ` : ''
      return { ...result, message: which + result.message }
    }
    current = result.content
    if (rankOf(result.strategy) > rankOf(strategy)) strategy = result.strategy
  }
  if (current === content)
    return refuse('no_change', 'The edits undo each other: nothing would change.')
  return { ok: true, content: current, strategy }
}

/** How lenient a layer is, from 0. */
function rankOf(wanted: PatchStrategy): number {
  return LAYERS.findIndex(({ strategy }) => strategy === wanted)
}

function findExact(content: string, { old_str, new_str, replace_all }: PatchEdit): Replacement[] {
  const found: Replacement[] = []
  const text = withEnding(new_str, uniformEnding(content))
  // One step at a time: `aa` fits `aaa` twice, and which of the two was meant is not ours to say.
  for (let at = content.indexOf(old_str); at !== -1; at = content.indexOf(old_str, at + 1)) {
    found.push({ start: at, end: at + old_str.length, text })
    if (!replace_all && found.length === ENOUGH_PLACES) break
  }
  return found
}

function findWithOwnEndings(content: string, edit: PatchEdit): Replacement[] {
  return findExact(content, { ...edit, old_str: withEnding(edit.old_str, uniformEnding(content)) })
}

function findNumbered(content: string, edit: PatchEdit): Replacement[] {
  return findBare(content, withoutNumbers(edit))
}

function findUnwrapped(content: string, edit: PatchEdit): Replacement[] {
  return findBare(content, withoutWrapping(edit))
}

/** Where the edit fits once something was taken off it. */
function findBare(content: string, bare: PatchEdit | null): Replacement[] {
  if (bare === null) return []
  for (const find of [findExact, findWithOwnEndings, matchLines, looseLines]) {
    const found = find(content, bare)
    if (found.length > 0) return found
  }
  return []
}

/** Overlapping places cannot all be replaced: from left to right, the first of them wins. */
function apart(found: Replacement[]): Replacement[] {
  let end = 0
  return found.filter((one) => {
    if (one.start < end) return false
    end = one.end
    return true
  })
}

function splice(content: string, replacements: Replacement[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { start, end, text } of replacements) {
    pieces.push(content.slice(at, start), text)
    at = end
  }
  return pieces.join('') + content.slice(at)
}

function ambiguous(content: string, edit: PatchEdit, found: Replacement[]): PatchResult {
  const lines = content.split('\n')
  const at = found.slice(0, 10).map(({ start }) => content.slice(0, start).split('\n').length)
  const height = edit.old_str.split('\n').length
  const listed = at.join(', ') + (found.length > at.length ? ', …' : '')
  const count = found.length === ENOUGH_PLACES ? `at least ${found.length}` : found.length
  return refuse(
    'ambiguous',
    `old_str matches ${count} places (lines ${listed}). Add a line above or below to old_str so ` +
      'that it fits only one, or set replace_all.',
    at.slice(0, CANDIDATES).map((line) => quoteBlock(lines, line, height)),
  )
}

/** What speaks against the one place that was found. */
function doubtOf(
  content: string,
  edit: PatchEdit,
  place: Replacement,
  read: () => Blocks,
): PatchResult | null {
  const cut = cutLine(content, place)
  if (cut !== null) return refuseCut(content, place, cut)
  const torn = tornEdge(content, place)
  if (torn !== null) return refuseTorn(content, place, torn)
  const elsewhere = fitsElsewhere(content, edit, place, read)
  return elsewhere.length === 0 ? null : ambiguous(content, edit, [place, ...elsewhere])
}

const WHY: Record<Torn['why'], string> = {
  doubled:
    'is in new_str too, and would stand there twice. Put it into old_str as well, or leave it out of new_str.',
  reworded:
    'is in new_str in other words. If it is to go, put it into old_str; if it stays, put it into both.',
  left: 'would stay alone: its other half is in old_str. Put it into old_str as well.',
  orphaned: 'would stay, without the line that it stands under. Put it into old_str as well.',
  emptied: 'would stay with nothing under it. Put it into old_str as well.',
}

function refuseTorn(content: string, place: Replacement, { edge, line, why }: Torn): PatchResult {
  return refuse(
    'ambiguous',
    `The line that stands right ${edge} old_str in the file ${WHY[why]}\n${line}`,
    [quotePlace(content, place, edge === 'above' ? 1 : 0, 1)],
  )
}

function refuseCut(content: string, place: Replacement, { edge, line }: CutLine): PatchResult {
  return refuse(
    'ambiguous',
    `old_str ${edge} in the middle of this line; copy the whole line into it:\n${line}`,
    [quotePlace(content, place, 0, 0)],
  )
}

function quotePlace(content: string, { start, end }: Replacement, above: number, more: number) {
  const first = content.slice(0, start).split('\n').length
  const height = content.slice(start, end).replace(/\n$/, '').split('\n').length
  return quoteBlock(content.split('\n'), first - above, height + more)
}

/** A shorter line stands somewhere by chance. */
const TELLING = 4

/**
 * Small models make an edit twice, and read "not in the file" as a reason to try once more. What new_str only
 * keeps of old_str proves nothing: one of its lines has to be new.
 */
function alreadyMade(content: string, { old_str, new_str }: PatchEdit): PatchResult | null {
  const text = withEnding(new_str.trim(), uniformEnding(content))
  const at = text === '' ? -1 : content.indexOf(text)
  const brings = text
    .split('\n')
    .some((line) => line.trim().length >= TELLING && !old_str.includes(line.trim()))
  if (at === -1 || !brings) return null
  const line = content.slice(0, at).split('\n').length
  return refuse(
    'not_found',
    `old_str is not in the file, and new_str is, at line ${line}: this edit seems to be made already. ` +
      'Go on with what is left.',
    [quoteBlock(content.split('\n'), line, text.split('\n').length)],
  )
}

function notFound(content: string, edit: PatchEdit): PatchResult {
  const made = alreadyMade(content, edit)
  if (made !== null) return made
  const candidates = closestBlocks(content, edit.old_str, CANDIDATES)
  const [best] = candidates
  const hint =
    best === undefined
      ? 'Nothing in the file resembles it. Read the file again.'
      : `The closest lines of the file, from line ${best.line}:\n${number(best)}\n` +
        'Copy old_str from there exactly, without the line numbers.'
  return refuse('not_found', `old_str is not in the file. ${hint}`, candidates)
}

function number({ line, text }: PatchCandidate): string {
  return text
    .split('\n')
    .map((row, index) => `${line + index}\t${row}`)
    .join('\n')
}

function refuse(
  code: Extract<PatchResult, { ok: false }>['code'],
  message: string,
  candidates: PatchCandidate[] = [],
): PatchResult {
  return { ok: false, code, message, candidates }
}
