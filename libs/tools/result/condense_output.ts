import { splitCommand } from '#workspace'
import { PROGRESS, TELLING } from './progress_lines.js'

/** Fewer lines of progress stay: a note about them would be as long. */
const LEAST_LINES = 4

/**
 * Leaves out what a program prints while it works, by the rules of the commands in the shell text (row 186). A line that
 * may report a problem stays, as do all lines of a command whose output another program reads.
 * @param more  how to see what is left out, one sentence
 */
export function condenseOutput(command: string, output: string, more: string): string {
  const rules = rulesFor(command)
  if (rules.length === 0) return output
  const lines = output.split('\n')
  const isProgress = (line: string) =>
    rules.some((rule) => rule.test(line)) &&
    (!TELLING.test(line) || /^npm warn deprecated/i.test(line))
  const kept = lines.filter((line) => !isProgress(line))
  const left = lines.length - kept.length
  if (left < LEAST_LINES) return output
  return [...kept, `… ${left} lines of progress left out. ${more}`].join('\n')
}

function rulesFor(command: string): RegExp[] {
  const parts = splitCommand(command)
  // What a filter prints was asked for.
  if (parts.some(({ readers }) => readers.length > 0)) return []
  const texts = parts.map(({ words }) => words.join(' ').slice(0, 500))
  return PROGRESS.filter(({ command: form }) => texts.some((text) => form.test(text))).map(
    ({ lines }) => lines,
  )
}
