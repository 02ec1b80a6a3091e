import { AircoderError } from '#core'
import { jsonLine, readLines } from '#terminal'
import type { Flags, InspectFlags } from '../flags/flags.js'
import { answerContext, answerMap } from '../inspect/context.js'
import { answerMicro } from '../inspect/micro.js'
import { answerParse } from '../inspect/parse.js'
import { answerPatch } from '../inspect/patch.js'
import { answerPermit } from '../inspect/permit.js'
import { answerPrefix } from '../inspect/prefix.js'
import { answerPrompt } from '../inspect/prompt.js'
import { answerRoute, describeRoute } from '../inspect/route.js'
import { printLines } from '../output/in_rows.js'

const VERBS = new Map<string, (asked: unknown, flags: Flags) => Promise<unknown>>([
  ['context', answerContext],
  ['map', answerMap],
  ['micro', answerMicro],
  ['parse', answerParse],
  ['patch', answerPatch],
  ['permit', answerPermit],
  ['prefix', answerPrefix],
  ['prompt', answerPrompt],
  ['route', answerRoute],
])

/** Those whose question may be a task and nothing else. */
const TASKS: typeof VERBS = new Map([
  ['context', answerContext],
  ['map', answerMap],
  ['prompt', answerPrompt],
])

/**
 * `aircoder inspect VERB`: one JSON object a line in, one out, answered before the next is read. Every line is
 * answered; the exit code is 2 when one of them could not be used.
 * @param text  a task given as words, as the line {"task": TEXT}; `route` takes a message and answers it in plain text
 */
export async function runInspect(
  verb: string,
  flags: InspectFlags,
  text?: string,
): Promise<number> {
  const ofTask = TASKS.get(verb)
  if (text !== undefined && text !== '' && ofTask !== undefined) {
    const answered = await answerLine(() => ofTask({ task: text }, flags))
    process.stdout.write(`${jsonLine(answered)}\n`)
    return codeOf(answered)
  }
  if (text !== undefined && text !== '') {
    const answered = await answerRoute({ message: text, window: flags.window })
    if (flags.json) process.stdout.write(`${jsonLine(answered)}\n`)
    else printLines(describeRoute(answered), process.stdout)
    return codeOf(answered)
  }
  const answer = VERBS.get(verb)
  if (answer === undefined)
    throw new AircoderError('USAGE', {
      reason: `Unknown verb ${verb}; inspect has ${[...VERBS.keys()].join(', ')}.`,
    })
  if (process.stdin.isTTY) printLines('Type one JSON object per line; Ctrl+D ends.', process.stderr)
  let code = 0
  let isEmpty = true
  for await (const line of readLines(process.stdin)) {
    if (line.trim() === '') continue
    isEmpty = false
    const answered = await answerLine(async () => answer(parseLine(line), flags))
    process.stdout.write(`${jsonLine(answered)}\n`)
    code = Math.max(code, codeOf(answered))
  }
  if (isEmpty)
    throw new AircoderError('USAGE', {
      reason: `inspect ${verb} reads one JSON object per line from standard input, and it was empty.${EXAMPLES[verb] ?? ''}`,
    })
  return code
}

/** What may be piped into a verb. */
const EXAMPLES: Readonly<Record<string, string>> = {
  prompt: ` An example: echo '{"task": "fix the tests"}' | aircoder inspect prompt`,
}

/** A question that cannot be used is a mistake of usage (docs/design/commands.md#exit-codes). */
function codeOf(answered: unknown): number {
  return typeof answered === 'object' && answered !== null && 'error' in answered ? 2 : 0
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error('The line is not valid JSON.')
  }
}

async function answerLine(answer: () => Promise<unknown>): Promise<unknown> {
  try {
    return await answer()
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
