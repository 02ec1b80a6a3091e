import { figure } from '#core'
import { promptUse } from '#supervisor'
import { columnsOf, padColumns } from '#terminal'
import type { SlashCommand } from '../slash_command.js'

const BAR = 24
/** In a narrower window a row has no bar and no columns. */
const LEAST_COLUMNS = 64
const NAME = 22

export const context: SlashCommand = {
  name: 'context',
  help: 'show what takes how much room in the prompt',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, { wired: { deps, say }, sessionId, print, input }) {
    const use = sessionId === undefined ? null : promptUse(sessionId, deps)
    if (use === null)
      return print(
        `No prompt was sent yet. The window is ${figure(deps.endpoint.windowTokens)} tokens.\n`,
      )
    const { parts, windowTokens, reservedTokens } = use
    const used = parts.reduce((sum, { tokens }) => sum + tokens, 0)
    const free = Math.max(0, windowTokens - used - reservedTokens)
    const rows = [
      ...parts,
      { name: 'kept free for the answer', tokens: reservedTokens },
      { name: 'free', tokens: free },
    ].map(({ name, tokens }) => ({ name: say.part(name), tokens }))
    const width = Math.max(NAME, ...rows.map(({ name }) => columnsOf(name)))
    const isNarrow = input.columns() < LEAST_COLUMNS
    const lines = rows.map(({ name, tokens }) => {
      const share = tokens / windowTokens
      if (isNarrow) return `  ${name}: ${figure(tokens)}, ${percent(share)}`
      const bar = '█'.repeat(Math.round(share * BAR)) || '▏'
      const count = `${figure(tokens).padStart(9)}  ${percent(share).padStart(4)}`
      return `  ${padColumns(name, width)}${count}  ${bar}`
    })
    const head = `The next prompt has about ${figure(used)} of ${figure(windowTokens)} tokens (${percent(used / windowTokens)}).`
    print([head, ...lines, ''].join('\n'))
  },
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
