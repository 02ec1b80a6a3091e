import { hasName } from '../../items/names.js'
import type { Standing } from '../facts/types.js'
import { isNegated } from '../stated/claims.js'
import { asserted } from '../words/asserted.js'
import { isFunction, textsOf } from './claimed_names.js'
import { bodiesOf, definedIn, touches } from './touches.js'

const ITEM = '(?:[-*•+]\\s+|\\d+[.)]\\s+|\\|\\s*)'
const NAME = '[`*]{0,3}(?:[A-Za-z_$][\\w$]*(?:::|\\.|#))?([A-Za-z_$][\\w$]*)(?:\\(\\))?[`*]{0,3}'
/** "- New rejects a limit below 1", "| Grid::new | checks the length |". */
const LISTED = new RegExp(`^\\s*${ITEM}${NAME}\\s*(?:\\||:|[–—-])?\\s*(?:now |also )*([a-z]+s)\\b`)
/** "New now rejects a limit below 1." */
const STATED = new RegExp(
  `^\\s*(?:and )?${NAME} (?:(?:now |also |additionally )+([a-z]+s)|(rejects|validates|checks|throws|raises|refuses|sanitizes|escapes|caches|logs|copies|guards))\\b`,
)
const NO_VERB = /^(?:is|was|has|does|this|its|as|us|stays|remains|keeps|tests|class|alias|always)$/
const OLD = /\b(?:already|previously|earlier|as before|still|unchanged|existing|stays|keeps)\b/i

/** A function that an end says does something, as one of the changes, while no change is about it; null: there is none. */
export function idleSubject(standing: Standing, summary: string): string | null {
  if (standing.rows.some(({ facts }) => facts.unseen === true || facts.outside === true))
    return null
  const texts = textsOf(standing)
  const said = asserted(summary)
    .split(/(?<=[.;!?])\s+|\n+/)
    .filter((one) => !isNegated(one) && !OLD.test(one))
    .flatMap((one) => {
      const listed = LISTED.exec(one)
      const stated = listed === null ? STATED.exec(one) : null
      const name = listed?.[1] ?? stated?.[1] ?? ''
      const verb = listed?.[2] ?? stated?.[2] ?? stated?.[3] ?? ''
      return NO_VERB.test(verb) ? [] : [name]
    })
  return (
    said.find(
      (name) => name.length > 1 && isFunction(texts, name) && !isMet(standing, { name, texts }),
    ) ?? null
  )
}

/** A change is about it, or about a function that it calls. */
function isMet(
  standing: Standing,
  { name, texts }: { name: string; texts: readonly string[] },
): boolean {
  const wide = { ...standing, changes: [...standing.changes, ...standing.sessionChanges] }
  const isAbout = (text: string) => touches(wide, { text, kind: 'name' })
  if (isAbout(name)) return true
  const bodies = texts.map((text) => bodiesOf(text, name)).join('\n')
  const called = new Set(
    wide.changes.flatMap(({ before, after }) => definedIn(`${before}\n${after}`)),
  )
  return [...called].some(
    (one) => one !== name && hasName(bodies, one) && isFunction(texts, one) && isAbout(one),
  )
}
