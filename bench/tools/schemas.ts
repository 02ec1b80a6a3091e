import { estimateTokens } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'

/** What the tools weigh in every prompt: all of them, those of a small window, and each alone. */
export default async function schemas(): Promise<object> {
  const tools = await loadBuiltinTools()
  const all = createRegistry(tools).schemas()
  const small = createRegistry(tools, (tool) => !tool.rare).schemas()
  return {
    all: { tools: all.length, ...weigh(all) },
    smallWindow: { tools: small.length, ...weigh(small) },
    bytesByTool: Object.fromEntries(all.map((one) => [one.function.name, weigh(one).bytes])),
  }
}

function weigh(value: unknown): { bytes: number; tokens: number } {
  const text = JSON.stringify(value)
  return { bytes: Buffer.byteLength(text), tokens: estimateTokens(text) }
}
