import { AircoderError } from '#core'
import type { ModelInfo } from '#model'

const HAS_VERSION = /\/v\d+$/

/**
 * The list of an address. Where it does not speak the API, its `/v1` is asked for the list too: this is the part of an
 * address that is forgotten most, and a list has no text of a task.
 */
export async function withPath(
  baseUrl: string,
  list: (place: string) => Promise<ModelInfo[]>,
): Promise<{ baseUrl: string; models: ModelInfo[] }> {
  try {
    return { baseUrl, models: await list(baseUrl) }
  } catch (error) {
    if (!isOtherApi(error) || HAS_VERSION.test(baseUrl)) throw error
    const complete = `${baseUrl}/v1`
    const models = await list(complete).catch((below: unknown) => {
      if (isUnreachable(below)) throw error
      if (!isOtherApi(below)) throw below
      const reason = `${error.facts.reason}; ${below.facts.reason}`
      throw new AircoderError('ENDPOINT_NOT_API', { url: baseUrl, reason })
    })
    return { baseUrl: complete, models }
  }
}

export function isOtherApi(error: unknown): error is AircoderError {
  return error instanceof AircoderError && error.code === 'ENDPOINT_NOT_API'
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof AircoderError && error.code === 'ENDPOINT_UNREACHABLE'
}
