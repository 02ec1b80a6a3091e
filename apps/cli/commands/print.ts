import { AircoderError } from '#core'
import { onlyOneLine } from '#memory'
import type { Flags } from '../flags/flags.js'
import { endEarly } from '../run/end_early.js'
import { runTask } from './run.js'

/** `aircoder -p`: the prompt is the argument, standard input when it is piped, or both. */
export async function runPrint(prompt: string, flags: Flags): Promise<number> {
  const begin = endEarly(flags)
  const piped = process.stdin.isTTY
    ? ''
    : await readAll(process.stdin, prompt.trim() !== '').finally(begin)
  begin()
  const text = [prompt.trim() && prompt, piped.trim()].filter(Boolean).join('\n\n')
  if (text === '')
    throw new AircoderError('MISSING_ARGUMENT', {
      command: 'aircoder -p',
      argument: 'a prompt',
      form: 'Pass it as an argument or on standard input: aircoder -p "TASK"',
    })
  // Standard input beside a prompt is data. Alone it is a prompt, which has one line when a person wrote it.
  const own = prompt.trim() || onlyOneLine(piped.trim())
  return runTask(text, flags, { mayAsk: false, own })
}

const SILENT_MS = 1_500

/** Reads to the end. An inherited stream may never end, so a long wait is reported. */
async function readAll(stream: NodeJS.ReadableStream, isOptional: boolean): Promise<string> {
  const timer = setTimeout(() => {
    const way = isOptional ? '; add </dev/null to continue without it' : ''
    process.stderr.write(`waiting for the end of standard input${way}\n`)
  }, SILENT_MS)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  clearTimeout(timer)
  return Buffer.concat(chunks).toString('utf8')
}
