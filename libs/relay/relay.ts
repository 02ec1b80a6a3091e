import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'
import { AircoderError, type Clock } from '#core'
import { createBodyLimits } from './http/body/body_limits.js'
import { createConnections } from './http/connections.js'
import { listenOnSocket } from './http/listen_socket.js'
import type { Listener } from './http/listener.js'
import { createImages } from './images/images.js'
import { findEngine } from './load_engines.js'
import { createStrangerLog } from './log/stranger_log.js'
import { createMetrics } from './metrics/metrics.js'
import { createPeople } from './people/people.js'
import { createRates } from './people/rates.js'
import { createPrefixBook } from './prefix/prefix.js'
import { createQueue } from './queue/queue.js'
import { drain } from './server/drain.js'
import type { Parts } from './server/parts.js'
import { createServer, listenOn } from './server/server.js'
import { applySettings, type Reloaded } from './settings/apply_settings.js'
import type { ProxySettings } from './settings/settings.js'
import { createWatchdog } from './speed/watchdog.js'
import { createDirectory } from './upstream/directory.js'
import type { Engine, ModelEntry } from './upstream/engine.js'
import { redactEngine } from './upstream/redact_engine.js'
import { steadyClock } from './usage/steady_clock.js'
import { openUsage } from './usage/usage_book.js'

/** A proxy that can be started once and stopped once. */
export interface Relay {
  /** The engine's name. */
  engine: string
  /**
   * Listens on each host of the settings, and on the address for tailscaled.
   * @returns  the URLs, without a path, the one for tailscaled last
   * @throws   AircoderError PROXY_LISTEN
   */
  listen(): Promise<string[]>
  /** Asks the engine for its models once; the log says where it does not answer. Each request asks again. */
  lookForEngine(): Promise<void>
  /** Refuses new requests, lets running streams finish for `drainMs`, then ends them with an error event. */
  stop(): Promise<void>
  /** How long running streams may take to finish, as of the last reload. */
  drainMs(): number
  /** Applies the reloadable settings and reloads the token store. */
  reload(fresh: Readonly<ProxySettings>): Reloaded
}

/**
 * Builds the proxy from its settings; it does not listen yet.
 * @throws AircoderError PROXY_NO_TOKENS, PROXY_TOKENS_UNREADABLE, SETTINGS_INVALID or RECORDING_INVALID
 */
export async function createRelay({
  settings: given,
  clock,
  log,
}: {
  settings: Readonly<ProxySettings>
  clock: Clock
  log: Logger
}): Promise<Relay> {
  // A reload changes this copy in place.
  const settings: ProxySettings = { ...given }
  const engine = await findEngine(settings.engine)
  assertPlace(engine, settings.engineUrl)
  const people = createPeople(settings, clock, log)
  const upstream = redactEngine(await engine.open(settings), {
    token: settings.engineToken,
    url: settings.engineUrl,
  })
  const slots = settings.slots ?? engine.defaultSlots
  const ending = new AbortController()
  // Every stream listens to it.
  setMaxListeners(0, ending.signal)
  const days = steadyClock(clock, (ms) => log.warn({ seconds: ms / 1_000 }, 'the clock was set'))
  const usage = openUsage(settings.stateDir, days, log)
  const images = createImages(settings)
  images.onReport((report) => log.debug(report, 'images'))
  const queue = createQueue(
    {
      bounds: settings,
      slots,
      residencyMs: engine.swaps ? settings.residencyMs : null,
      // A number in the settings is not changed by calibration.
      calibrates: () => settings.slots === undefined && settings.calibrate,
      onLevel: (change) => log.info(change, 'slots of a model'),
    },
    clock,
  )
  const directory = createDirectory(
    upstream,
    () => settings.models,
    clock,
    (entries) => queue.follow(keysOf(entries)),
  )
  const metrics = await createMetrics({ queue, directory, engine, clock })
  images.onReport((report) => metrics.images(report))
  if (settings.engineUrl === undefined && engine.urlIsGuess === true)
    log.warn(
      { engineUrl: engine.defaultUrl },
      'engineUrl is not set: this address is tried. Pass --engine-url with the address of the engine',
    )
  if (settings.reloadBelow > 0 && upstream.reload === undefined)
    log.warn({ engine: engine.name }, 'reloadBelow has no effect: the engine cannot reload a model')
  const parts: Parts = {
    settings,
    clock,
    log,
    people,
    rates: createRates(days, (name) => tokensOf(usage.today(name))),
    bodies: createBodyLimits(settings),
    connections: createConnections(settings),
    strangers: createStrangerLog(log, clock),
    usage,
    engine,
    upstream,
    slots,
    queue,
    directory,
    images,
    prefix: createPrefixBook(clock),
    metrics,
    watchdog: createWatchdog({
      settings,
      upstream,
      queue,
      metrics,
      clock,
      log,
      ending: ending.signal,
    }),
    active: new Set(),
    ending: ending.signal,
    draining: false,
  }
  const places = placesOf(settings).map((place) => ({
    ...place,
    server: createServer(parts, place.listener),
  }))
  return {
    engine: engine.name,
    listen: () =>
      Promise.all(
        places.map(({ host, port, server }) =>
          host.startsWith('/') ? listenOnSocket(server, host) : listenOn(server, host, port),
        ),
      ),
    async lookForEngine() {
      try {
        await directory.list()
      } catch {
        const engineUrl = originOf(settings.engineUrl ?? engine.defaultUrl ?? '')
        log.warn(
          { engineUrl },
          'the engine does not answer. Start it, or pass its address with --engine-url; requests ask again',
        )
      }
    },
    async stop() {
      await drain(
        parts,
        ending,
        places.map(({ server }) => server),
      )
      people.close()
      usage.close()
      metrics.close()
      parts.strangers.close()
    },
    drainMs: () => settings.drainMs,
    reload(fresh) {
      const reloaded = applySettings(settings, fresh)
      log.level = settings.logLevel
      people.reload()
      return reloaded
    },
  }
}

/** Every place to listen at: an address and its port, or the path of a socket. */
function placesOf({ host, port, tailscaleListen }: ProxySettings) {
  const open = [host].flat().map((name) => ({ host: name, port, listener: 'open' as Listener }))
  if (tailscaleListen === undefined) return open
  const [, name = tailscaleListen, number] = /^\[?([^/\]]+)\]?:(\d+)$/.exec(tailscaleListen) ?? []
  return [...open, { host: name, port: Number(number ?? 0), listener: 'tailscale' as Listener }]
}

/** The models of the engine, each with a text that changes when it is created again. */
function keysOf(entries: readonly ModelEntry[]): Map<string, string> {
  return new Map(
    entries.map(({ id, digest, created }) => [
      id.replace(/:latest$/, ''),
      digest ?? String(created),
    ]),
  )
}

function tokensOf(sums: { prompt_tokens: number; completion_tokens: number }): number {
  return sums.prompt_tokens + sums.completion_tokens
}

function assertPlace({ name, place }: Engine, engineUrl: string | undefined): void {
  if (engineUrl === undefined || place === null) return
  if (/^https?:/i.test(engineUrl) === (place === 'http')) return
  const wanted = place === 'http' ? 'an http(s) URL' : 'a .gguf file or hf:owner/repo:file.gguf'
  throw new AircoderError('SETTINGS_INVALID', {
    source: 'file, environment or flags',
    reason: `engineUrl: the engine ${name} needs ${wanted}`,
  })
}

/** An address without what only the engine should see. */
function originOf(engineUrl: string): string {
  return /^https?:/i.test(engineUrl) ? new URL(engineUrl).origin : engineUrl
}
