import { isObject } from '../json/parse_json.js'

/** Plain text for the common network errors. */
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name lookup failed',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  HPE_INVALID_CONSTANT: 'the answer is not HTTP',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
}

/** A clause that describes a network error. When several addresses were tried, it describes the first. */
export function reasonOf(error: Error): string {
  const first = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : error
  const code = isObject(first) && typeof first.code === 'string' ? first.code : ''
  const known = REASONS[code]
  if (known !== undefined) return known
  if (code.startsWith('HPE_')) return 'the answer is not valid HTTP'
  const message = first instanceof Error ? first.message : error.message
  return [message, code].filter(Boolean).join(', ').replace(/\.$/, '')
}
