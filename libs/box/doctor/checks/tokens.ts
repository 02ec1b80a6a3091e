import { AircoderError } from '#core'
import { isLive, openTokenFile } from '#relay'
import { type Box, type Finding, findingsOf } from './finding.js'

/** At least one person can connect, and nobody without a token. */
export function checkTokens({ settings, nowMs }: Box): Finding[] {
  const { ok, warn, fail } = findingsOf('tokens')
  try {
    const stored = settings.stateDir === undefined ? [] : openTokenFile(settings.stateDir).read()
    const count = settings.tokens.length + stored.filter((token) => isLive(token, nowMs())).length
    if (count > 0) return [ok(`${count} ${count === 1 ? 'person has' : 'people have'} a token`)]
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return [fail(error.message, error.hint)]
  }
  if (settings.tailscaleListen !== undefined && !settings.insecureLoopback)
    return [ok('none, and none needed: Tailscale identifies people')]
  if (settings.insecureLoopback)
    return [
      warn('none: every program on this box may use the proxy', 'aircoder-proxy token add NAME'),
    ]
  return [fail('none: the proxy does not start', 'aircoder-proxy token add NAME')]
}
