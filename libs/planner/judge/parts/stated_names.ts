import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { isNegated } from '../stated/claims.js'
import { isFunction, textsOf } from './claimed_names.js'
import { namesOf, unshownFile } from './stated_files.js'
import { bodiesOf, definedIn, touches } from './touches.js'

const CALLED =
  '(?<![\\w$.])[`]?(?:[A-Za-z_$][\\w$]{0,60}\\.){0,4}[A-Za-z_$][\\w$]{0,60}(?:\\(\\))?[`]?'
const LIST = `${CALLED}(?:(?:, | and |, and | or )(?:the )?(?:old )?${CALLED}){0,5}`
const AND = '(?:(?:the|old|unused|now|obsolete|original|previous|function|functions|method|both) )*'
/** What was there and is no more. "The call of mul()" is another thing than mul(). */
const REMOVED = [
  new RegExp(
    `\\b(?:removed|deleted|dropped|got rid of) ${AND}(${LIST})(?! (?:calls?|usages?|uses?|imports?|exports?|lines?|tests?|checks?|comments?|parameters?|arguments?|overloads?|wrappers?|alias(?:es)?)\\b)`,
    'gi',
  ),
  new RegExp(
    `(?<!\\b(?:the|an?|this|that|each|every|no) )(${LIST}) (?:(?:is|was|were|are|has been|have been) (?:now |also )*(?:removed|deleted|dropped|gone)|no longer exists?)\\b`,
    'gi',
  ),
]
const VERB =
  '(?:uses?|calls?|reuses?|checks?|returns?|throws?|handles?|validates?|delegates?|relies|rely|accepts?|rejects?|logs?|supports?)'
/** "passes" and "works" say what the tests show. */
const NOW = [
  `(${LIST})(?: functions?| methods?)? (?:(?:both|all|each|also) )*now (?:also |both )?(?!pass|work|succeed|run|compile|exist|is\\b|are\\b|has been|have been|gets?\\b|live|appear|behave)\\w`,
  `(${LIST}) (?:both |each )?(?:use|call|reuse)s? (?:it|them)\\b(?! (?:as before|already))`,
  `\\bnow,? (${LIST}) (?:both |each )?${VERB}\\b`,
  `(${LIST}) (?:both |each )?${VERB} [^.;,]{1,60} now(?=[.,;!]|$)`,
  // With brackets it is a function, whatever the verb is.
  `([A-Za-z_$][\\w$]{0,60}\\(\\)) (?!pass|work|succeed|run|compile|exist|is\\b)[a-z]+ [^.;,]{0,60}now(?=[.,;!]|$)`,
].map((shape) => new RegExp(shape, 'gi'))
const USES = new RegExp(
  `(${LIST}) (?:(?:both|each|all|now|also) )*(?:uses?|calls?|reuses?|invokes?|delegates? to|rel(?:ies|y) on) [\`]?([A-Za-z_$][\\w$]*)\\(\\)`,
  'gi',
)
const UNCHANGED =
  /\b(?:unchanged|untouched|unaffected|as before|as (?:it|they) (?:was|were)|stays?|remains?)\b/i
const DOCUMENT = /\.(?:md|mdx|txt|rst|adoc)$/i
const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|c|h|cpp|hpp|swift)$/i
/** How many calls deep a change may be below the function that an end names. */
const CALLS = 2

/** What an end says of a function, a file or a test by its name and the changes do not show; null: nothing. */
export function unshownName(standing: Standing, summary: string): string | null {
  if (standing.rows.some(({ facts }) => facts.unseen === true || facts.outside === true))
    return null
  const isClaim = (one: string) => !isNegated(one) && !UNCHANGED.test(one)
  const sentences = summary
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .split(/(?<=[.;!?:])\s+|\n+/)
    .flatMap((one) =>
      isClaim(one)
        ? [one]
        : one.split(/,\s+|\s+(?:but|so|because|while)\s+/).filter((part) => isClaim(part)),
    )
  for (const one of sentences) {
    const found =
      keptName(standing, one) ??
      sameBody(standing, one) ??
      unusedName(standing, one) ??
      unshownFile(standing, one, summary)
    if (found !== null) return found
  }
  return null
}

