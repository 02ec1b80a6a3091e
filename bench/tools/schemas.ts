import { estimateTokens } from '#core'
import { createRegistry, loadBuiltinTools, pickTools, routeMessage, type Tool } from '#tools'

/** Messages of turns that get different tools. */
const TURNS = [
  'hi',
  'fix the bug',
  'plan it',
  'run the server',
  'read https://example.com',
  'who calls it?',
]

/** What the tools weigh in a prompt: of all, of turns in a small and in a large window, and each alone. */
export default async function schemas(): Promise<object> {
  const tools = await loadBuiltinTools()
  const registry = createRegistry(tools)
  const every = registry.schemas(tools.filter((tool) => !tool.unlisted).map(({ name }) => name))
  const weighTurns = (few: boolean) =>
    Object.fromEntries(
      TURNS.map((text) => {
        const offered = registry.schemas(namesFor(text, tools, few))
        return [text, { tools: offered.length, ...weigh(offered) }]
      }),
    )
  return {
    all: { tools: every.length, ...weigh(every) },
    smallWindow: weighTurns(true),
    largeWindow: weighTurns(false),
    bytesByTool: Object.fromEntries(every.map((one) => [one.function.name, weigh(one).bytes])),
  }
}

function namesFor(text: string, tools: readonly Tool[], few: boolean): string[] {
  return pickTools(tools, { route: routeMessage(text), text, few, widened: false })
}

function weigh(value: unknown): { bytes: number; tokens: number } {
  const text = JSON.stringify(value)
  return { bytes: Buffer.byteLength(text), tokens: estimateTokens(text) }
}
