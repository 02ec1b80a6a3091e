import type { Logger } from 'pino'
import { AircoderError, type Clock } from '#core'
import { createAuth } from './auth.js'
import { drain } from './drain.js'
import type { Engine } from './engine.js'
import { loadEngines } from './load_engines.js'
import { createDirectory } from './models.js'
import type { Parts } from './parts.js'
import { createQueue } from './queue.js'
import { createServer, listenOn } from './server.js'
import type { ProxySettings } from './settings.js'

/** A proxy that can be started once and stopped once. */
export interface Relay {
  /** The engine's name. */
  engine: string
  /**
   * Listens on each host of the settings.
   * @returns  the URLs, without a path
   * @throws   AircoderError PROXY_LISTEN
   */
  listen(): Promise<string[]>
  /** Admits nobody, lets running streams end for `drainMs`, then ends them with an error event. */
  stop(): Promise<void>
}

/**
 * Builds the proxy from its settings; nothing listens yet.
 * @throws AircoderError PROXY_NO_TOKENS, SETTINGS_INVALID or RECORDING_INVALID
 */
export async function createRelay({
  settings,
  clock,
  log,
}: {
  settings: Readonly<ProxySettings>
  clock: Clock
  log: Logger
}): Promise<Relay> {
  const findPerson = createAuth(settings)
  const engine = await findEngine(settings.engine)
  const upstream = await engine.open(settings)
  const slots = settings.slots ?? engine.defaultSlots
  const userSlots = settings.userSlots ?? Math.ceil(slots / 2)
  const ending = new AbortController()
  const parts: Parts = {
    settings,
    clock,
    log,
    findPerson,
    engine,
    upstream,
    slots,
    queue: createQueue({ ...settings, slots, userSlots }, clock),
    directory: createDirectory(upstream, settings.models, clock),
    active: new Set(),
    ending: ending.signal,
    draining: false,
  }
  const places = [settings.host].flat().map((host) => ({ host, server: createServer(parts) }))
  return {
    engine: engine.name,
    listen: () =>
      Promise.all(places.map(({ host, server }) => listenOn(server, host, settings.port))),
    stop: () =>
      drain(
        parts,
        ending,
        places.map(({ server }) => server),
      ),
  }
}

async function findEngine(name: string): Promise<Engine> {
  const engines = await loadEngines()
  const engine = engines.find((known) => known.name === name)
  if (engine !== undefined) return engine
  const names = engines.map((known) => known.name).join(', ')
  throw new AircoderError('SETTINGS_INVALID', {
    source: 'file, environment or flags',
    reason: `engine: there is no "${name}"; there are ${names}`,
  })
}
