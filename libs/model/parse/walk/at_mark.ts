import { atThought, atThoughtEnd } from './at_thought.js'
import { atUnread } from './at_unread.js'
import { AN_ITEM, isQuoted, itemOf, skipQuoted, startsLine } from './quoting.js'
import type { Walk } from './walk.js'

/** In a reply with channels it ends a message, and other messages may follow. */
const MESSAGE_END = '<|end|>'

/** Reads what a mark opens: a call, thinking, or the end of the turn. */
export function atMark(walk: Walk, word: string, at: number): number {
  const { source, text, marks } = walk
  const mark = marks.find(word)
  const behind = at + word.length
  if (mark === undefined) return atOther(walk, at)
  const range = { tag: word, at, behind }
  if (mark.kind === 'think') return atThought(walk, range, mark.close)
  if (mark.kind === 'unthink') return atThoughtEnd(walk, range)
  if (mark.kind === 'over') return atOver(walk, word, at)
  if (word === 'Action:' && !startsLine(text, at)) return behind
  // Some models open a tag twice.
  if (word.startsWith('<') && source.text.startsWith(word, source.space(behind)))
    return walk.hide(at, source.space(behind), '')
  const found = walk.readMark(mark, word, at)
  if (found.kind !== 'thought' && isQuoted(source, at))
    return found.kind === 'none' ? behind : skipQuoted(source, found, at)
  if (found.kind === 'none') return atUnread(walk, word, at) ?? behind
  const item = found.kind === 'calls' && word !== 'Action:' ? itemOf(source, at) : 'none'
  if (item === 'shown') return skipQuoted(source, found, at)
  if (item === 'item') return walk.fail({ why: AN_ITEM, at, bare: false })
  const end = walk.take(found, at, word === '[' ? 'bare' : 'marked')
  return end === -1 ? behind : end
}

/** Not a mark: skips a comment or one character. */
function atOther({ source, text }: Walk, at: number): number {
  const close = text.startsWith('<!--', at) ? source.find('-->', at) : -1
  return close === -1 ? at + 1 : close
}

function isQuotedMark(text: string, at: number): boolean {
  return '`"\'\\'.includes(text[at - 1] ?? ' ')
}

function atOver(walk: Walk, word: string, at: number): number {
  const behind = at + word.length
  if (endsTurn(walk, word, at)) return walk.over(at)
  const endsMessage = word === MESSAGE_END && !isQuotedMark(walk.text, at)
  return endsMessage ? walk.hide(at, behind, '') : behind
}

function endsTurn({ source, text, done }: Walk, word: string, at: number): boolean {
  if (isQuotedMark(text, at)) return false
  if (word === MESSAGE_END) return source.find('<|channel|>', done.start) === -1
  if (word !== '</s>') return true
  return !text.slice(text.lastIndexOf('\n', at) + 1, at).includes('<s>')
}
