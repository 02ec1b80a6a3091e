import { ERRORS, type ErrorCode } from './errors.js'

/** An error that the user can act on, with code, message and hint. Thrown anywhere, caught only in apps. */
export class AircoderError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exitCode: number
  /** What its texts were filled with. */
  readonly facts: Readonly<Record<string, string | number>>

  constructor(
    code: ErrorCode,
    facts: Record<string, string | number> = {},
    options?: ErrorOptions,
  ) {
    super(fillFacts(ERRORS[code].message, facts), options)
    this.name = 'AircoderError'
    this.code = code
    this.facts = facts
    this.hint = fillFacts(ERRORS[code].hint, facts)
    this.exitCode = ERRORS[code].exit
  }
}

/** Puts facts in their places. A place without a fact leaves no gap. */
export function fillFacts(text: string, facts: Record<string, string | number>): string {
  return text
    .replace(/\{(\w+)\}( ?)/g, (_, name: string, after: string) => {
      const fact = String(facts[name] ?? '').trim()
      return fact === '' ? '' : fact + after
    })
    .trim()
}
