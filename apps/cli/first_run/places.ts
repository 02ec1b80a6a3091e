import { AircoderError } from '#core'
import { normaliseBaseUrl } from '#model'
import type { InitFlags } from '../flags/flags.js'
import { addressesIn, usualAddresses } from './find_endpoints.js'

/** Whether stored entries have this address. */
export function isAt({ baseUrl }: Record<string, unknown>, at: string): boolean {
  return typeof baseUrl === 'string' && normaliseBaseUrl(baseUrl) === normaliseBaseUrl(at)
}

/** Where to look: what the flags name, else what is stored, then this machine. */
export function placesOf(
  { baseUrl, host }: InitFlags,
  stored: unknown,
): { baseUrl: string; name: string }[] {
  if (baseUrl !== undefined) return [{ baseUrl, name: 'endpoint' }]
  const here = usualAddresses('127.0.0.1')
  if (host === undefined) {
    const isElsewhere = typeof stored === 'string' && !here.some((one) => isAt(one, stored))
    return isElsewhere ? [{ baseUrl: stored, name: 'endpoint' }, ...here] : here
  }
  const named = addressesIn(host)
  if (named !== null) return [...named, ...here]
  throw new AircoderError('OPTION_INVALID', {
    option: `--host ${host}`,
    reason: 'it is no name of a host and no address.',
    form: '--host gpu-box, --host gpu-box:8765 or --host http://gpu-box:8765/v1',
  })
}
