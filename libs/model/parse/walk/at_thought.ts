import { closesThought, opensThought, WORD_TAGS } from '../../thinking/think_tags.js'
import { STOP, type Walk } from './walk.js'

export interface TagRange {
  tag: string
  at: number
  behind: number
}

/** Reads thinking from its opening tag, or skips a tag that is only mentioned. */
export function atThought(walk: Walk, { tag, at, behind }: TagRange, close: string): number {
  const { source, text, done } = walk
  const before = {
    atStart: isAtStart(walk, at),
    seen: done.hidden.length > 0,
    last: lastOf(text, at),
  }
  if (!opensThought(tag, before)) return atMention(walk, { tag, at, behind }, close)
  const end = source.find(close, behind)
  if (end !== -1) return walk.hide(at, source.space(end + close.length), text.slice(behind, end))
  if (WORD_TAGS.has(tag) && !before.atStart) return atMention(walk, { tag, at, behind }, close)
  done.openThought = true
  walk.hide(at, text.length, text.slice(behind))
  return STOP
}

/**
 * A tag in the middle of the answer is text. What is between it and its closing tag is quoted: on one line, or in a
 * block of its own. Elsewhere the closing tag may belong to something else, so a call before it is in doubt.
 */
function atMention(walk: Walk, { at, behind }: TagRange, close: string): number {
  const { source, text } = walk
  walk.mentions.add(close)
  const end = source.find(close, behind)
  if (end === -1) return behind
  const line = source.find('\n', behind)
  const isOnLine = line === -1 || end < line
  const isBlock = lastOf(text, at) === '\n' && (text[end - 1] === '\n' || line === behind)
  if (isOnLine || isBlock) return end + close.length
  walk.doubtUntil = end
  return behind
}

/**
 * A closing tag without an opening one ends the thinking that the reply began with. After a thought it is only
 * removed. In a sentence it is a mention.
 */
export function atThoughtEnd(walk: Walk, { tag, at, behind }: TagRange): number {
  const { source, text, done } = walk
  const seen = done.hidden.length > 0
  const closes = closesThought(tag, { last: lastOf(text, at) }, text[behind] ?? '')
  if (seen) {
    if (!closes && !isAtStart(walk, at)) return behind
    return walk.hide(at, source.space(behind), '')
  }
  if (!closes || walk.mentions.has(tag)) return behind
  done.places = []
  return walk.hide(done.start, source.space(behind), text.slice(done.start, at))
}

/** True when nothing is between the start of the reply, a thought or a call, and `at`. */
function isAtStart({ text, done }: Walk, at: number): boolean {
  const from = Math.max(done.start, done.hidden.at(-1)?.end ?? 0, done.places.at(-1)?.end ?? 0)
  return at - from < 1_000 && text.slice(from, at).trim() === ''
}

function lastOf(text: string, at: number): string {
  return text[at - 1] ?? ''
}
