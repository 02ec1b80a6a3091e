import { systemClock } from '#core'
import { createClient, type Model, openSide, type Side, type SideStore } from '#model'

export type Logged = Parameters<SideStore['log']>[0]

/** A store in memory that remembers what was logged. */
export function memoryStore(): SideStore & { logged: Logged[]; kept: Map<string, string> } {
  const kept = new Map<string, string>()
  const logged: Logged[] = []
  return {
    logged,
    kept,
    get: (key) => kept.get(key) ?? null,
    put: (key, answer) => void kept.set(key, answer),
    log: (call) => void logged.push(call),
  }
}

/** A client that tries once, as side questions do. */
export function onceClient(baseUrl: string, token?: string): Model {
  return createClient({ baseUrl, token, clock: systemClock, limits: { tries: 1 } })
}

/** These side questions, asked of a real endpoint. */
export function sideAt(
  baseUrl: string,
  on: string[],
  more: { store?: SideStore; limitMs?: number } = {},
): Promise<Side> {
  const { store = memoryStore(), ...rest } = more
  return openSide({
    on,
    model: onceClient(baseUrl),
    modelName: 'small',
    clock: systemClock,
    store,
    ...rest,
  })
}

/** Where and when a side question is asked in a test. */
export function at(signal = new AbortController().signal, step = 1) {
  return { step, sessionId: 's_1', signal }
}
