import { BOM, uniformEnding, withEnding } from '../files/text.js'
import { cutLine } from './doubt/cut_line.js'
import { findEdgeLine } from './doubt/edge_line.js'
import { findOtherPlaces } from './doubt/other_places.js'
import { alignLoosely, alignMissing, alignSimilar } from './match/align.js'
import { withoutNumbers } from './match/line_numbers.js'
import { type BlockSource, type Blocks, matchBlocks, readBlocks } from './match/match_blocks.js'
import { matchLines } from './match/match_lines.js'
import { withoutWrapping } from './match/unwrap.js'
import {
  MAX_COUNTED,
  refuse,
  refuseAmbiguous,
  refuseCut,
  refuseEdgeLine,
  refuseNotFound,
} from './refusals.js'
import { findPlaces } from './text/find_places.js'
import type { PatchEdit, PatchResult, PatchStrategy, Replacement } from './text/types.js'

type Layer = (source: BlockSource) => Replacement[]

/** The BOM belongs to the file: an edit need not contain it and cannot move it. */
function withoutBom(content: string, edit: PatchEdit): PatchEdit {
  const bare = (text: string) => (text.startsWith(BOM) ? text.slice(BOM.length) : text)
  const [first = -1] = findPlaces(content, edit.old_str)
  if (first > 0 || bare(edit.old_str) === '') return edit
  return { ...edit, old_str: bare(edit.old_str), new_str: bare(edit.new_str) }
}

/** From strict to lenient. The first layer that finds a place decides. */
const LAYERS: readonly { strategy: PatchStrategy; find: Layer }[] = [
  { strategy: 'exact', find: ({ content, edit }) => findExact(content, edit) },
  { strategy: 'endings', find: ({ content, edit }) => findWithOwnEndings(content, edit) },
  { strategy: 'lines', find: ({ content, edit }) => matchLines(content, edit) },
  { strategy: 'numbered', find: ({ content, edit }) => findBare(content, withoutNumbers(edit)) },
  { strategy: 'loose', find: (source) => matchBlocks(source, alignLoosely) },
  { strategy: 'unwrapped', find: ({ content, edit }) => findBare(content, withoutWrapping(edit)) },
  { strategy: 'similar', find: (source) => matchBlocks(source, alignSimilar) },
  { strategy: 'merged', find: (source) => matchBlocks(source, alignMissing) },
]

/**
 * Replaces old_str by new_str when old_str matches exactly one place, or all places with replace_all.
 * Layers: equal characters; equal with the file's line endings; whole lines that differ only in trailing spaces;
 * without copied line numbers; lines that differ only in indentation, spaces, quotes and final commas; without a
 * code fence or HTML entities; similar lines with equal edges; lines with a few omitted. From the fifth layer on
 * new_str is merged into the file's own lines. Line endings, BOM and the final newline of the file are kept.
 * @returns a refusal when the place is not certain; never throws
 */
export function applyPatch(content: string, asked: PatchEdit): PatchResult {
  const edit = withoutBom(content, asked)
  if (edit.old_str === '')
    return refuse('empty', 'old_str is empty. Copy the lines to replace from the file into it.')
  if (edit.old_str === edit.new_str)
    return refuse('no_change', 'old_str and new_str are equal, so nothing would change.')
  const source = createSource(content, edit)
  for (const { strategy, find } of LAYERS) {
    const found = find(source)
    if (found.length === 0) continue
    if (found.length > 1 && !edit.replace_all) return refuseAmbiguous(content, edit, found)
    const [only] = found
    const doubt = found.length === 1 && only ? findDoubt(source, only) : null
    if (doubt !== null) return doubt
    const changed = splice(content, withoutOverlaps(found))
    if (changed === content)
      return refuse('no_change', 'The file already has new_str there, so nothing would change.')
    return { ok: true, content: changed, strategy }
  }
  return refuseNotFound(content, edit)
}

/**
 * Applies several edits in order, each to the result of the one before; all or none.
 * @returns the first refusal, whose message names the edit, or the result with the most lenient strategy
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
    return refuse('no_change', 'The edits cancel each other out, so nothing would change.')
  return { ok: true, content: current, strategy }
}

function createSource(content: string, edit: PatchEdit): BlockSource {
  let blocks: Blocks | undefined
  const read = () => {
    blocks ??= readBlocks(content, edit)
    return blocks
  }
  return { content, edit, read }
}

/** How lenient a layer is, counted from 0. */
function rankOf(wanted: PatchStrategy): number {
  return LAYERS.findIndex(({ strategy }) => strategy === wanted)
}

function findExact(content: string, { old_str, new_str, replace_all }: PatchEdit): Replacement[] {
  const found: Replacement[] = []
  const text = withEnding(new_str, uniformEnding(content))
  // In steps of one character: `aa` matches `aaa` twice, and either match may be meant.
  for (const at of findPlaces(content, old_str)) {
    found.push({ start: at, end: at + old_str.length, text })
    if (!replace_all && found.length === MAX_COUNTED) break
  }
  return found
}

function findWithOwnEndings(content: string, edit: PatchEdit): Replacement[] {
  return findExact(content, { ...edit, old_str: withEnding(edit.old_str, uniformEnding(content)) })
}

/** The places of an edit whose line numbers or wrapping were removed. */
function findBare(content: string, bare: PatchEdit | null): Replacement[] {
  if (bare === null) return []
  for (const find of [findExact, findWithOwnEndings, matchLines]) {
    const found = find(content, bare)
    if (found.length > 0) return found
  }
  return matchBlocks(createSource(content, bare), alignLoosely)
}

/** Of overlapping places, the first from the left is kept. */
function withoutOverlaps(found: Replacement[]): Replacement[] {
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

/** A refusal when the one place that was found is doubtful, else null. */
function findDoubt(source: BlockSource, place: Replacement): PatchResult | null {
  const { content, edit } = source
  const cut = cutLine(content, place)
  if (cut !== null) return refuseCut(content, place, cut)
  const line = findEdgeLine(content, place)
  if (line !== null) return refuseEdgeLine(content, place, line)
  const others = findOtherPlaces(source, place)
  return others.length === 0 ? null : refuseAmbiguous(content, edit, [place, ...others])
}
