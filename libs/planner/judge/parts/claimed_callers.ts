import { hasName } from '../../items/names.js'
import { isDocument } from '../facts/documentation.js'
import type { FileChange, Standing } from '../facts/types.js'
import { isNegated } from '../stated/claims.js'
import { definedIn } from './touches.js'

const CALLERS =
  /\b(?:all|every|each|the|its)(?: of)?(?: the| its| other| remaining| existing)* (?:callers?|call sites?|calls|usages?|references?|consumers?|dependents?)\b[^.;!?\n]{0,60}?\b(?:(?:were|was|are|is|have been|has been)(?: also| now| all)* (?:updated|adapted|adjusted|changed|migrated|converted|fixed)|now (?:use|call|pass|import)|use now)\b|\b(?:updated|adapted|adjusted|changed|migrated|converted|fixed)\b(?: [\w-]+){0,2} (?:all|every|each|the|its)(?: of)?(?: the| its| other| remaining| existing)* (?:callers?|call sites?|calls|usages?|references?|consumers?|dependents?)\b/i

const KEYWORD = /^(?:if|for|while|switch|catch|return|function|with|match|elif|and|or|not|in)$/

/** Whether an end says that callers were changed, while no changed line uses anything that the changed files define. */
export function saysCallers({ changes }: Pick<Standing, 'changes'>, summary: string): boolean {
  const said = summary
    .split(/(?<=[.;!?])\s+|\n+/)
    .some((sentence) => CALLERS.test(sentence) && !isNegated(sentence))
  if (!said || changes.length === 0) return false
  const code = changes.filter(({ path }) => !isDocument(path))
  const names = [
    ...new Set(code.flatMap(({ before, after }) => definedIn(`${before}\n${after}`))),
  ].filter((name) => !KEYWORD.test(name))
  return !code.some((change) =>
    changedLines(change).some((line) => {
      const own = definedIn(line)
      return names.some((name) => !own.includes(name) && uses(line, name))
    }),
  )
}

/** A call, or an import that names it. */
function uses(line: string, name: string): boolean {
  const plain = name.replace(/\$/g, '\\$')
  if (new RegExp(`(?<![\\w$])${plain}\\s*(?:::<[^>]*>)?\\(`).test(line)) return true
  return /^\s*(?:import|from|use|export)\b|\brequire\(/.test(line) && hasName(line, name)
}

function changedLines({ before, after }: FileChange): string[] {
  const old = new Set((before ?? '').split('\n'))
  return (after ?? '').split('\n').filter((line) => line.trim() !== '' && !old.has(line))
}
