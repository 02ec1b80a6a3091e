import { AircoderError, inputNote, LIMITS } from '#core'
import { onlyOneLine } from '#memory'
import type { Flags } from '../flags/flags.js'
import { readMessages } from '../messages/read_messages.js'
import { sayWaiting } from '../messages/say_waiting.js'
import { endEarly } from '../run/stop/end_early.js'
import { beforeTime } from '../run/stop/wall_time.js'
import { runTask } from './run.js'

/** `aircoder -p`: the prompt is the argument, standard input when it is piped, or both. */
export async function runPrint(prompt: string, flags: Flags): Promise<number> {
  if (flags.inputFormat === 'stream-json') return runMessages(prompt, flags)
  const begin = endEarly(flags)
  const piped = process.stdin.isTTY ? '' : await readPiped(prompt, flags).finally(begin)
  begin()
  const data = piped.trim()
  const isBoth = prompt.trim() !== '' && data !== ''
  const text = isBoth ? `${prompt}\n\n${inputNote(data)}` : data || (prompt.trim() && prompt)
  if (text === '')
    throw new AircoderError('MISSING_ARGUMENT', {
      command: 'aircoder -p',
      argument: 'a prompt',
      form: 'Pass it as an argument or on standard input: aircoder -p "TASK"',
    })
  // Standard input beside a prompt is data. Alone it is a prompt, which has one line when a person wrote it.
  const own = prompt.trim() || onlyOneLine(data)
  return runTask(text, flags, { mayAsk: false, own, isFile: prompt.trim() === '' })
}

/** Each line of standard input is a message: a turn with a result of its own. */
async function runMessages(prompt: string, flags: Flags): Promise<number> {
  if (process.stdin.isTTY || prompt.trim() !== '')
    throw new AircoderError('OPTION_INVALID', {
      option: '--input-format stream-json',
      reason: process.stdin.isTTY
        ? 'standard input is a terminal'
        : 'the messages come from standard input, and a prompt was given',
      form: 'Pipe the messages into it: aircoder -p --input-format stream-json <messages.jsonl',
    })
  const begin = endEarly(flags)
  const messages = readMessages(process.stdin)
  try {
    const first = await beforeTime(flags, messages.next())
    begin()
    if (first.done)
      throw new AircoderError('MISSING_ARGUMENT', {
        command: 'aircoder -p --input-format stream-json',
        argument: 'a message on standard input',
        form: 'A message is: {"type":"user","message":{"role":"user","content":"TASK"}}',
      })
    const more = (signal: AbortSignal) => messages.until(signal)
    return await runTask(first.value, flags, { mayAsk: false, own: first.value, more })
  } finally {
    begin()
    messages.close()
  }
}

/** Standard input to its end. Where it is not used, it does not keep the program alive. */
async function readPiped(prompt: string, flags: Flags): Promise<string> {
  try {
    return await beforeTime(flags, readAll(process.stdin, prompt.trim() !== ''))
  } catch (error) {
    process.stdin.destroy()
    throw error
  }
}

/** Reads to the end. An inherited stream may never end, so a long wait is reported. @throws AircoderError INPUT_TOO_LONG */
async function readAll(stream: NodeJS.ReadableStream, isOptional: boolean): Promise<string> {
  const way = isOptional ? '; add </dev/null to continue without it' : ''
  const heard = sayWaiting(`waiting for the end of standard input${way}`)
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      bytes += chunk.length
      if (bytes > LIMITS.inputBytes)
        throw new AircoderError('INPUT_TOO_LONG', { most: LIMITS.inputBytes / 1_048_576 })
      chunks.push(Buffer.from(chunk))
    }
  } finally {
    heard()
  }
  return Buffer.concat(chunks).toString('utf8')
}
