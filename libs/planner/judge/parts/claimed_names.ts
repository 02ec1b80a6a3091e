import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { isNegated } from '../stated/claims.js'
import { bodiesOf, definedIn, touches } from './touches.js'

const NAME =
  '(?<!\\b(?:the|an?|this|that|its|each|every|our|my|no) )[`]?([A-Za-z_$][\\w$]*)[`]?(?:\\(\\))?'
const PAST =
  '(?:fixed|corrected|repaired|changed|updated|adjusted|rewritten|refactored|simplified|renamed|removed|deleted|extended)'
const DID =
  '(?:fixed|corrected|repaired|changed|updated|adjusted|rewrote|refactored|simplified|replaced|removed)'
const WHO = "\\b(?:i|we)(?:'ve| have)? (?:(?:also|then|now|just) )*"
const SHAPES = [
  `^(?:(?:also|and|then),? )?${NAME} (?:had [^.;]{1,40} and )?(?:is|was|has been) (?:(?:now|also) )*${PAST}\\b`,
  `${WHO}${DID} [^.;]{1,50} in ${NAME}(?: (?:by|with|to|as)\\b|[.,;!]|$)`,
  `${WHO}made ${NAME} (?!a\\b|the\\b|an\\b)\\w`,
  `${WHO}${DID} ${NAME}(?: (?:too|as well|in the same way|and)\\b|[.,;!]|$)`,
].map((shape) => new RegExp(shape, 'i'))
const OLD = /\b(?:already|previously|earlier|as before)\b/i
const UNUSED =
  /\bno (?:other )?(?:file|code|module|place|function|caller)s? (?:uses?|imports?|calls?|references?|needs?) [`]?([A-Za-z_$][\w$]*)[`]?(?:\(\))?\s*(?:[.,;!]|$)|\bnothing else (?:uses|imports|calls) [`]?([A-Za-z_$][\w$]*)/i

/** A function that an end says was changed, while no change is about it; null: there is none. */
export function untouchedName(standing: Standing, summary: string): string | null {
  if (standing.rows.some(({ facts }) => facts.unseen === true || facts.outside === true))
    return null
  const said = sentencesOf(summary)
    .filter((one) => !isNegated(one) && !OLD.test(one))
    .flatMap((one) => SHAPES.map((shape) => shape.exec(one)?.[1] ?? ''))
    .filter((name) => name.length > 1)
  if (said.length === 0) return null
  const texts = textsOf(standing)
  // A name with brackets is a function, also one of a file that nobody read.
  const isMeant = (name: string) => isFunction(texts, name) || summary.includes(`${name}()`)
  return said.find((name) => isMeant(name) && !isTouched(standing, name)) ?? null
}

/** A name and a file that has it, where an end says that no file has it; null: there is none. */
export function deniedUse(
  standing: Standing,
  summary: string,
): { name: string; path: string } | null {
  for (const one of sentencesOf(summary)) {
    const found = UNUSED.exec(one)
    const name = found?.[1] ?? found?.[2]
    if (name === undefined || !isFunction(textsOf(standing), name)) continue
    const changed = standing.changes.map(({ path }) => path)
    const path = standing.filesNaming(name).find((file) => !changed.includes(file))
    if (path !== undefined) return { name, path }
  }
  return null
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.;!?])\s+|\n+|,\s+/)
}

/** Texts that the task changed or read. */
export function textsOf({ changes, sessionChanges, rows, textOf }: Standing): string[] {
  const read = rows.filter(({ kind }) => kind === 'file_read' || kind === 'symbol_lookup')
  return [
    ...[...changes, ...sessionChanges].map(({ before, after }) => after ?? before ?? ''),
    ...read.map(({ id }) => textOf(id)),
  ]
}

/** The texts define it as a function or a class: other words are only words. */
export function isFunction(texts: readonly string[], name: string): boolean {
  const one = name.replace(/\$/g, '\\$')
  const shape = new RegExp(
    `\\b(?:function\\*?|def|fn|func|class)\\s{1,20}(?:\\([^)]{0,200}\\)\\s{0,20})?${one}\\b|\\bexports\\.${one}\\s{0,20}=|\\b(?:const|let|var)\\s{1,20}${one}\\s{0,20}=\\s{0,20}(?:async\\s{0,20})?(?:function|\\()`,
  )
  return texts.some((text) => shape.test(text))
}

/** A change is about it, or about a function that it calls. */
export function isTouched(standing: Standing, name: string): boolean {
  const texts = textsOf(standing)
  const isMet = (text: string, of: Standing) => touches(of, { text, kind: 'name' })
  const session = { ...standing, changes: standing.sessionChanges }
  if (isMet(name, standing) || isMet(name, session)) return true
  const changed = new Set(
    standing.changes.flatMap(({ before, after }) => definedIn(after ?? before ?? '')),
  )
  const bodies = texts.map((text) => bodiesOf(text, name)).join('\n')
  const locals = new Set(definedIn(bodies).filter((one) => one !== name))
  return [...changed].some(
    (one) => !locals.has(one) && hasName(bodies, one) && isMet(one, standing),
  )
}
