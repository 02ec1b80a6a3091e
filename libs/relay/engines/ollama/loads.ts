import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../../refusals/refusal.js'
import type { StopSignal } from '../../signals/stop_signal.js'
import type { EngineHttp } from '../../upstream/engine_http.js'

/** Loads models, each once for all waiting requests. */
export interface Loads {
  /**
   * Resolves when the model is loaded. A client that leaves ends only its own waiting: Ollama itself would stop the
   * load with its client and start it again for the next (docs/design/engines.md#ollama-loading, cold load).
   * @throws the engine's Refusal; the signal's reason when it aborts
   */
  ensure(model: string, signal: StopSignal): Promise<void>
}

interface Load {
  done: Promise<void>
  waiting: number
  stop: AbortController
}

/**
 * @param limitMs   after which a load is cancelled
 * @param body      the fields of a request for this model beside its messages, so that the runner fits it
 * @param onLoaded  called before the waiting requests continue
 */
export function createLoads(
  http: EngineHttp,
  limitMs: () => number,
  body: (model: string) => object,
  onLoaded: (model: string) => void,
): Loads {
  const loads = new Map<string, Load>()

  function begin(model: string): Load {
    // A load without waiting requests would delay this one.
    for (const [other, { waiting, stop }] of loads) {
      if (waiting > 0) continue
      // A new request for that model starts a new load.
      loads.delete(other)
      stop.abort(new Refusal('client_closed', 'No request waits for this model.'))
    }
    const stop = new AbortController()
    const load: Load = { done: Promise.resolve(), waiting: 0, stop }
    load.done = run(model, stop).finally(() => {
      if (loads.get(model) === load) loads.delete(model)
    })
    // Nothing may await it any more when it fails.
    load.done.catch(() => {})
    loads.set(model, load)
    return load
  }

  async function run(model: string, stop: AbortController): Promise<void> {
    const late = setTimeout(() => {
      const seconds = Math.round(limitMs() / 1_000)
      stop.abort(new Refusal('engine_timeout', `The model was not loaded within ${seconds} s.`))
    }, limitMs())
    try {
      const request = { ...body(model), messages: [], stream: false }
      await http.post('/api/chat', request, UNREAD, stop.signal)
    } finally {
      clearTimeout(late)
    }
    onLoaded(model)
  }

  return {
    async ensure(model, signal) {
      const load = loads.get(model) ?? begin(model)
      load.waiting += 1
      let leave = () => {}
      const left = new Promise<never>((_, reject) => {
        leave = () => reject(signal.reason)
        signal.addEventListener('abort', leave, { once: true })
        if (signal.aborted) leave()
      })
      try {
        await Promise.race([load.done, left])
      } finally {
        signal.removeEventListener('abort', leave)
        load.waiting -= 1
      }
    },
  }
}

/** Only the status is used. */
const UNREAD = {
  head: (_: IncomingHttpHeaders) => {},
  data: () => true,
  whenDrained: () => {},
  finished: () => false,
}
