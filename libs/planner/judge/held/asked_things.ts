import { hasName } from '../../items/names.js'
import { statedClauses } from '../content/stated_clauses.js'
import type { Standing } from '../facts/types.js'
import { isTouched } from '../parts/claimed_names.js'
import { isExplained } from '../parts/left_out.js'
import { touches } from '../parts/touches.js'
import { inEnglish } from '../words/in_english.js'

const VERB =
  '(?:fix|change|make|let|refactor|rewrite|rename|remove|delete|update|move|extend|correct|adapt|convert|simplify|speed up|document|test|cover|replace|split|inline|extract)'
/** "make pad() pad on the right": a name in brackets that a verb of work has as its object. */
const OBJECT = new RegExp(
  `\\b${VERB} (?:(?:the|function|method|both) )*[\`]?([A-Za-z_$][\\w$]{0,60})\\(\\)`,
  'gi',
)
/** A document that a task wants to be written: "note it in the changelog". */
const DOCUMENT =
  /\b(?:document|describe|note|mention|explain|record|write|put|add|list|update|extend|announce)\b[^.;!?\n]{0,80}?\b(read-?me|change-?log)\b/gi
/** "toggle() returns it", "Heap.pop returns it": a function that the task names, as the subject of a clause. */
const SUBJECT =
  /^\W*(?:(?:and|also|then|now|the) )*(?:[A-Z][a-z][\w$]{0,60}\.(?!(?:md|toml|lock|xml|json)\b)([A-Za-z_$][\w$]{0,60})(?:\(\))?|([A-Za-z_$][\w$]{0,60})\(\))`? (?!is\b|was\b|are\b|has been\b)[a-z]+/
/** It is read, or it is only said where something is. */
const SOURCE =
  /\b(?:as|like|see|read|per|according|from|follow\w*|match\w*|that|which|do not|don't|never|without|(?:scripts?|commands?|programs?|hooks?|jobs?|workflows?|tools?)\b.*\bto)\b/i

/** A function or a document that the task wants to be changed, without a change about it and a word about that at the end; null: there is none. */
export function untouchedThing(standing: Standing, summary: string): string | null {
  const { rows, changes, asked } = standing
  if (rows.some(({ facts }) => facts.unseen === true || facts.outside === true)) return null
  const text = inEnglish(asked)
  const other = statedClauses(summary)
    .map((clause) => SUBJECT.exec(clause)?.slice(1).find(Boolean))
    .find((name) => name !== undefined && hasName(text, name) && !isTouched(standing, name))
  if (other !== undefined) return `${other}()`
  for (const sentence of text.split(/(?<=[.;!?])\s+|\n+/)) {
    if (SOURCE.test(sentence.slice(0, sentence.search(OBJECT) + 1))) continue
    for (const [, name = ''] of sentence.matchAll(OBJECT)) {
      const item = { text: name, kind: 'name' } as const
      if (!touches(standing, item) && !isExplained(item, summary)) return `${name}()`
    }
    for (const match of sentence.matchAll(DOCUMENT)) {
      const { index, 0: all, 1: name = '' } = match
      const stem = name.toLowerCase().replace('-', '').slice(0, 6)
      const isThere = changes.some(({ path }) => path.toLowerCase().replace('-', '').includes(stem))
      const lead = sentence.slice(0, index + all.length)
      if (isThere || SOURCE.test(lead) || isExplained({ text: name, kind: 'word' }, summary))
        continue
      return `the ${name}`
    }
  }
  return null
}
