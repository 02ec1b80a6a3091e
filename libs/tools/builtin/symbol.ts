import { z } from 'zod'
import { countNoun } from '#core'
import type { GrepLine, Workspace } from '#workspace'
import { defineTool, fail } from '../declare/tool.js'
import { cutResult, REOPEN } from '../result/cut_result.js'
import { definitionIn } from '../search/definitions.js'

/** Number of uses for which the enclosing function is found. */
const MOST_USES = 30

export const symbol = defineTool({
  name: 'symbol',
  summary: 'Where a name is defined and used.',
  input: z.object({ name: z.string().trim().min(1).max(200) }),
  aliases: {
    names: ['find_symbol', 'find_definition', 'go_to_definition', 'find_references'],
    fields: { name: ['symbol', 'query', 'identifier'] },
  },
  effect: 'read',
  danger: false,
  evidence: 'symbol_lookup',
  route: { base: 'roomy', for: ['search', 'code_intel'] },
  paths: () => [{ path: '.', access: 'read' }],
  describe: ({ name }) => `look up ${name}`,

  async run({ name: asked }, { workspace, signal, resultTokens }) {
    // `Store.get`, `Store::get`, `get()`: the last name is what files define.
    const name = /([A-Za-z_$][\w$]*)\W*$/.exec(asked)?.[1]
    if (name === undefined)
      return fail(`${asked} is not a name. Send a name, or use grep for a pattern.`)
    const word = `(?:^|[^\\w$])${name.replaceAll('$', '\\$')}(?:[^\\w$]|$)`
    const found = await workspace.grep({ pattern: word, signal })
    if (!found.ok) return fail(found.message)
    const { lines, truncated } = found
    const definitions = lines.filter(({ path, text }) => definitionIn(path, text)?.name === name)
    const uses = lines.filter((line) => !definitions.includes(line))
    const files = new Set(uses.map(({ path }) => path)).size
    const most = truncated ? 'more than ' : ''
    const head = `${name}: ${countNoun(definitions.length, 'definition')}, ${most}${countNoun(uses.length, 'use')} in ${countNoun(files, 'file')}`
    const text = [
      head,
      ...definitions.map(({ path, line, text }) => `${path}:${line}: ${text.trim()}`),
      ...(uses.length > 0 ? ['used in:', ...showUses(uses, workspace)] : []),
      ...(lines.length === 0 ? ['No file has this word. Try grep with a part of it.'] : []),
    ].join('\n')
    return {
      ok: true,
      text: cutResult(text, resultTokens, { more: REOPEN }),
      evidence: [
        {
          kind: 'symbol_lookup',
          subject: name,
          summary: [
            `symbol ${head}`,
            ...definitions.slice(0, 1).map((one) => `${one.path}:${one.line}`),
          ].join(' '),
          payload: Buffer.from(text),
          facts: { symbol: name, definitions: definitions.length, uses: uses.length },
        },
      ],
    }
  },
})

function showUses(uses: readonly GrepLine[], workspace: Workspace): string[] {
  const shown = uses.slice(0, MOST_USES).map((use) => {
    const around = enclosing(use, workspace)
    return `${use.path}:${use.line}${around === null ? '' : ` (in ${around})`}: ${use.text.trim()}`
  })
  const left = uses.length - shown.length
  return left > 0 ? [...shown, `… ${countNoun(left, 'more use')}; Call grep to see them.`] : shown
}

/** Name of the definition that contains a line: the nearest one above it with less indentation. */
function enclosing({ path, line, text }: GrepLine, workspace: Workspace): string | null {
  const file = workspace.readFile(path, { start: Math.max(1, line - 400), end: line })
  if (!file.ok) return null
  let indent = indentOf(text)
  for (const above of file.text.split('\n').slice(0, -1).reverse()) {
    if (above.trim() === '' || indentOf(above) >= indent) continue
    const definition = definitionIn(path, above)
    if (definition?.scope) return definition.name
    indent = indentOf(above)
    if (indent === 0) return null
  }
  return null
}

function indentOf(line: string): number {
  return /^\s*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0
}
