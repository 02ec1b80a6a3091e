import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, loadDialects, type WrittenCall } from '#model'
import { ChatBodySchema } from '../../libs/relay/chat/chat_body.js'
import { type Host, openHost } from '../../libs/relay/engines/embedded/host.js'
import type { LlamaSequence } from '../../libs/relay/engines/embedded/llama_api.js'
import { createTextReader } from '../../libs/relay/engines/embedded/text.js'
import { GGUF, MODULE, whyNotEmbedded } from '../../test/kit/embedded.js'
import { TOOLS } from '../../test/kit/replies.js'

const FOLDER = 'test/fixtures/replies/free'
const WINDOW = 1_024
/** Sequences in one batch: one pass over the weights serves all of them. */
const SEQUENCES = 6
const MAX_TOKENS = 96
const TEMPERATURES = [0.3, 0.8]
const TASKS = [
  'Show me the file src/app.ts.',
  'Which files are in the folder docs?',
  'Run the tests.',
  'Find every place where parseReply is used.',
  'Write a file hello.py that prints "hello".',
  'Read lines 10 to 20 of README.md.',
  'What has changed in this repository?',
  'Replace foo by bar in a.txt and x by y in b.txt.',
  'Find the word TODO in libs, whatever its case.',
  'Write notes.md with a JSON example in a code fence.',
  'Install the packages, then build.',
  'Read package.json and then list the folder test.',
  'Write a shell script deploy.sh with quotes and backslashes.',
  'Say in one sentence what a compiler does.',
]
/** An example before the task: without it the model writes no call. */
const SHOWN_TASK = 'Read src/main.ts from line 1, and show the last commit.'
const SHOWN: WrittenCall[] = [
  { name: 'read_file', arguments: { path: 'src/main.ts', start_line: 1 } },
  { name: 'run_command', arguments: { command: 'git log -1 --format="%h"' } },
]

/** One reply in the fixture; `content` starts with the opening if `forced` is true. */
interface FreeReply {
  task: string
  forced: boolean
  temperature: number
  seed: number
  finish_reason: 'stop' | 'length'
  content: string
}

/**
 * Lets the real model of `test/kit/embedded.ts` answer small tasks with each dialect in the prompt, every
 * second time with the start of the call given, and writes the replies to the fixture (one JSON object per
 * line). Seeds are fixed; another machine may still round to another token.
 * @returns replies, tokens written, and seconds
 */
export default async function free(): Promise<object> {
  const why = whyNotEmbedded()
  if (why !== false) return { skipped: why }
  const host = await openHost(GGUF, SEQUENCES, {
    embeddedModule: MODULE,
    embeddedWindow: WINDOW,
    embeddedThreads: 1,
    embeddedGpu: false,
  })
  mkdirSync(FOLDER, { recursive: true })
  const begun = performance.now()
  const left = [...(await loadDialects())]
  const totals = { replies: 0, forced: 0, cut: 0, tokens: 0 }
  const work = async (): Promise<void> => {
    const slot = await host.slots.take([], null, new AbortController().signal)
    for (let dialect = left.shift(); dialect !== undefined; dialect = left.shift()) {
      const replies = await repliesOf({ host, sequence: slot.sequence }, dialect, totals)
      const lines = replies.map((reply) => `${JSON.stringify(reply)}\n`)
      writeFileSync(join(FOLDER, `${dialect.name}.jsonl`), lines.join(''))
    }
  }
  await Promise.all(Array.from({ length: SEQUENCES }, work))
  await host.close()
  return { model: 'SmolLM2-135M-Instruct Q4_1', ...totals, seconds: seconds(begun) }
}

interface Engine {
  host: Host
  sequence: LlamaSequence
}

async function repliesOf(
  engine: Engine,
  dialect: Dialect,
  totals: { replies: number; forced: number; cut: number; tokens: number },
): Promise<FreeReply[]> {
  const replies: FreeReply[] = []
  for (const [index, task] of TASKS.entries())
    for (const forced of [false, true]) {
      const seed = 1_000 + 2 * index + (forced ? 1 : 0)
      const temperature = TEMPERATURES[index % TEMPERATURES.length] ?? 0
      const opening = forced ? openingOf(dialect) : ''
      const said = await answer(engine, [...describeTools(dialect), task], {
        opening,
        temperature,
        seed,
      })
      const { content, finish_reason } = said
      replies.push({ task, forced, temperature, seed, finish_reason, content })
      totals.replies += 1
      totals.forced += forced ? 1 : 0
      totals.cut += finish_reason === 'length' ? 1 : 0
      totals.tokens += said.tokens
    }
  console.log(`${dialect.name}: ${replies.length} replies`)
  return replies
}

/** The prompt: the tools as text, and an example of the dialect. */
function describeTools(dialect: Dialect): string[] {
  const tools = TOOLS.map(({ name, parameters }) => {
    const fields = Object.entries(parameters.properties).map(([key, { type }]) => `${key}: ${type}`)
    return `- ${name}(${fields.join(', ')})`
  })
  const rules = ['You work in a repository. Use these tools:', ...tools]
  return [rules.join('\n'), SHOWN_TASK, dialect.write(SHOWN)]
}

/** The common start of all calls of the dialect. */
function openingOf(dialect: Dialect): string {
  const [one, other] = ['a', 'z'].map((name) => dialect.write([{ name, arguments: {} }]))
  let length = 0
  while (one?.[length] === other?.[length]) length += 1
  return one?.slice(0, length) ?? ''
}

async function answer(
  { host, sequence }: Engine,
  said: readonly string[],
  { opening, temperature, seed }: { opening: string; temperature: number; seed: number },
): Promise<{ content: string; finish_reason: 'stop' | 'length'; tokens: number }> {
  const roles = ['system', 'user', 'assistant', 'user']
  const messages = said.map((content, index) => ({ role: roles[index], content }))
  const asked = host.prompter.render(ChatBodySchema.parse({ model: 'x', messages }), {})
  const prompt = [...asked, ...host.model.tokenize(opening, false, 'trimLeadingSpace')]
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false)
  const rest = prompt.slice(sequence.nextTokenIndex)
  const reader = createTextReader(host.model, prompt)
  const sampling = { temperature, seed, topP: 0.95, topK: 40, minP: 0.05 }
  let content = opening
  let tokens = 0
  for await (const token of sequence.evaluate(rest, sampling)) {
    content += reader.push(token)
    tokens += 1
    if (tokens === MAX_TOKENS)
      return { content: content + reader.end(), finish_reason: 'length', tokens }
  }
  return { content: content + reader.end(), finish_reason: 'stop', tokens }
}

function seconds(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10
}
