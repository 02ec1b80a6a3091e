import type { Readable } from 'node:stream'
import { Refusal } from '../refusals/refusal.js'

/** A body gets room for all that it says it has once this much of it has come: saying so costs nothing. */
export const TRUSTED_BYTES = 256 * 1_024

export interface Gathering {
  /** As the client says; null: in chunks of unknown sum. */
  length: number | null
  maxBytes: number
  /** Told before more memory is taken for it: how much there will be in all. What it throws ends the body. */
  onGrow?: (bytes: number) => void
}

/**
 * Reads a body into one buffer. Each chunk is copied as it comes and forgotten: kept until the end, those of a
 * body with images outlive the young generation, and the process grows by several bodies before they go.
 * @throws Refusal request_too_large as soon as it is known, client_closed when the body breaks off
 */
export function collectBody(
  body: Readable,
  { length, maxBytes, onGrow }: Gathering,
): Promise<Buffer> {
  if ((length ?? 0) > maxBytes) return Promise.reject(tooLarge())
  let gathered: Buffer = Buffer.allocUnsafe(Math.min(length ?? TRUSTED_BYTES, TRUSTED_BYTES))
  let used = 0
  // By events: an iterator over a stream costs a short request more than reading its body.
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      body.off('data', take).off('end', finish).off('error', breakOff).off('close', breakOff)
      // Whatever comes after a refusal is nobody's.
      body.on('error', () => {})
      settle()
    }
    const take = (chunk: Buffer) => {
      const wanted = used + chunk.length
      if (wanted > maxBytes) return end(() => reject(tooLarge()))
      if (wanted > gathered.length) {
        const room = Math.min(maxBytes, Math.max(wanted, length ?? 2 * gathered.length))
        try {
          onGrow?.(room)
        } catch (refusal) {
          return end(() => reject(refusal as Refusal))
        }
        gathered = enlarged(gathered, used, room)
      }
      used += chunk.copy(gathered, used)
    }
    const finish = () => end(() => resolve(gathered.subarray(0, used)))
    const breakOff = (cause?: Error) =>
      end(() => reject(new Refusal('client_closed', 'The body broke off.', {}, { cause })))
    body.on('data', take).on('end', finish).on('error', breakOff).on('close', breakOff)
  })
}

function enlarged(gathered: Buffer, used: number, room: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(room)
  gathered.copy(larger, 0, 0, used)
  return larger
}

function tooLarge(): Refusal {
  return new Refusal('request_too_large', 'The body is larger than this proxy takes.')
}
