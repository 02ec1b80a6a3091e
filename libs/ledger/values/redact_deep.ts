import { isUtf8 } from 'node:buffer'
import { isSecretName, type Message, redact } from '#core'

/**
 * The sink: every text passes here on its way to the disk, so no secret that is recognised is kept
 * (docs/design/permissions.md#secrets). It is deterministic and changes nothing twice, so a prompt read back is byte-stable.
 */

/** Redacts every string inside, however deep, and all of a field that is named as a secret; keys, numbers and bytes stay. */
export function redactDeep<T>(value: T): T {
  return mapStrings(value, redact, (name, text) =>
    isSecretName(name) && text !== '' ? REDACTED : redact(text),
  ) as T
}

const REDACTED = '[redacted]'

/** A message: the arguments of its calls are JSON in a string and must still be JSON afterwards. */
export function redactMessage(message: Message): Message {
  const { tool_calls: calls } = message
  if (!calls) return redactDeep(message)
  const wire = calls.map((call) => ({
    ...redactDeep(call),
    function: { ...call.function, arguments: redactArguments(call.function.arguments) },
  }))
  return { ...redactDeep(message), tool_calls: wire }
}

/** Bytes of a payload: text is redacted, anything else is kept as it is. */
export function redactPayload(payload: Buffer): Buffer {
  if (!isUtf8(payload)) return payload
  const text = payload.toString('utf8')
  const clean = redact(text)
  return clean === text ? payload : Buffer.from(clean, 'utf8')
}

/**
 * Applies a change to every string in a JSON-like value; a Buffer is no JSON and stays.
 * @param named  for strings that are a field's value, where its name matters
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

/** Redacting the JSON text itself could swallow a closing quote; so it is parsed, unless nothing changes. */
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
