import { hasName, pathsIn } from './names.js'

/** A name that the task wants to be replaced, and the files that it names for that; none: the whole project. */
export interface Renamed {
  from: string
  to: string
  paths: readonly string[]
}

/** Verb, what is replaced with words around it, and the new name. */
const RENAME =
  /\b(rename|replace)\b(.{1,120}?)\s(?:to|into|with|by|as|->|→)\s+(?:(?:the|new|name)\s+){0,3}[`'"“]?([A-Za-z_$][\w$-]*)/i
const QUOTED = /[`'"“]([A-Za-z_$][\w$-]*)(?:\(\))?[`'"”]/
const WORD = /(?<![\w$./-])([A-Za-z_$][\w$]*)(?![\w$./-])/g
const WIDE =
  /\b(?:every|everywhere|all|each|throughout|across|whole|entire|codebase|repository)\b|\bin the project\b/i
const IS_CODE = /[a-z][A-Z]|_|\d/
const LEAST_CHARS = 3

/** The renames that a task asks for. A common word without "everywhere" is left out: it may have other meanings. */
export function renamesIn(asked: string): Renamed[] {
  return asked.split(/(?<=[.;!?])\s+|\n+/).flatMap((sentence) => {
    if (/\b(?:not|don't|never)\b/i.test(sentence)) return []
    const [, verb = '', middle = '', to = ''] = RENAME.exec(sentence) ?? []
    const words = [...middle.matchAll(WORD)].map(([word]) => word)
    const from = QUOTED.exec(middle)?.[1] ?? words.find((word) => IS_CODE.test(word)) ?? ''
    const isWide = WIDE.test(sentence)
    const isPlain = !IS_CODE.test(from) || /^replace$/i.test(verb)
    if (from.length < LEAST_CHARS || (isPlain && !isWide) || hasName(to, from)) return []
    return [{ from, to, paths: isWide ? [] : pathsIn(sentence) }]
  })
}
