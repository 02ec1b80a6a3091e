import { AircoderError } from '#core'
import type { Answer, Question } from '#supervisor'
import { type Input, openInput } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { wire } from '../run/wire.js'
import { askPerson } from '../session/ask_person.js'
import { confirmTrust } from '../session/confirm_trust.js'
import { converse } from '../session/converse.js'

/** `aircoder [prompt]`: a session, line by line. @returns the exit code */
export async function runSession(prompt: string, flags: Flags): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    if (prompt === '') throw new AircoderError('NEEDS_TERMINAL')
    const { runTask } = await import('./run.js')
    return runTask(prompt, flags)
  }
  if (!(await confirmTrust(flags, process.env))) return 130
  let input: Input | null = null
  let takeMessages = (): string[] => []
  const ask = async (question: Question, signal: AbortSignal): Promise<Answer> =>
    input === null ? { decision: 'no' } : askPerson(question, input, print, signal)
  // Before the input is open Ctrl+C is the terminal's own: it ends a start that takes too long.
  const wired = await wire(flags, process.env, { ask, takeMessages: () => takeMessages() })
  try {
    input = openInput({ input: process.stdin, output: process.stdout, terminal: true })
    const onMessages = (take: () => string[]) => {
      takeMessages = take
    }
    return await converse({ first: prompt, wired, flags, input, print, onMessages })
  } finally {
    input?.close()
    await wired.deps.workspace.background.endAll()
    wired.ledger.close()
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
