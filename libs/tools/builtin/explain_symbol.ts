import { z } from 'zod'
import { countNoun } from '#core'
import type { Use } from '#map'
import { OpenPlace } from '../declare/texts.js'
import { defineTool, fail } from '../declare/tool.js'
import { cutResult, REOPEN } from '../result/cut_result.js'
import {
  type Found,
  plainSymbol,
  showDefinitions,
  showDoubts,
  symbolEvidence,
} from '../symbols/found.js'
import { NO_INDEX } from '../symbols/no_index.js'

/** Callers and callees that are shown. */
const MOST_SHOWN = 20

export const explainSymbol = defineTool({
  name: 'explain_symbol',
  summary: 'Definition, callers and callees of a name.',
  input: z.object({
    name: z.string().trim().min(1).max(200),
    path: OpenPlace.trim().min(1).optional(),
  }),
  aliases: {
    names: [
      'find_callers',
      'get_callers',
      'find_callees',
      'call_hierarchy',
      'call_graph',
      'symbol_info',
      'describe_symbol',
    ],
    fields: { name: ['symbol', 'query', 'function', 'identifier'], path: ['file', 'file_path'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'symbol_lookup',
  route: { for: ['code_intel'], quiet: true },
  paths: ({ path }) => [{ path: path ?? '.', access: 'read' }],
  describe: ({ name }) => `explain ${name}`,

  async run({ name: asked, path }, { resultTokens, map }) {
    const name = plainSymbol(asked)
    if (name === null) return fail(`${asked} is not a name. Send the name of a definition.`)
    const own = path?.replace(/^\.\//, '')
    const explained = (await map?.explain(name, { path: own, callees: true })) ?? null
    if (explained === null) return fail(NO_INDEX)
    const found: Found = { ...explained, isCut: false }
    if (found.definitions.length === 0) return fail(notDefined(found, own))
    const text = [
      `${name}: ${countNoun(found.definitions.length, 'definition')}`,
      ...showDefinitions(found),
      ...showCallers(found.uses),
      ...showCallees(found),
      ...showDoubts(found),
    ].join('\n')
    return {
      ok: true,
      text: cutResult(text, resultTokens, { more: REOPEN }),
      evidence: [symbolEvidence('explain_symbol', found, text)],
    }
  },
})

function notDefined({ name, uses }: Found, path: string | undefined): string {
  if (path !== undefined)
    return `${path} does not define ${name}. Leave path out to see where it is.`
  const used =
    uses.length > 0
      ? ` ${countNoun(uses.length, 'line')} use it, the first is ${uses[0]?.path}:${uses[0]?.line}.`
      : ''
  return `No file of the project defines ${name}.${used} Use graph_search for a part of the name.`
}

/** One line for each definition that has calls, then how many other lines have the name. */
function showCallers(uses: readonly Use[]): string[] {
  const callers = new Map<string, { first: Use; lines: number[] }>()
  for (const use of uses.filter(({ isCall }) => isCall)) {
    const key = `${use.path}:${use.inside?.line ?? 0}`
    const known = callers.get(key)
    if (known === undefined) callers.set(key, { first: use, lines: [use.line] })
    else known.lines.push(use.line)
  }
  const rest = uses.filter(({ isCall }) => !isCall)
  const shown = [...callers.values()].slice(0, MOST_SHOWN).map(({ first, lines }) => {
    const who = first.inside?.name ?? 'top of the file'
    return `${first.path}:${lines.join(',')} (in ${who})`
  })
  const left = callers.size - shown.length
  const files = new Set(rest.map(({ path }) => path))
  return [
    callers.size === 0 ? 'called by: nothing in the project' : 'called by:',
    ...shown,
    ...(left > 0 ? [`… ${countNoun(left, 'more caller')}`] : []),
    ...(rest.length > 0
      ? [
          `named without a call on ${countNoun(rest.length, 'line')} of ${countNoun(files.size, 'file')}: ${[...files].slice(0, 5).join(', ')}`,
        ]
      : []),
  ]
}

function showCallees({ callees }: Found): string[] {
  const lines = callees.slice(0, MOST_SHOWN).map(({ name, places }) => {
    const all = places.map(({ path, line }) => `${path}:${line}`)
    return all.length === 1 ? `${name} ${all[0]}` : `${name}, one of ${all.join(' ')}`
  })
  const left = callees.length - lines.length
  if (lines.length === 0) return ['calls: nothing that the project defines']
  return ['calls:', ...lines, ...(left > 0 ? [`… ${left} more`] : [])]
}
