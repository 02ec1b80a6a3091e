import { AircoderError } from '#core'
import type { Flags } from '../options.js'
import { runTask } from './run.js'

/** `aircoder -p`: the prompt is the argument, standard input when it is piped, or both. */
export async function runPrint(prompt: string, flags: Flags): Promise<number> {
  const piped = process.stdin.isTTY ? '' : await readAll(process.stdin)
  const text = [prompt, piped.trim()].filter(Boolean).join('\n\n')
  if (text === '')
    throw new AircoderError('USAGE', { reason: 'There is no prompt: pass one, or pipe one in.' })
  return runTask(text, flags)
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
