import type { ToolSchema } from '#core'
import { callFormat, loadDialects, parseReply } from '#model'
import { GGUF, MODULE, whyNotEmbedded } from '../../test/kit/embedded.js'
import { startRelay } from '../../test/kit/relay.js'
import { TOOLS } from '../../test/kit/replies.js'

const MODEL = 'SmolLM2-135M-Instruct.Q4_1'
const MAX_TOKENS = 128
const SEEDS = [1, 2]
const TASKS = [
  'Show me the file src/app.ts.',
  'Which files are in the folder docs?',
  'Run the tests.',
  'Find every place where parseReply is used.',
  'Write a file hello.py that prints "hello".',
  'Read lines 10 to 20 of README.md.',
  'What has changed in this repository?',
  'Replace foo by bar in a.txt.',
  'Find the word TODO in libs, whatever its case.',
  'Install the packages, then build.',
]

const tools: ToolSchema[] = TOOLS.map(({ name, parameters }) => ({
  type: 'function',
  function: { name, description: '', parameters },
}))

interface Sum {
  asks: number
  /** The reply had a call of a known tool. */
  calls: number
  words: number
  /** Replies that the token limit cut. */
  problems: number
  cut: number
  tokens: number
  seconds: number
}

/**
 * Sends the same tasks with the same seeds to the real model of `test/kit/embedded.ts`, through the proxy's
 * embedded engine: with an example of Hermes' format only, and with the schema of `callFormat`.
 * @returns for both: the results of the requests, tokens written and seconds; the ratio of time per token
 */
export default async function constrained(): Promise<object> {
  const why = whyNotEmbedded()
  if (why !== false) return { skipped: why }
  const relay = await startRelay({
    engine: 'embedded',
    engineUrl: GGUF,
    embeddedModule: MODULE,
    embeddedWindow: 1_024,
    embeddedThreads: 1,
    embeddedGpu: false,
    slots: 1,
  })
  const dialects = await loadDialects()
  const hermes = dialects.find(({ name }) => name === 'hermes')
  const shown = { name: 'read_file', arguments: { path: 'src/main.ts', start_line: 1 } }
  const rules = `You work in a repository. Use these tools:\n${TOOLS.map(({ name, parameters }) => `- ${name}(${Object.keys(parameters.properties).join(', ')})`).join('\n')}`

  async function ask(
    { task, seed }: { task: string; seed: number },
    held: boolean,
    sum: Sum,
  ): Promise<void> {
    const example = held
      ? JSON.stringify({ tool: shown.name, ...shown.arguments, end_line: null })
      : hermes?.write([shown])
    const messages = [
      { role: 'system', content: rules },
      { role: 'user', content: 'Read src/main.ts from line 1.' },
      { role: 'assistant', content: example },
      { role: 'user', content: task },
    ]
    const response_format = held ? callFormat(tools) : undefined
    const body = { model: MODEL, messages, seed, max_tokens: MAX_TOKENS, response_format }
    const begun = performance.now()
    const answer = await (await relay.post(body)).json()
    sum.seconds += (performance.now() - begun) / 1_000
    const { choices, usage } = answer as {
      choices: { message: { content: string }; finish_reason: string }[]
      usage: { completion_tokens: number }
    }
    const { message, finish_reason = 'stop' } = choices[0] ?? { message: { content: '' } }
    const raw = { content: message.content, reasoning: '', tool_calls: [], finish_reason }
    const reply = parseReply(raw, { step: 1, tools: TOOLS, dialects, formatted: held })
    sum.asks += 1
    sum.tokens += usage.completion_tokens
    if (reply.problem !== null) sum.problems += 1
    else if (reply.calls.length > 0) sum.calls += 1
    else sum.words += 1
    if (reply.problem !== null && finish_reason === 'length') sum.cut += 1
  }

  const ways = { free: newSum(), held: newSum() }
  for (const task of TASKS)
    for (const seed of SEEDS) {
      await ask({ task, seed }, false, ways.free)
      await ask({ task, seed }, true, ways.held)
    }
  await relay.stop()
  const pace = ({ seconds, tokens }: Sum) => seconds / tokens
  return {
    model: MODEL,
    maxTokens: MAX_TOKENS,
    ...ways,
    secondsPerTokenHeldToFree: Math.round((pace(ways.held) / pace(ways.free)) * 100) / 100,
  }
}

function newSum(): Sum {
  return { asks: 0, calls: 0, words: 0, problems: 0, cut: 0, tokens: 0, seconds: 0 }
}
