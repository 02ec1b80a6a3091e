import type { ModelFacts } from '../engine_facts/ollama_facts.js'
import type { Modelfile } from './modelfile.js'

/**
 * Tells whether a model of the engine already says all that a Modelfile says. What it says beyond that
 * is from its base. Messages and texts that the engine does not tell again count as not said.
 */
export function saysAll(facts: ModelFacts, { parameters, texts, messages }: Modelfile): boolean {
  if (messages.length > 0) return false
  for (const [name, text] of Object.entries(texts))
    if (!(name in facts.texts) || facts.texts[name]?.trim() !== text.trim()) return false
  return Object.entries(parameters).every(([name, value]) => {
    const told = facts.parameters[name] ?? []
    const wanted = Array.isArray(value) ? value : [value]
    return wanted.length === told.length && wanted.every((one) => told.includes(printed(one)))
  })
}

/** As `/api/show` prints a parameter: texts in quotes. */
function printed(value: string | number | boolean): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}
