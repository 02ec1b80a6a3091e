import { LIMITS } from '#core'
import { createClient } from '#model'
import type { Endpoint } from '../endpoint/open_endpoint.js'

/** Enough for a word, also after a line of thinking. */
const TOKENS = 64

/**
 * Asks a model for one word. It may have to be loaded first, which takes minutes.
 * @returns milliseconds, or why there is no answer
 */
export async function tryModel(
  { source, name }: Endpoint,
  signal: AbortSignal,
): Promise<number | string> {
  if ('script' in source) return 0
  const begun = performance.now()
  const messages = [{ role: 'user' as const, content: 'Reply with the word ready.' }]
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.probeMs)])
  const asked = createClient(source.client).ask(
    { model: name, messages, tools: [], max_tokens: TOKENS, temperature: 0, top_p: 1 },
    { step: 1, sessionId: 'init', signal: limit },
  )
  for (;;) {
    const next = await asked.next()
    if (!next.done) continue
    const { problem } = next.value
    // A thought that the limit cut is an answer too: the model works.
    const works = problem === null || problem.code === 'too_long'
    return works ? Math.round(performance.now() - begun) : problem.message
  }
}
