import assert from 'node:assert/strict'
import type { RunningRelay } from '../relay.js'

/** A box with one model loaded through one of the template paths, the kit's or a real one. */
export interface CheckBox {
  relay: RunningRelay
  model: string
  /** Has no tools in its template; the same weights. */
  plainModel: string
  windowTokens: number
  /** Puts the model out. */
  unload(): Promise<void>
  /** Moves the relay's clock, so that what it keeps becomes old; absent: the time has to pass. */
  passTime?(ms: number): void
  /** Ends the runner's process in the middle of its work. */
  killRunner(): Promise<void>
}

export interface Check {
  /** Row of docs/proxy/ollama-transcript.md. */
  row: string
  title: string
  /** @returns what was seen; throws where it is not as it must be */
  run(box: CheckBox): Promise<string>
}

interface Answer {
  status: number
  headers: Headers
  text: string
  body: Completion
}

interface Completion {
  choices?: {
    finish_reason: string
    message: {
      content: string | null
      tool_calls?: { function: { name: string; arguments: string } }[]
    }
    logprobs: { content: unknown[] } | null
  }[]
  usage?: {
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
    prompt_tokens_details?: { cached_tokens: number }
  }
  error?: Record<string, unknown>
}

export const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'weather of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]

export const user = (content: string) => ({ role: 'user', content })
export const words = (count: number, word = 'word') => Array(count).fill(word).join(' ')
export const call = (id: string, city: string) => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
})

/** A small model goes on as it began: after three calls of this form comes a fourth. */
export const WEATHER = [
  ...['Rome', 'Paris', 'Berlin'].flatMap((city) => [
    user(`What is the weather in ${city}?`),
    { role: 'assistant', content: null, tool_calls: [call(`c-${city}`, city)] },
  ]),
  user('What is the weather in Oslo?'),
]

export async function ask(box: CheckBox, messages: object[], rest: object = {}): Promise<Answer> {
  const answer = await box.relay.post({ model: box.model, max_tokens: 4, messages, ...rest })
  const text = await answer.text()
  const body = text.startsWith('{') ? (JSON.parse(text) as Completion) : {}
  return { status: answer.status, headers: answer.headers, text, body }
}

export async function promptTokens(
  box: CheckBox,
  messages: object[],
  rest: object = {},
): Promise<number> {
  const { status, body, text } = await ask(box, messages, { max_tokens: 1, ...rest })
  assert.equal(status, 200, text)
  return body.usage?.prompt_tokens ?? Number.NaN
}

export function refused(answer: Answer, status: number, code: string): string {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error?.code, code, answer.text)
  return `${status} ${code}: ${String(answer.body.error?.message).slice(0, 160)}`
}

/** Reads a stream until the text holds the mark. */
export async function readUntil(answer: Response, mark: string) {
  const reader = answer.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader !== undefined && !text.includes(mark)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  return {
    async rest(): Promise<string> {
      for (;;) {
        const next = await reader?.read()
        if (next === undefined || next.done) return text
        text += decoder.decode(next.value, { stream: true })
      }
    },
    text: () => text,
  }
}
