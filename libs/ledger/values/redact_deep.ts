import { isUtf8 } from 'node:buffer'
import { isSecretName, type Message, redact } from '#core'

/**
 * Every text is redacted here before it is stored, so no recognised secret reaches the disk (docs/design/permissions.md#secrets).
 * Redaction is deterministic and idempotent, so a prompt that is read back has the same bytes.
 */

/** Redacts every string at any depth, and the whole value of a field with the name of a secret. Keys, numbers and bytes stay. */
export function redactDeep<T>(value: T): T {
  return mapStrings(value, redact, (name, text) =>
    isSecretName(name) && text !== '' ? REDACTED : redact(text),
  ) as T
}

const REDACTED = '[redacted]'

/** Redacts a message. The arguments of its calls are JSON in a string and stay valid JSON. */
export function redactMessage(message: Message): Message {
  const { tool_calls: calls } = message
  if (!calls) return redactDeep(message)
  const wire = calls.map((call) => ({
    ...redactDeep(call),
    function: { ...call.function, arguments: redactArguments(call.function.arguments) },
  }))
  return { ...redactDeep(message), tool_calls: wire }
}

/** Redacts a payload that is UTF-8 text; other bytes stay as they are. */
export function redactPayload(payload: Buffer): Buffer {
  if (!isUtf8(payload)) return payload
  const text = payload.toString('utf8')
  const clean = redact(text)
  return clean === text ? payload : Buffer.from(clean, 'utf8')
}

/**
 * Applies a function to every string in a JSON-like value; a Buffer stays as it is.
 * @param named  the function for strings that are the value of a field; gets the name of the field
 */
export function mapStrings(
  value: unknown,
  change: (text: string) => string,
  named = (_name: string, text: string) => change(text),
): unknown {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, named))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      typeof item === 'string' ? named(key, item) : mapStrings(item, change, named),
    ]),
  )
}

/** Parses the JSON first: redaction of the JSON text could remove a closing quote. */
function redactArguments(text: string): string {
  const value = parse(text)
  if (value === undefined) return redact(text)
  const before = JSON.stringify(value)
  const after = JSON.stringify(redactDeep(value))
  return after === before ? text : after
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
