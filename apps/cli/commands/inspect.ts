import { AircoderError } from '#core'
import { jsonLine, readLines } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { answerContext, answerMap } from '../inspect/context.js'
import { answerMicro } from '../inspect/micro.js'
import { answerParse } from '../inspect/parse.js'
import { answerPatch } from '../inspect/patch.js'
import { answerPermit } from '../inspect/permit.js'
import { answerPrompt } from '../inspect/prompt.js'

const VERBS = new Map<string, (asked: unknown, flags: Flags) => Promise<unknown>>([
  ['context', answerContext],
  ['map', answerMap],
  ['micro', answerMicro],
  ['parse', answerParse],
  ['patch', answerPatch],
  ['permit', answerPermit],
  ['prompt', answerPrompt],
])

/** `aircoder inspect VERB`: one JSON object a line in, one out, answered before the next is read. */
export async function runInspect(verb: string, flags: Flags): Promise<number> {
  const answer = VERBS.get(verb)
  if (answer === undefined)
    throw new AircoderError('USAGE', {
      reason: `Unknown verb ${verb}; inspect has ${[...VERBS.keys()].join(', ')}.`,
    })
  for await (const line of readLines(process.stdin)) {
    if (line.trim() === '') continue
    const answered = await answerLine(async () => answer(JSON.parse(line), flags))
    process.stdout.write(`${jsonLine(answered)}\n`)
  }
  return 0
}

async function answerLine(answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
