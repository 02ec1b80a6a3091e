import type { Ledger } from '#ledger'
import type { Wired } from './wire.js'

type SessionChange = Parameters<Ledger['updateSession']>[1]
type Asked = Pick<Wired['endpoint'], 'name' | 'isWindowKnown' | 'windowTokens' | 'tokenFactor'>

/**
 * What a session stores about the model that it asks from now on. What it has learned about the window and the tokens of
 * one model does not hold for another.
 * @param before  the model that it asked last
 */
export function modelChange(before: string, asked: Asked): SessionChange {
  const { name: model, windowTokens, tokenFactor, isWindowKnown } = asked
  if (!isSameModel(before, model)) return { model, windowTokens, tokenFactor }
  // An assumed window does not replace the one that the session has learned.
  return { model, ...(isWindowKnown ? { windowTokens } : {}) }
}

/** Ollama has two spellings of one model. */
export function isSameModel(a: string, b: string): boolean {
  return a.replace(/:latest$/, '') === b.replace(/:latest$/, '')
}
