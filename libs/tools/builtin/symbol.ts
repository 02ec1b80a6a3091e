import { z } from 'zod'
import { defineTool, fail } from '../declare/tool.js'
import { cutResult, REOPEN } from '../result/cut_result.js'
import { lookUpByLines } from '../symbols/by_lines.js'
import {
  countLine,
  plainSymbol,
  showDefinitions,
  showDoubts,
  showUses,
  symbolEvidence,
} from '../symbols/found.js'

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
  card: {
    example: { name: 'roundMoney' },
    rules: ['Give one name from the code, without brackets.', 'Use `grep` for other words.'],
    words: /\b(?:defined?|definition|usages?|callers?|definiert|définie?)\b/iu,
  },
  paths: () => [{ path: '.', access: 'read' }],
  describe: ({ name }) => `look up ${name}`,

  async run({ name: asked }, { workspace, signal, resultTokens, map }) {
    const name = plainSymbol(asked)
    if (name === null)
      return fail(`${asked} is not a name. Send a name, or use grep for a pattern.`)
    const indexed = (await map?.explain(name)) ?? null
    // A name of a file that is not indexed, such as a page or a setting, has lines all the same.
    const isKnown = indexed !== null && indexed.definitions.length + indexed.uses.length > 0
    const found = isKnown
      ? { ...indexed, isCut: false }
      : await lookUpByLines(name, { workspace, signal })
    if ('message' in found) return fail(found.message)
    const { definitions, uses } = found
    const text = [
      countLine(found),
      ...showDefinitions(found),
      ...(uses.length > 0 ? ['used in:', ...showUses(uses)] : []),
      ...showDoubts(found),
      ...(definitions.length + uses.length === 0
        ? ['No file has this word. Try grep with a part of it.']
        : []),
    ].join('\n')
    return {
      ok: true,
      text: cutResult(text, resultTokens, { more: REOPEN }),
      evidence: [symbolEvidence('symbol', found, text)],
    }
  },
})
