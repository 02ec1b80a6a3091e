import { Refusal } from '../refusals/refusal.js'

const CHAT = 'Chat is POST /v1/chat/completions.'
/** Where a client asks that was configured for another base URL or another API, and what to change there. */
const MISSED: readonly (readonly [path: RegExp, says: string])[] = [
  [/^\/v1\/v1(?:\/|$)/, 'The base URL of the client must end with /v1 only once.'],
  [
    /^\/(?:models|chat|completions|embeddings)(?:\/|$)/,
    'The base URL of the client must end with /v1.',
  ],
  [/^\/v1\/?$/, `This is the base URL of the API. ${CHAT}`],
  [/^\/v1\/responses(?:\/|$)/, `The Responses API is not served. ${CHAT}`],
  [/^\/api(?:\/|$)/, `This proxy speaks the API of OpenAI below /v1, not that of Ollama. ${CHAT}`],
]

/** A path that is no route; a usual mistake of a client is named. */
export function noRoute(path: string): Refusal {
  const found = MISSED.find(([pattern]) => pattern.test(path))?.[1]
  return new Refusal('not_found', `There is no such route. ${found ?? CHAT}`)
}
