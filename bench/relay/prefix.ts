import { systemClock } from '#core'
import type { ChatBody } from '../../libs/relay/chat/chat_body.js'
import { estimatePrompt } from '../../libs/relay/chat/window.js'
import { chainOf } from '../../libs/relay/prefix/chain.js'
import { createPrefixBook } from '../../libs/relay/prefix/prefix.js'

/** Bodies by kind: messages, characters of each, and how often it is done. */
const BODIES = {
  chat100kB: { messages: 60, chars: 1_500, rounds: 400 },
  files100kB: { messages: 12, chars: 8_000, rounds: 400 },
  manyShort130kB: { messages: 500, chars: 200, rounds: 200 },
  large2MB: { messages: 60, chars: 30_000, rounds: 30 },
}
const TOOLS = 12

/**
 * What the account of prefixes costs a request, beside two things that every request costs anyway.
 * @returns  one row for each body: its bytes and pieces, medians in microseconds, bytes remembered
 */
export default async function prefix(): Promise<object> {
  return Object.fromEntries(
    Object.entries(BODIES).map(([name, { messages, chars, rounds }]) => {
      const text = JSON.stringify(bodyOf(messages, chars))
      const book = createPrefixBook(systemClock)
      // Parsed again each time, like a request: strings that were read before would be cheaper.
      const fresh = () => JSON.parse(text) as ChatBody
      const account = median(rounds, fresh, (body) =>
        book.trace({ body, person: 'ada', session: 's', requestId: 'r' }).begin(),
      )
      const window = median(Math.min(rounds, 50), fresh, (body) => estimatePrompt(body, 0))
      const parse = median(rounds, () => text, JSON.parse)
      return [
        name,
        {
          bytes: text.length,
          pieces: chainOf(fresh()).tokens.length,
          accountUs: account,
          parseUs: parse,
          windowEstimateUs: window,
          rememberedBytes: book.bytes(),
        },
      ]
    }),
  )
}

function bodyOf(messages: number, chars: number): object {
  const texts = ['line of text\n', 'const x = "q"; // why\n']
  return {
    model: 'm',
    messages: Array.from({ length: messages }, (_, index) => {
      const line = `${index} ${texts[index % 2]}`
      const role = index % 2 === 0 ? 'user' : 'assistant'
      return { role, content: line.repeat(chars / line.length) }
    }),
    tools: Array.from({ length: TOOLS }, (_, index) => ({
      type: 'function',
      function: {
        name: `tool_${index}`,
        description: 'does something '.repeat(10),
        parameters: { type: 'object', properties: { path: { type: 'string' } } },
      },
    })),
  }
}

/** Median of the time that `work` takes on what `make` gives, in microseconds. */
function median<T>(rounds: number, make: () => T, work: (made: T) => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const made = make()
    const begun = performance.now()
    work(made)
    return performance.now() - begun
  }).sort((a, b) => a - b)
  return Math.round((times[rounds >> 1] ?? 0) * 1_000)
}
