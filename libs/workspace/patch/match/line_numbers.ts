import type { PatchEdit } from '../text/types.js'

/** A numbered line of a listing: `12<TAB>text`, `12| text`, `12: text`, `12- text`, `12→text`. */
const NUMBERED = /^\s*(\d+)(?:\t|\s?[|│:→-])(.*)$/

/**
 * The edit without line numbers that were copied from a listing.
 * @returns null unless every line of old_str has the number after that of the line before it
 */
export function withoutNumbers(edit: PatchEdit): PatchEdit | null {
  const old_str = strip(edit.old_str, 1)
  if (old_str === null) return null
  return {
    ...edit,
    old_str,
    new_str: strip(edit.new_str, Number.POSITIVE_INFINITY) ?? edit.new_str,
  }
}

/** @param step  the largest allowed difference between two numbers */
function strip(text: string, step: number): string | null {
  const lines = text.split('\n')
  const final = lines.at(-1) === '' ? lines.pop() : undefined
  const found = lines.map((line) => NUMBERED.exec(line))
  let last = Number.NaN
  const texts: string[] = []
  for (const match of found) {
    if (match === null) return null
    const number = Number(match[1])
    if (!Number.isNaN(last) && (number <= last || number > last + step)) return null
    last = number
    texts.push(match[2] ?? '')
  }
  // A space after each mark belongs to the listing.
  const spaced = texts.every((line) => line === '' || line === '\r' || line.startsWith(' '))
  const bare =
    spaced && !/^\s*\d+\t/.test(text) ? texts.map((line) => line.replace(/^ /, '')) : texts
  return [...bare, ...(final === undefined ? [] : [final])].join('\n')
}
