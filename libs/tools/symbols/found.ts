import { countNoun, type EvidenceDraft } from '#core'
import type { Explained, Use } from '#map'

/** What is known of a name, and whether the search stopped at its limit. */
export interface Found extends Explained {
  isCut: boolean
}

/** Places that are shown: definitions, uses and callees. */
const MOST_DEFINITIONS = 12
const MOST_USES = 30

/** The last name in what was asked: `Store.get`, `Store::get` and `get()` are `get`, which is what files define. */
export function plainSymbol(asked: string): string | null {
  const last = [...asked.matchAll(/[\p{L}_$][\p{L}\p{M}\w$]*/gu)].at(-1)
  if (last === undefined) return null
  const rest = asked.slice(last.index + last[0].length)
  return /[\p{L}\w$]/u.test(rest) ? null : last[0]
}

/** The first line: how many definitions and uses there are. */
export function countLine({ name, definitions, uses, unread, isCut }: Found): string {
  const files = new Set(uses.map(({ path }) => path)).size
  const most = isCut || unread > 0 ? 'more than ' : ''
  return `${name}: ${countNoun(definitions.length, 'definition')}, ${most}${countNoun(uses.length, 'use')} in ${countNoun(files, 'file')}`
}

/** `src/a.ts:12-30: export function open()`. */
export function showDefinitions({ definitions }: Found): string[] {
  const shown = definitions.slice(0, MOST_DEFINITIONS).map(({ path, line, end, text }) => {
    const range = end > line ? `${line}-${end}` : `${line}`
    return `${path}:${range}: ${text}`
  })
  const left = definitions.length - shown.length
  return left > 0 ? [...shown, `… ${countNoun(left, 'more definition')}`] : shown
}

/** `src/a.ts:12 (in open): text of the line`. */
export function showUses(uses: readonly Use[]): string[] {
  const shown = uses.slice(0, MOST_USES).map(({ path, line, inside, text }) => {
    return `${path}:${line}${inside === null ? '' : ` (in ${inside.name})`}: ${text}`
  })
  const left = uses.length - shown.length
  return left > 0 ? [...shown, `… ${countNoun(left, 'more use')}. Call grep to see them.`] : shown
}

/** What the answer does not know, a line each. */
export function showDoubts({ name, definitions, uses, unread, left }: Found): string[] {
  // The methods of a type in Rust are beside it.
  const own = definitions.filter(({ kind }) => kind !== 'impl').length
  return [
    ...(own > 1 && uses.length > 0
      ? [`The lists are upper bounds: ${own} definitions have the name ${name}.`]
      : []),
    ...(unread > 0 ? [`${countNoun(unread, 'more file')} with this name: call grep.`] : []),
    ...leftOut(left),
  ]
}

/** The line about files that the index lacks. */
export function leftOut(left: number): string[] {
  return left > 0 ? [`${countNoun(left, 'file')} not in the index yet: call grep for them.`] : []
}

/** The evidence of an answer. */
export function symbolEvidence(tool: string, found: Found, text: string): EvidenceDraft {
  const { name, definitions, uses } = found
  const first = definitions[0]
  return {
    kind: 'symbol_lookup',
    subject: name,
    summary: [
      `${tool} ${countLine(found)}`,
      ...(first === undefined ? [] : [`${first.path}:${first.line}`]),
    ].join(' '),
    payload: Buffer.from(text),
    facts: { symbol: name, definitions: definitions.length, uses: uses.length },
  }
}
