import type { Standing } from '../facts/types.js'
import { isFunction, textsOf } from '../parts/claimed_names.js'
import { namesOf } from '../parts/stated_files.js'

const VERB =
  '(?:uses?|calls?|imports?|depends?|relies|references?|reads?|touches|is affected|are affected|breaks?|needs? (?:it|this))'
/** Something about all of a project: only a search of it shows that. */
const NOWHERE = [
  new RegExp(
    `\\b(?:nothing|nobody|no one|none) (?:else )?(?:in [^.;,]{1,40} )?(?:\\w+ )?${VERB}\\b`,
    'i',
  ),
  new RegExp(
    `\\bno (?:other )?(?:\\w+ )?(?:code|callers?|files?|modules?|places?|functions?|parts?|consumers?) (?:\\w+ )?(?:${VERB}|(?:is|are|was|were) (?:affected|using))\\b`,
    'i',
  ),
  /\b(?:is|are|was|were)(?: not|n['’]t) (?:used|called|referenced|imported|needed|read|exported|reached)(?: by)? (?:any|else|other)\w*/i,
  /\b(?:is|are|was|were) (?:only|solely|just) (?:used|called|referenced|imported|read) (?:in|by|from|here|there|inside|within)\b/i,
  /\b(?:is|are|was|were) (?:never|nowhere) (?:used|called|referenced|imported|read)\b/i,
  /\bonly (?:caller|consumer|user|place|usage|call site|file)\b/i,
  /\bnothing else (?:is|was|in|depends|changes|needs|breaks)\b(?! (?:was |is )?(?:changed|touched|needed|to do|edited|run|modified))/i,
]
const DENIED =
  /\bno (?:other )?(?:file|code|module|place|function|caller)s? (?:uses?|imports?|calls?)|\bnothing else (?:uses|imports|calls)/i
const SEARCH = /^\s*(?:git )?(?:grep|rg|ag|ack)\b|\bgrep\b/

/** What an end says of the whole project, while nothing of this task searched it; null: there is none. */
export function unsearched(standing: Standing, summary: string): string | null {
  const isSearched = standing.rows.some(
    ({ kind, subject, facts }) =>
      kind === 'symbol_lookup' ||
      SEARCH.test(String(facts.command ?? subject)) ||
      facts.tool === 'grep',
  )
  if (isSearched) return null
  const texts = textsOf(standing)
  for (const sentence of summary.split(/(?<=[.;!?])\s+|\n+/)) {
    // The law of places compares a named function with the files that name it.
    if (DENIED.test(sentence) && namesOf(sentence).some((name) => isFunction(texts, name))) continue
    for (const shape of NOWHERE) {
      const [said] = shape.exec(sentence) ?? []
      if (said !== undefined) return said
    }
  }
  return null
}
