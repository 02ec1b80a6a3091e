import { AircoderError } from '#core'

/** A value of the caller that cannot be used: the error names it and what it must be. */
export function refuse(path: string, reason: string): never {
  throw new AircoderError('MEMORY_INPUT', { path, reason })
}

/** Whether a value has fields. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first field of an object that is not one of these; undefined: all are known. */
export function strangeField(value: object, known: readonly string[]): string | undefined {
  return Object.keys(value).find((name) => !known.includes(name))
}
