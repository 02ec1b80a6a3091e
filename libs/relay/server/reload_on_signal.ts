import type { Logger } from 'pino'
import { AircoderError } from '#core'
import type { Reloaded } from '../settings/apply_settings.js'
import type { ProxySettings } from '../settings/settings.js'

interface Reloadable {
  reload(fresh: Readonly<ProxySettings>): Reloaded
}

/**
 * Reloads the settings at SIGHUP. Invalid settings are logged and change nothing.
 * @param read  returns all layers merged; throws AircoderError SETTINGS_INVALID
 */
export function reloadOnSignal(relay: Reloadable, read: () => ProxySettings, log: Logger): void {
  process.on('SIGHUP', () => {
    try {
      const { changed, needRestart } = relay.reload(read())
      log.info({ changed }, 'settings reloaded')
      if (needRestart.length > 0)
        log.warn({ needRestart }, 'these settings change only at a restart')
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      log.error({ reason: error.message }, 'settings not reloaded')
    }
  })
}
