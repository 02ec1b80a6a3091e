import type { Clock } from '#core'
import { Refusal } from '../../refusals/refusal.js'
import type { StopSignal } from '../../signals/stop_signal.js'
import type { EngineHttp } from '../../upstream/engine_http.js'
import type { Loads } from './loads.js'
import type { Catalog } from './models/catalog.js'

/** A runner ends within a second; one that waits for its last request may take longer. */
const UNLOAD_MS = 30_000
const LOOK_MS = 100

/**
 * Unloads a model and loads it again. Ollama ends the runner when its last request is over, so running requests
 * finish; the load waits until the runner is gone, because it would keep the old one otherwise.
 * @returns false: the model was not loaded
 * @throws  Refusal when the runner does not end or the model cannot be loaded
 */
export async function reloadModel(
  model: string,
  {
    http,
    catalog,
    loads,
    clock,
  }: { http: EngineHttp; catalog: Catalog; loads: Loads; clock: Clock },
  signal: StopSignal,
): Promise<boolean> {
  const card = await catalog.card(model, 0)
  if (card === null || !card.loaded) return false
  const { name } = card
  await http.ask('POST', '/api/chat', { model: name, messages: [], stream: false, keep_alive: 0 })
  const from = clock.monotonic()
  for (;;) {
    signal.throwIfAborted()
    catalog.forgetLoaded()
    if ((await catalog.card(name, 0))?.loaded !== true) break
    if (clock.monotonic() - from > UNLOAD_MS)
      throw new Refusal('engine_timeout', `The engine did not unload ${name} within 30 s.`)
    await clock.sleep(LOOK_MS)
  }
  await loads.ensure(name, signal)
  return true
}
