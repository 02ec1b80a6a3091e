import type { ModelFacts } from '../engine_facts/ollama_facts.js'
import type { Modelfile } from './modelfile.js'

/**
 * Whether a model of the engine has everything that a Modelfile sets; what it has beyond that is from its base.
 * Messages, and texts that the engine does not report, count as missing.
 */
export function isSameModelfile(
  facts: ModelFacts,
  { parameters, texts, messages }: Modelfile,
): boolean {
  if (messages.length > 0) return false
  for (const [name, text] of Object.entries(texts))
    if (!(name in facts.texts) || facts.texts[name]?.trim() !== text.trim()) return false
  return Object.entries(parameters).every(([name, value]) => {
    const reported = facts.parameters[name] ?? []
    const wanted = Array.isArray(value) ? value : [value]
    return (
      wanted.length === reported.length && wanted.every((one) => reported.includes(printed(one)))
    )
  })
}

/** As `/api/show` prints a parameter: texts in quotes. */
function printed(value: string | number | boolean): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
