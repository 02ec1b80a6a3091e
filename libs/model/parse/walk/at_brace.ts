import { doubtBefore, isShownInLine } from './line_before.js'
import {
  AN_ITEM,
  goesOnBehind,
  hasWordsBehind,
  isQuoted,
  itemOf,
  skipQuoted,
  startsLine,
} from './quoting.js'
import { readBareObject } from './read_bare_json.js'
import type { Walk } from './walk.js'

const LIST_OPEN = /\[\s*$/

/** Reads an object without a mark: a call, or data in the answer. */
export function atBrace(walk: Walk, at: number): number {
  const { source, text, offer, done } = walk
  const { start } = done
  const isStart = text.slice(start, Math.min(at, start + 20)).trim() === '' && at < start + 20
  const bare = readBareObject(source, at, { offer, isStart })
  if (bare.kind === 'prose') return bare.end
  const from = bare.kind === 'calls' ? at - listOpener(text, at) : at
  const end = bare.kind === 'calls' ? bare.end : at
  const isSentence =
    bare.kind === 'calls' &&
    hasWordsBehind(source, end) &&
    !(startsLine(text, from) && goesOnBehind(source, end))
  const before = Math.max(start, done.places.at(-1)?.end ?? 0, done.hidden.at(-1)?.end ?? 0)
  const item = bare.kind === 'calls' ? itemOf(source, from) : 'none'
  if (bare.kind === 'calls' && offer.knows(bare.calls[0]?.name ?? '')) {
    const doubt = item === 'item' ? AN_ITEM : doubtBefore(text, from)
    if (doubt !== null) return walk.fail({ why: doubt, at, bare: true })
  }
  const isShown = item === 'shown' || isShownInLine(text, from, before)
  const isProse = isQuoted(source, from) || isSentence || isShown
  if (isProse) return skipQuoted(source, bare, at)
  const taken = walk.take(bare, at, 'bare')
  return taken === -1 ? at + 1 : taken
}

function listOpener(text: string, at: number): number {
  return LIST_OPEN.exec(text.slice(Math.max(0, at - 20), at))?.[0].length ?? 0
}
