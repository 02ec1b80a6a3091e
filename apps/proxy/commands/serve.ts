import { systemClock } from '#core'
import { createLog, createRelay, endOnSignals, reloadOnSignal } from '#relay'
import {
  type Environment,
  type Flags,
  readSettings,
  readWritableSettings,
} from '../input/read_settings.js'

/**
 * Serves until a signal comes; prints a line for each address to standard output, and looks for the engine once.
 * @throws AircoderError for settings, tokens, recording or port
 */
export async function runServe(flags: Flags, env: Environment): Promise<void> {
  const { settings, unknown } = readWritableSettings(flags, env)
  const log = createLog(settings.logLevel)
  for (const each of unknown) log.warn(each, 'unknown setting')

  const relay = await createRelay({ settings, clock: systemClock, log })
  endOnSignals(relay, log)
  reloadOnSignal(relay, () => readSettings(flags, env).settings, log)
  const urls = await relay.listen()
  for (const url of urls)
    process.stdout.write(`aircoder-proxy listening on ${url} (engine ${relay.engine})\n`)
  await relay.lookForEngine()
}
