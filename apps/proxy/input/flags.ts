import { AircoderError } from '#core'

/** The text of a flag that has one. */
export function textOf(flag: string | true | undefined): string | undefined {
  return flag === true ? undefined : flag
}

/**
 * Reads a flag that is a count.
 * @throws AircoderError USAGE
 */
export function readCount(name: string, flag: string | true | undefined): number | undefined {
  if (flag === undefined) return undefined
  const count = flag !== true && /^\d{1,9}$/.test(flag) ? Number(flag) : 0
  if (count > 0) return count
  throw new AircoderError('USAGE', { reason: `${name} needs a whole number above 0` })
}
