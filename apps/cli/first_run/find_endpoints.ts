import { AircoderError, systemClock } from '#core'
import { listModels, type ModelInfo, normaliseBaseUrl } from '#model'

/** Where servers listen when nobody changed their port, in the order in which they are preferred. */
const PORTS = [
  [8765, 'aircoder-proxy'],
  [11434, 'Ollama'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
  [1234, 'LM Studio'],
] as const

/** An address where something answers as an endpoint does. */
export interface FoundEndpoint {
  baseUrl: string
  /** What listens at such a port; `endpoint` for an address that a person named. */
  name: string
  needsToken: boolean
  /** Empty where a token is needed first. */
  models: ModelInfo[]
}

/** The ports that are asked, in words. */
export const USUAL_PORTS = `ports ${PORTS.map(([port]) => port).join(', ')}`

/** The usual addresses of a host. */
export function usualAddresses(host: string): { baseUrl: string; name: string }[] {
  return PORTS.map(([port, name]) => ({ baseUrl: `http://${host}:${port}/v1`, name }))
}

/** The addresses that a name of a host, a host with its port, or an address can mean; null: it is none of them. */
export function addressesIn(text: string): { baseUrl: string; name: string }[] | null {
  if (/^[\w.-]+$/.test(text)) return usualAddresses(text)
  const address = /^[\w.-]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) return null
  return [{ baseUrl: address, name: 'endpoint' }]
}

/** Where the API of an address can be: below /v1 first, where the address has no path of its own. */
export function apiPlaces(address: string): string[] {
  const baseUrl = normaliseBaseUrl(address)
  return new URL(baseUrl).pathname === '/' ? [`${baseUrl}/v1`, baseUrl] : [baseUrl]
}

/** What was found, and why the other addresses are no endpoints; both in the order of the addresses. */
export interface Search {
  found: FoundEndpoint[]
  refused: AircoderError[]
}

/** Asks every address at once, without a token: it is for its own endpoint only. */
export async function findEndpoints(
  addresses: readonly { baseUrl: string; name: string }[],
): Promise<Search> {
  const asked = addresses.flatMap(({ baseUrl, name }) =>
    apiPlaces(baseUrl).map((place) => look(place, name)),
  )
  const search: Search = { found: [], refused: [] }
  for (const seen of await Promise.all(asked)) {
    if (seen instanceof AircoderError) search.refused.push(seen)
    else search.found.push(seen)
  }
  return search
}

/** The error that says most about several addresses: one of what answers, else the first. */
export function mainReason(refused: readonly AircoderError[]): AircoderError | undefined {
  return refused.find(({ code }) => code !== 'ENDPOINT_UNREACHABLE') ?? refused[0]
}

async function look(baseUrl: string, name: string): Promise<FoundEndpoint | AircoderError> {
  try {
    const models = await listModels({ baseUrl, token: undefined, clock: systemClock })
    return { baseUrl, name, needsToken: false, models }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    return error.code === 'AUTH_REJECTED' ? { baseUrl, name, needsToken: true, models: [] } : error
  }
}
