import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { kindOfPath } from '../tests/check_files.js'
import { functionsOf } from './functions.js'
import { isCode, isPython, MOST_CODE, tokensOf } from './tokens.js'

/** What a body has that does nothing yet. */
const NOTHING =
  /^(?:\n[ \t]*|[{}():;,]|pass|\.\.\.|return|None|null|undefined|nil|false|raise|throw|new|Error|NotImplementedError|todo|unimplemented|panic|!)$/i
/** A text is nothing where it is a comment of Python or the words of an error; elsewhere it is a value. */
const TEXT = /^["'`]/
const FAILS = /\b(?:throw|raise|panic|todo|unimplemented)\b/
const MAY_BE_EMPTY =
  /\b(?:abstract|Protocol|ABC|interface|@overload|virtual|stub|placeholder|skeleton|no-?op)\b/i

/** A function that the changes define without anything in it, while the task or the end names it; null: there is none. */
export function emptyBody(
  { asked, changes, checkTexts }: Standing,
  summary: string,
): string | null {
  if (MAY_BE_EMPTY.test(asked)) return null
  for (const { path, before, after } of changes) {
    if (after === null || !isCode(path) || after.length > MOST_CODE) continue
    if (kindOfPath(path, checkTexts) !== null || MAY_BE_EMPTY.test(after)) continue
    const old = functionsOf(path, before ?? '')
    for (const { name, body } of functionsOf(path, after).values()) {
      if (old.get(name)?.body === body || !hasName(`${asked}\n${summary}`, name)) continue
      const words = tokensOf(path, body)
      const mayHaveText = isPython(path) ? !/\breturn\b/.test(body) : FAILS.test(body)
      const isNothing = (one: string) => NOTHING.test(one) || (mayHaveText && TEXT.test(one))
      if ((words.length > 0 || !isPython(path)) && words.every(isNothing))
        return `${name}() in ${path} does nothing`
    }
  }
  return null
}