/** A name that is still there as often as before, or still defined. */
function keptName(standing: Standing, sentence: string): string | null {
  const texts = textsOf(standing)
  for (const shape of REMOVED)
    for (const match of sentence.matchAll(shape)) {
      const list = match[1] ?? ''
      const rest = sentence.slice(match.index + match[0].length)
      const isWhole = /^(?:[.,;!)]|$| (?:from|and|too|as well|entirely|completely)\b)/.test(rest)
      const names = [
        ...marked(list),
        ...(isWhole ? namesOf(list).filter((one) => isFunction(texts, one)) : []),
      ]
      const isOld = /\b(?:old|original|previous)\b/i.test(match[0])
      const isPart = /^ (?:from|in)\b/.test(rest)
      const name = names.find((one) => !isRemoved(standing, one, { isOld, isPart }))
      if (name !== undefined) return `${name} was removed, and no removed line has it`
    }
  return null
}

/** @param how  `isOld`: another one may be in its place; `isPart`: it was removed from something */
function isRemoved(
  { sessionChanges }: Standing,
  name: string,
  { isOld, isPart }: { isOld: boolean; isPart: boolean },
): boolean {
  return sessionChanges.some(({ before, after }) => {
    const [old, now] = [bodiesOf(before, name), bodiesOf(after, name)]
    if (isOld && old !== now) return true
    const isDefined = old !== '' && now !== '' && !isPart
    return !isDefined && linesWith(before, name) > linesWith(after, name)
  })
}

function linesWith(text: string | null, name: string): number {
  return (text ?? '').split('\n').filter((line) => hasName(line, name)).length
}

/** A function that does something else now, while neither its body nor one that it calls was changed. */
function sameBody(standing: Standing, sentence: string): string | null {
  const changed = standing.sessionChanges
  if (changed.some(({ path }) => !CODE.test(path) && !DOCUMENT.test(path))) return null
  const lists = NOW.flatMap((shape) => [...sentence.matchAll(shape)].map((one) => one[1] ?? ''))
  if (lists.length === 0) return null
  const texts = textsOf(standing)
  const defined = new Set(texts.flatMap(definedIn))
  const isMet = (name: string, depth: number): boolean => {
    if (changed.some(({ before, after }) => bodiesOf(before, name) !== bodiesOf(after, name)))
      return true
    if (depth === 0) return false
    const body = bodyIn(texts, name)
    const locals = new Set(definedIn(body))
    const used = new Set(body.match(/[A-Za-z_$][\w$]*/g) ?? [])
    return [...used].some((one) => defined.has(one) && !locals.has(one) && isMet(one, depth - 1))
  }
  // A function of a file that nobody read: only a changed line can name it.
  const unread = lists
    .flatMap(marked)
    .filter((one) => bodyIn(texts, one).trim() === '' && standing.filesNaming(one).length > 0)
  const unmet = unread.find((one) => !touches(standing, { text: one, kind: 'name' }))
  if (unmet !== undefined) return `${unmet} does something else now, and no line of it was changed`
  const name = functionsOf(texts, lists).find(
    (one) => !changed.some(({ path }) => path.includes(`${one}.`)) && !isMet(one, CALLS),
  )
  return name === undefined
    ? null
    : `${name} does something else now, and no line of it was changed`
}

/** A function that is said to call another one, and whose body does not name that. */
function unusedName(standing: Standing, sentence: string): string | null {
  const texts = textsOf(standing)
  for (const match of sentence.matchAll(USES)) {
    const used = match[2] ?? ''
    const name = functionsOf(texts, [match[1] ?? '']).find(
      (one) => !hasName(bodyIn(texts, one), used),
    )
    if (name !== undefined) return `${name} uses ${used}, and its code does not name it`
  }
  return null
}

/** Names of lists that the texts define as functions or, with brackets, as methods. */
function functionsOf(texts: readonly string[], lists: readonly string[]): string[] {
  return lists.flatMap((list) => {
    const calls = marked(list)
    return namesOf(list).filter(
      (name) =>
        bodyIn(texts, name).trim() !== '' &&
        (isFunction(texts, name) || (calls.includes(name) && isMethod(texts, name))),
    )
  })
}

function isMethod(texts: readonly string[], name: string): boolean {
  const shape = new RegExp(
    `(?<![.\\w$])${name.replace(/\$/g, '\\$')}\\s*\\([^;()]*\\)[^;={}()]*\\{`,
  )
  return texts.some((text) => shape.test(text))
}

function bodyIn(texts: readonly string[], name: string): string {
  return texts.map((text) => bodiesOf(text, name)).join('\n')
}

/** Names with brackets or in a code span: other words are only words. */
function marked(list: string): string[] {
  return [...list.matchAll(/`[^`]+`|[\w$.]+\(\)/g)].flatMap(([one]) => namesOf(one))
}
