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

/** Reads the value of an option, with the words that it accepts, for completion. */
type ReadWord = ((value: string) => string) & { choices: readonly string[] }

/** Accepts one of these words, and names the closest for any other. */
export function oneOf(choices: readonly string[]): ReadWord {
  const read = (value: string) => {
    if (choices.includes(value)) return value
    const near = nearestName(value, choices)
    const meant = near === null ? '' : ` Did you mean ${near}?`
    throw new InvalidArgumentError(`It must be one of ${choices.join(', ')}.${meant}`)
  }
  return Object.assign(read, { choices })
}

/** The words that the reader of an option accepts; null: not a closed list. */
export function choicesOf(read: unknown): readonly string[] | null {
  return typeof read === 'function' && 'choices' in read ? (read as ReadWord).choices : null
}

/** Forms of an exported session. */
export const EXPORT_FORMATS = ['md', 'json', 'html'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
