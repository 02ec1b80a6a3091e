import type { Test } from 'tap'
import { systemClock } from '#core'
import { openTokens } from '#relay'
import { chunk, DONE, startEndpoint, stream, usageChunk } from './fake_endpoint.js'
import { startRelay } from './relay.js'

/** An engine with two models, a token store of its own, and a way to start relays over both. */
export async function setupPeople(t: Test, values: Record<string, unknown> = {}, hang = false) {
  const stateDir = t.testdir()
  const tokens = openTokens(stateDir, systemClock)
  const engine = await startEndpoint(
    () =>
      hang
        ? { body: [chunk({ content: 'x' })], end: 'hang' }
        : stream(chunk({ content: 'x' }), chunk({}, 'stop'), usageChunk(5, 2, 3), DONE),
    { models: [{ id: 'small' }, { id: 'large:latest' }] },
  )
  t.teardown(() => engine.close())
  const start = async (more: object = {}) => {
    const relay = await startRelay({
      engine: 'openai',
      engineUrl: engine.origin,
      insecureLoopback: false,
      stateDir,
      ...values,
      ...more,
    })
    t.teardown(() => relay.stop())
    return relay
  }
  return { stateDir, tokens, engine, start }
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}
