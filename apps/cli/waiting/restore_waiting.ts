import type { Ledger } from '#ledger'
import { type Input, type Say, showControls } from '#terminal'
import { oneLine } from '../output/one_line.js'

/**
 * Puts the lines that waited when a session was left or killed into the input line, and says so. They stay in the
 * ledger until the next line is sent: another kill does not lose them.
 */
export function restoreWaiting(
  ledger: Pick<Ledger, 'waitingLines'>,
  sessionId: string,
  { input, say }: { input: Pick<Input, 'print' | 'retype' | 'typed'>; say: Say },
): void {
  const lines = ledger.waitingLines(sessionId).map(({ text }) => text)
  if (lines.length === 0) return
  input.print(`${showControls(say('session.waiting', { text: namesOf(lines) }))}\n`)
  input.retype([...lines, input.typed()].filter((line) => line !== '').join('\n'))
}

/** Lines in one row. */
export function namesOf(lines: readonly string[]): string {
  return lines.map(oneLine).join(' · ')
}
