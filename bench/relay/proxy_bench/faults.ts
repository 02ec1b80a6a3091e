import { ask, chatBody } from './ask.js'
import { statsOf } from './cancel.js'
import type { Figures, Load } from './scenarios.js'

const LIMIT_MS = 15_000

const ROWS: [string, string, boolean][] = [
  ['socketDiesMidStream', 'bench;t=20;g=2;die=5', true],
  ['errorEventMidStream', 'bench;t=20;g=2;err=5', true],
  ['endsWithoutFinish', 'bench;t=20;g=2;cut=5', true],
  ['goesSilent', 'bench;t=20;g=2;hang=5', true],
  ['status503', 'bench;status=503', true],
  ['status429', 'bench;status=429', true],
  ['status400', 'bench;status=400', false],
]

/** The upstream fails: what the client sees of it, and whether a client would take it for a success. */
export async function faults(load: Load): Promise<Record<string, Figures>> {
  const out: Record<string, Figures> = {}
  for (const [name, model, stream] of ROWS) {
    const { started } = await statsOf(load.upstream)
    const seen = await ask(load, chatBody(model, stream), {}, LIMIT_MS)
    const isStream = seen.status === 200
    out[name] = {
      status: seen.status,
      finish: seen.finish,
      done: seen.done,
      errorEvent: seen.errorEvent,
      transport: seen.transport,
      retryAfter: seen.retryAfter,
      askedUpstream: (await statsOf(load.upstream)).started - started,
      looksLikeSuccess:
        isStream && seen.transport === null && (seen.done || seen.finish || !seen.errorEvent),
      ms: Math.round(seen.totalMs),
    }
  }
  return out
}
