import { InvalidArgumentError } from 'commander'
import { nearestName, readDuration } from '#core'

/** Adds a value of a repeatable option. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

/** Accepts a duration. @throws InvalidArgumentError for anything else */
export function duration(value: string): string {
  if (readDuration(value) !== null) return value
  throw new InvalidArgumentError('It must be a duration with a unit, as 30s or 5m, or 0.')
}

/** Accepts a duration above 0. @throws InvalidArgumentError for anything else */
export function timeLimit(value: string): string {
  if ((readDuration(value) ?? 0) > 0) return value
  throw new InvalidArgumentError('It must be a duration above 0 with a unit, as 30s, 10m or 2h.')
}

/** Accepts one of these words, and names the closest for any other. */
export function oneOf(choices: readonly string[]): (value: string) => string {
  return (value) => {
    if (choices.includes(value)) return value
    const near = nearestName(value, choices)
    const meant = near === null ? '' : ` Did you mean ${near}?`
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.${meant}`)
  }
}

/** Forms of an exported session. */
export const EXPORT_FORMATS = ['md', 'json', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
