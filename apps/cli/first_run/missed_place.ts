import { AircoderError } from '#core'
import type { InitFlags } from '../flags/flags.js'
import { addressesIn, mainReason, type Search, USUAL_PORTS } from './find_endpoints.js'

/** Of an address that a person named what is wrong there; of many addresses what is wrong at the first. */
export function noneFound(
  refused: readonly AircoderError[],
  { baseUrl, host }: InitFlags,
): AircoderError {
  const [first] = refused
  if (baseUrl !== undefined && first !== undefined) return first
  const url = `${host === undefined ? '' : `${host} or `}127.0.0.1 (${USUAL_PORTS})`
  return new AircoderError('ENDPOINT_UNREACHABLE', { url, reason: first?.facts.reason ?? '' })
}

/** What is wrong at the host or address that a person named, where something else is used instead; null: nothing. */
export function missedPlace(
  { found, refused }: Search,
  { baseUrl, host, yes }: InitFlags,
): string | null {
  const hosts = (addressesIn(host ?? '') ?? []).map(({ baseUrl: url }) => new URL(url).host)
  const isHost = (url: string) => hosts.includes(new URL(url).host)
  if (baseUrl === undefined && host === undefined) return null
  if (found.some((each) => baseUrl !== undefined || isHost(each.baseUrl))) return null
  // The error that follows says it.
  if (yes === true && found.length === 0) return null
  return mainReason(baseUrl === undefined ? refused.slice(0, 1) : refused)?.message ?? null
}
