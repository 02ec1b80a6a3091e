import { cleanOutput } from '#tools'

/** Lines behind an error that are not its words: where it was thrown, and who ran the program. */
const AFTER =
  /^(?:at\s|Node\.js v\d|npm (?:ERR!|error|notice)|make(?:\[\d+\])?: \*\*\*|error Command failed|\^+$)/
const ERROR =
  /\b(?:\w*error|\w*exception|fatal|failed|failure|panic|denied|not found|cannot|could not|no such)\b/i

/**
 * The line of an output that says best how its command ended; '' where no line has a letter or digit.
 * @param output  as the command wrote it, with colours and overwritten lines
 * @returns the last line; of a failed command the last one that names an error, if there is one
 */
export function tellingLine(output: string, isFailed: boolean): string {
  const lines = cleanOutput(output)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  if (!isFailed) return lines.at(-1) ?? ''
  const own = lines.filter((line) => !AFTER.test(line))
  return own.findLast((line) => ERROR.test(line)) ?? own.at(-1) ?? lines.at(-1) ?? ''
}
