import type { FileChange, Standing } from '../facts/types.js'
import { MOST_CODE } from './tokens.js'
import { triedLengths } from './tried_lengths.js'

const NAME = '[A-Za-z_$][\\w$.]{0,80}'
/** The length of a list in the languages that are read. */
const LENGTH = `(?:len\\(${NAME}\\)|${NAME}\\.(?:length|len\\(\\)|size\\(\\)|count\\(\\)|length\\(\\)))`
const ALIAS = new RegExp(`\\b([A-Za-z_]\\w{0,80})\\s{0,4}:?=\\s{0,4}${LENGTH}\\s{0,4}(?:;|$)`, 'gm')
/** The code treats even and odd lengths apart. */
const PARITY = /%\s{0,2}2\b|&\s{0,2}1\b/
/** Words for one place of a list: the task may mean it. */
const PLACED =
  /\b(?:first|second|third|fourth|fifth|last|next|previous|penultimate|middle two|index|position|column|field|neighbou?rs?|adjacent|pairs?|differences?|\d+(?:st|nd|rd|th))\b/i
/** A literal place, not the first or the last one. */
const LITERAL = /\[\s{0,2}(-?\d{1,4})\s{0,2}\]/g
const MOST_LINE = 400
const MOST_NAMES = 20

/**
 * A new line that reads a list at a place which fits some lengths only, where the tests call its functions with lists of
 * one length: `n / 2 - 1` that does not tell odd lengths apart, another literal place than before, a comparison with that length.
 */
export function onePlace({ before, after }: FileChange, standing: Standing): string | null {
  if (after === null || after.length > MOST_CODE) return null
  const old = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const added = after
    .split('\n')
    .filter((line) => line.length <= MOST_LINE && /\d/.test(line) && !old.has(line.trim()))
  const aliases = [...after.matchAll(ALIAS)].slice(0, MOST_NAMES).map(([, name = '']) => name)
  const length = `(?:${[LENGTH, ...aliases.map((name) => `\\b${name}\\b`)].join('|')})`
  const halved = new RegExp(
    `${length}\\s{0,2}(?:/{1,2}|>>)\\s{0,2}\\d{1,3}\\)?\\s{0,2}[-+]\\s{0,2}[1-9]\\d{0,2}(?![\\d.])`,
  )
  const fromEnd = new RegExp(
    `\\[\\s{0,2}${length}\\s{0,2}-\\s{0,2}(?:[2-9]|[1-9]\\d{1,2})\\s{0,2}\\]`,
  )
  const compared = new RegExp(`${length}\\s{0,2}(?:===?|!==?|<=?|>=?)\\s{0,2}(\\d{1,4})\\b`)
  const isPlaced = PLACED.test(standing.asked)
  let single: number | null | undefined
  const isOne = () => {
    single ??= oneOf(triedLengths(after, standing))
    return single !== null
  }
  for (const line of added) {
    const [half] = (!PARITY.test(after) && halved.exec(line)) || []
    if (half !== undefined && isOne()) return half
    const [far] = (!isPlaced && fromEnd.exec(line)) || []
    if (far !== undefined && isOne()) return far
    const other = isPlaced ? null : otherLiteral(line, old)
    if (other !== null && isOne()) return other
    const [same, number] = compared.exec(line) ?? []
    if (same !== undefined && Number(number) > 1 && isOne() && Number(number) === single)
      if (!new RegExp(`\\b${number}\\b`).test(standing.asked)) return same
  }
  return null
}

/** A literal place, where the same line had another one before. */
function otherLiteral(line: string, old: ReadonlySet<string>): string | null {
  const blank = (text: string) => text.trim().replace(LITERAL, '[]')
  const [place, value = ''] = [...line.matchAll(LITERAL)][0] ?? []
  if (place === undefined || /^(?:0|-1)$/.test(value)) return null
  const form = blank(line)
  return [...old].some((one) => one.includes('[') && blank(one) === form) ? place : null
}

/** The only length, where it is one that says something; null: there are several, or none was seen. */
function oneOf(lengths: ReadonlySet<number>): number | null {
  const [only] = lengths
  return lengths.size === 1 && only !== undefined && only > 1 ? only : null
}
