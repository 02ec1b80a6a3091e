import { AircoderError } from '#core'
import { type Input, openInput } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { type Prepared, prepare } from '../run/prepare.js'
import { confirmTrust } from '../session/confirm_trust.js'
import type { Conversation } from '../session/converse.js'
import { greet } from '../session/greet.js'
import { handleInterrupts } from '../session/handle_interrupts.js'

/** `aircoder [prompt]`: a session, line by line. @returns the exit code */
export async function runSession(prompt: string, flags: Flags): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    if (prompt === '') throw new AircoderError('NEEDS_TERMINAL')
    const { runTask } = await import('./run.js')
    return runTask(prompt, flags)
  }
  if (flags.outputFormat !== undefined && flags.outputFormat !== 'text')
    throw new AircoderError('OPTION_INVALID', {
      option: `--output-format ${flags.outputFormat}`,
      reason: 'a session on a terminal prints text',
      form: `The form is: aircoder -p "TASK" --output-format ${flags.outputFormat}`,
    })
  if (!(await confirmTrust(flags, process.env))) return 130
  // Before the input is open Ctrl+C is the terminal's own: it ends a start that takes too long.
  const prepared = await prepare(flags, process.env, true)
  let input: Input | null = null
  try {
    input = openInput({ input: process.stdin, output: process.stdout, terminal: true })
    return await talk(prompt, { prepared, flags, input })
  } finally {
    input?.close()
    prepared.ledger.close()
  }
}

/** Shows the prompt first: the loop and its tools are loaded while the person types. */
async function talk(
  prompt: string,
  { prepared, flags, input }: { prepared: Prepared; flags: Flags; input: Input },
): Promise<number> {
  const interrupts = handleInterrupts(input, print)
  let loading: Promise<Conversation> | undefined
  const load = () => {
    loading ??= import('../session/converse.js').then(({ openConversation }) =>
      openConversation({ prepared, flags, input, print, interrupts }),
    )
    // An error is thrown where the conversation is awaited.
    loading.catch(() => {})
    return loading
  }
  if (namesModels(prepared)) await load()
  await greet(prepared, print)
  const answer = prompt || input.next('> ')
  setImmediate(load)
  const line = await answer
  return line === null ? 0 : (await load()).run(line)
}

/** Names in these settings are checked when they are loaded, and a person sees the error before the prompt. */
function namesModels({ settings: { features, escalate } }: Prepared): boolean {
  return features.length > 0 || escalate
}

function print(text: string): void {
  process.stdout.write(text)
}
