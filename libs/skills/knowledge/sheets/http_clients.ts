import type { Sheet } from '../../types/sheet.js'

export const httpClients: Sheet = {
  name: 'http_clients',
  words: ['http', 'timeout', 'retry', 'request', 'rest', 'headers'],
  pairs: ['status code', 'http request', 'rate limit'],
  rules: [
    'Set a timeout. Check the status before the body is read.',
    'Repeat only requests that can be repeated, with growing pauses.',
    'Encode parts of an address with the function of the language.',
    '429 and 503 say in Retry-After when to try again.',
  ],
}
