import { estimateTokens } from '#core'
import { loadDialects } from '#model'
import {
  type Act,
  type Ask,
  chunk,
  DONE,
  errorAct,
  type FakeEndpoint,
  jsonAct,
  startEndpoint,
  stream,
  usageChunk,
} from './fake_endpoint.js'

/** The habits on the wire of one family of models behind one engine. */
export interface Family {
  id: string
  /** Fields of its row in the list of models, beside the id. */
  row: Record<string, unknown>
  windowTokens: number
  /** What is done with the tools of a request: called, written as text, refused, or not shown. */
  offered: 'native' | 'text' | 'refused' | 'dropped'
  /** Writes calls as text; absent: bare JSON. */
  dialect?: string
  thinking: 'field' | 'tags' | 'none'
  parallel: boolean
  /** Loses backslashes in JSON strings. */
  harmsJson?: boolean
  vision: boolean
  /** What happens to a prompt beyond the window. */
  overflow: 'vllm' | 'llama' | 'cut'
  /** Tells what its prefix cache saved. */
  tellsCache: boolean
  /** Reports no token counts. */
  countless?: boolean
  /** It repeats no word. */
  mute?: boolean
  /** Reads everything again when a prompt departs from the last. */
  recurrent?: boolean
  /** A bare Ollama: /api/ps and /api/tags answer, the list of models names no window. */
  ollama?: boolean
}

interface Body {
  messages: { role: string; content: string | { type: string; text?: string }[] }[]
  tools?: unknown[]
}
type Call = { name: string; arguments: Record<string, unknown> }

/** A digest as Ollama's list has it. */
export const DIGEST = 'a2af6cc3eb7fa8be8504abaf9b04e88f17a119ec3f04a3addf55f92841195f5a'

