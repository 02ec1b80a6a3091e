import { z } from 'zod'
import { countNoun } from '#core'
import { defineTool, fail } from '../declare/tool.js'
import { cutResult, REOPEN } from '../result/cut_result.js'
import { leftOut } from '../symbols/found.js'
import { NO_INDEX } from '../symbols/no_index.js'

export const graphSearch = defineTool({
  name: 'graph_search',
  summary: 'Definitions that fit words, such as: parse config.',
  input: z.object({ query: z.string().trim().min(1).max(400) }),
  aliases: {
    names: ['search_symbols', 'workspace_symbols', 'code_search', 'search_graph', 'query_graph'],
    fields: { query: ['name', 'text', 'keywords', 'pattern'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'symbol_lookup',
  route: { for: ['code_intel'], quiet: true },
  paths: () => [{ path: '.', access: 'read' }],
  describe: ({ query }) => `search definitions for ${query}`,

  async run({ query }, { resultTokens, map }) {
    const found = (await map?.search(query)) ?? null
    if (found === null) return fail(NO_INDEX)
    const { hits, unknown, left } = found
    const lines = hits.map(({ path, line, text, usedIn }) => {
      const used = usedIn === 0 ? 'in no other file' : `in ${countNoun(usedIn, 'other file')}`
      return `${path}:${line}: ${text} (name used ${used})`
    })
    const text = [
      hits.length === 0
        ? 'No definition has these words in its name. Try grep.'
        : `${countNoun(hits.length, 'definition')}, best first:`,
      ...lines,
      ...(hits.length > 0 && unknown.length > 0
        ? [`No definition has: ${unknown.slice(0, 10).join(', ')}`]
        : []),
      ...leftOut(left),
    ].join('\n')
    return {
      ok: true,
      text: cutResult(text, resultTokens, { more: REOPEN }),
      evidence: [
        {
          kind: 'symbol_lookup',
          subject: query,
          summary: `graph_search ${query}: ${countNoun(hits.length, 'definition')}${hits[0] === undefined ? '' : ` ${hits[0].path}:${hits[0].line}`}`,
          payload: Buffer.from(text),
          facts: { symbol: query, definitions: hits.length, uses: 0 },
        },
      ],
    }
  },
})
