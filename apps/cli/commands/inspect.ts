import { AircoderError } from '#core'
import { jsonLine, readLines, showControls } from '#terminal'
import type { Flags, InspectFlags } from '../flags/flags.js'
import { answerContext, answerMap } from '../inspect/context.js'
import { answerMicro } from '../inspect/micro.js'
import { answerParse } from '../inspect/parse.js'
import { answerPatch } from '../inspect/patch.js'
import { answerPermit } from '../inspect/permit.js'
import { answerPrompt } from '../inspect/prompt.js'
import { answerRoute, describeRoute } from '../inspect/route.js'

const VERBS = new Map<string, (asked: unknown, flags: Flags) => Promise<unknown>>([
  ['context', answerContext],
  ['map', answerMap],
  ['micro', answerMicro],
  ['parse', answerParse],
  ['patch', answerPatch],
  ['permit', answerPermit],
  ['prompt', answerPrompt],
  ['route', answerRoute],
])

/**
 * `aircoder inspect VERB`: one JSON object a line in, one out, answered before the next is read.
 * @param text  a message given as words: `route` alone takes one, and answers it in plain text
 */
export async function runInspect(
  verb: string,
  flags: InspectFlags,
  text?: string,
): Promise<number> {
  if (text !== undefined && text !== '') {
    const answered = await answerRoute({ message: text, window: flags.window })
    process.stdout.write(
      `${flags.json ? jsonLine(answered) : showControls(describeRoute(answered))}\n`,
    )
    return 0
  }
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