/** An engine on a real socket that answers the probes as the family would. */
export async function startFamily(family: Family): Promise<FakeEndpoint> {
  const dialects = await loadDialects()
  let before = ''
  let loaded = false

  function write(calls: Call[], name: string | undefined): string {
    const dialect = dialects.find((each) => each.name === name)
    return dialect?.write(calls) ?? calls.map((call) => JSON.stringify(call)).join('\n')
  }

  function answer(ask: Ask): Act {
    if (ask.path === '/api/ps') {
      const models = loaded ? [{ name: family.id, context_length: family.windowTokens }] : []
      return family.ollama ? jsonAct(200, { models }) : jsonAct(404, {})
    }
    const capabilities = ['completion', ...(family.offered === 'refused' ? [] : ['tools'])]
    if (ask.path === '/api/tags')
      return family.ollama
        ? jsonAct(200, { models: [{ name: family.id, digest: DIGEST, capabilities }] })
        : jsonAct(404, {})
    if (ask.path !== '/v1/chat/completions') return jsonAct(404, {})
    loaded = true
    return complete(JSON.parse(ask.body))
  }

  function complete({ messages, tools }: Body): Act {
    if (tools !== undefined && family.offered === 'refused')
      return errorAct(400, { message: `"${family.id}" does not support tools` })
    const shown = family.offered === 'dropped' ? undefined : tools
    let kept = messages
    if (tokensOf(kept, shown) > family.windowTokens) {
      if (family.overflow !== 'cut') return tooLong(family, tokensOf(kept, shown))
      while (kept.length > 1 && tokensOf(kept, shown) > family.windowTokens) kept = kept.slice(1)
    }
    const last = messages.at(-1)?.content ?? ''
    if (typeof last !== 'string') {
      if (!family.vision) return errorAct(400, { message: 'this model takes no images' })
      return said(kept, shown, [chunk({ content: 'Red.' })])
    }
    if (last.includes('code word alone'))
      return said(kept, shown, [chunk({ content: family.mute ? 'Hm.' : wordIn(kept) })])
    return said(kept, shown, reply(last, tools !== undefined))
  }

  function reply(text: string, offered: boolean): (string | { waitMs: number })[] {
    const calls = callsFor(text, family)
    if (calls.length > 0) return called(calls, text, offered)
    if (text.startsWith('Count'))
      return Array.from({ length: 6 }, (_, n) => [
        chunk({ content: `${n} ` }),
        { waitMs: 5 },
      ]).flat()
    const words = text.includes('ready') ? 'ready' : 'ok'
    if (family.thinking === 'field')
      return [chunk({ reasoning_content: 'They want a word.' }), chunk({ content: words })]
    if (family.thinking === 'tags')
      return [
        chunk({ content: '<think>They want' }),
        chunk({ content: ' a word.</think>\n' }),
        chunk({ content: words }),
      ]
    return [chunk({ content: words })]
  }

  function called(calls: Call[], text: string, offered: boolean): string[] {
    const inTags = text.includes('<function=')
    const harmed = family.harmsJson && !inTags ? calls.map(withoutBackslashes) : calls
    if (offered && family.offered === 'native')
      return harmed.map(({ name, arguments: given }, index) =>
        chunk({
          tool_calls: [
            {
              index,
              id: `call_${index}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(given) },
            },
          ],
        }),
      )
    const isTaught = text.includes('You have two tools')
    if (!isTaught && (!offered || family.offered === 'dropped'))
      return [chunk({ content: 'I cannot open files.' })]
    return [chunk({ content: write(harmed, inTags ? 'qwen3_coder' : family.dialect) })]
  }

  function said(
    messages: Body['messages'],
    tools: unknown[] | undefined,
    body: (string | { waitMs: number })[],
  ): Act {
    const prompt = JSON.stringify([tools ?? [], messages]).slice(0, -2)
    const goesOn = prompt.startsWith(before)
    let same = 0
    while (same < before.length && prompt[same] === before[same]) same += 1
    const cached = family.recurrent && !goesOn ? 0 : Math.floor(same / 4)
    before = prompt
    // Of one message that is too long by itself, Ollama keeps half a window.
    const whole = tokensOf(messages, tools)
    const read = whole > family.windowTokens ? Math.floor(family.windowTokens / 2) : whole
    const usage = usageChunk(read, 64, family.tellsCache ? Math.min(read - 1, cached) : 0)
    return stream(...body, chunk({}, 'stop'), ...(family.countless ? [] : [usage]), DONE)
  }

  const models = [{ id: family.id, ...family.row }]
  return startEndpoint(answer, { models })
}

/** The code word, where the model sees it. */
function wordIn(messages: Body['messages']): string {
  return /The code word is ([\w-]+)\./.exec(JSON.stringify(messages))?.[1] ?? 'I see no word.'
}

/** A tokenizer that counts a tenth more than ours estimates. */
function tokensOf(messages: Body['messages'], tools: unknown[] | undefined): number {
  const text = messages.map(({ content }) => JSON.stringify(content)).join('\n')
  return Math.ceil(estimateTokens(text + JSON.stringify(tools ?? '')) * 1.1)
}

function callsFor(text: string, { parallel }: Family): Call[] {
  const read = (path: string) => ({ name: 'read_file', arguments: { path } })
  if (text.includes('src/a.ts'))
    return ['src/a.ts', 'src/b.ts'].slice(0, parallel ? 2 : 1).map(read)
  if (text.includes('src/app.ts')) return [read('src/app.ts')]
  const content = /character for character:\n([\s\S]*)$/.exec(text)?.[1]
  if (content === undefined) return []
  return [{ name: 'write_file', arguments: { path: 'src/odd.js', content } }]
}

function withoutBackslashes({ name, arguments: given }: Call): Call {
  const bare = Object.entries(given).map(([key, value]) => [
    key,
    String(value).replaceAll('\\', ''),
  ])
  return { name, arguments: Object.fromEntries(bare) }
}

function tooLong({ overflow, windowTokens }: Family, tokens: number): Act {
  if (overflow === 'vllm')
    return errorAct(400, {
      message: `This model's maximum context length is ${windowTokens} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: 'BadRequestError',
    })
  return errorAct(400, {
    code: 400,
    message: 'the request exceeds the available context size, try increasing it',
    type: 'exceed_context_size_error',
    n_prompt_tokens: tokens,
    n_ctx: windowTokens,
  })
}
