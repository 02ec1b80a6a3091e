import { changedPaths } from '../facts/changes.js'
import type { FileChange, Standing } from '../facts/types.js'
import { isNegated } from './claims.js'

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(\\d{1,4}|${WORDS.join('|')})`
const DONE =
  '(?:changed|touched|edited|modified|updated|fixed|corrected|adjusted|rewritten|replaced|adapted|migrated)'
const OTHER = '(?:(?:other|different|more|source|call|of the) ){0,2}'
const IS = '(?:are|were|have been|was) (?:(?:now|also|all) )*'
const files = `${COUNT} ${OTHER}files`
const places = `${COUNT} ${OTHER}(?:sites|callers?|usages|uses|places|occurrences|references|imports|lines)`
const shapesOf = (what: string) => [
  new RegExp(`\\b(?:touches|changes|affects|spans|${DONE}) (?:only |exactly )?${what}\\b`, 'i'),
  new RegExp(`\\b${what} ${IS}${DONE}\\b`, 'i'),
]
const FILES = shapesOf(files)
const PLACES = shapesOf(places)

/** A count of changed files or places that is larger than the changes; null: there is none. */
export function tooMany(standing: Standing, text: string): string | null {
  const { changes, sessionChanges, rows } = standing
  if (rows.some(({ facts }) => facts.unseen === true || facts.outside === true)) return null
  const sentences = text.split(/(?<=[.;!?])\s+|\n+/).filter((one) => !isNegated(one))
  const most = new Set([...changedPaths(standing), ...sessionChanges.map(({ path }) => path)]).size
  const lines = sum(changes)
  const ofSession = Math.max(lines, sum(sessionChanges))
  const isMore = (shapes: readonly RegExp[], there: number) =>
    sentences.some((one) => shapes.some((shape) => countIn(shape.exec(one)?.[1]) > there))
  if (isMore(FILES, most)) return `more files were changed than ${most}`
  return isMore(PLACES, ofSession) ? `more places were changed than ${ofSession}` : null
}

function sum(changes: readonly FileChange[]): number {
  return changes.reduce((total, change) => total + changedLines(change), 0)
}

/** Lines that are new or gone, whichever are more. */
function changedLines({ before, after }: FileChange): number {
  const [old, now] = [(before ?? '').split('\n'), (after ?? '').split('\n')]
  const [known, kept] = [new Set(old), new Set(now)]
  const added = now.filter((line) => !known.has(line)).length
  return Math.max(added, old.filter((line) => !kept.has(line)).length, 1)
}

function countIn(word: string | undefined): number {
  if (word === undefined) return 0
  return WORDS.indexOf(word.toLowerCase()) + 1 || Number(word) || 0
}
