import type { Logger } from 'pino'
import { AircoderError } from '#core'
import type { ProxySettings } from '../settings/settings.js'
import type { Reloaded } from '../settings/apply_settings.js'

interface Reloadable {
  reload(fresh: Readonly<ProxySettings>): Reloaded
}

/**
 * Reads the settings anew at SIGHUP. A fault in them is logged and changes nothing.
 * @param read  gives all layers merged; throws AircoderError SETTINGS_INVALID naming the fault
 */
export function reloadOnSignal(relay: Reloadable, read: () => ProxySettings, log: Logger): void {
  process.on('SIGHUP', () => {
    try {
      const { changed, needRestart } = relay.reload(read())
      log.info({ changed }, 'settings read again')
      if (needRestart.length > 0) log.warn({ needRestart }, 'these change at the next start only')
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      log.error({ reason: error.message }, 'the settings stay as they were')
    }
  })
}
