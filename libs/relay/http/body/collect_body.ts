import type { Readable } from 'node:stream'
import { Refusal } from '../../refusals/refusal.js'

/** A body gets memory for its whole stated length once this much of it has arrived: stating a length costs nothing. */
export const TRUSTED_BYTES = 256 * 1_024

export interface Gathering {
  /** `content-length`; null: chunked, of unknown length. */
  length: number | null
  maxBytes: number
  /** Called before more memory is allocated, with the new total. An error that it throws ends the body. */
  onGrow?: (bytes: number) => void
}

/**
 * Reads a body into one buffer. Each chunk is copied as it arrives and dropped: chunks kept until the end outlive
 * the young generation, and the process would grow by several bodies before they are collected.
 * @throws Refusal request_too_large as soon as that is known, client_closed when the body ends early
 */
export function collectBody(
  body: Readable,
  { length, maxBytes, onGrow }: Gathering,
): Promise<Buffer> {
  if ((length ?? 0) > maxBytes) return Promise.reject(tooLarge())
  let gathered: Buffer = Buffer.allocUnsafe(Math.min(length ?? TRUSTED_BYTES, TRUSTED_BYTES))
  let used = 0
  // With events: an async iterator costs a short request more than reading its body.
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      body.off('data', take).off('end', finish).off('error', interrupt).off('close', interrupt)
      // Errors after the end have no listener otherwise.
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
    const interrupt = (cause?: Error) =>
      end(() => reject(new Refusal('client_closed', 'The body ended early.', {}, { cause })))
    body.on('data', take).on('end', finish).on('error', interrupt).on('close', interrupt)
  })
}

function enlarged(gathered: Buffer, used: number, room: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(room)
  gathered.copy(larger, 0, 0, used)
  return larger
}

function tooLarge(): Refusal {
  return new Refusal('request_too_large', 'The body is larger than this proxy accepts.')
}
