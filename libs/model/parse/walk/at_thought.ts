import { STOP, type Walk } from './walk.js'

/** Reads thinking from its opening tag at `at`, whose end is `behind`. */
export function atThought(walk: Walk, close: string, { at, behind }: TagRange): number {
  const { source, text, done } = walk
  const end = source.find(close, behind)
  if (end === -1) {
    done.openThought = true
    walk.hide(at, text.length, text.slice(behind))
    return STOP
  }
  return walk.hide(at, source.space(end + close.length), text.slice(behind, end))
}

export interface TagRange {
  at: number
  behind: number
}

/** A closing tag without an opening one ends thinking that started with the reply. Inside a line it is prose. */
export function atThoughtEnd(walk: Walk, { at, behind }: TagRange): number {
  const { source, text, done } = walk
  const next = text[behind]
  const seen = done.hidden.length > 0
  const atEdge = next === undefined || next === '\n' || next === '\r' || text[at - 1] === '\n'
  if (!seen && !atEdge) return behind
  const end = source.space(behind)
  if (seen) return walk.hide(at, end, '')
  done.places = []
  return walk.hide(done.start, end, text.slice(done.start, at))
}
