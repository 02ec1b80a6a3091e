import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { EngineHttp } from '../../upstream/engine_http.js'
import type { NativeCall, NativeMessage } from './messages.js'

const Rendered = z.looseObject({
  _debug_info: z.looseObject({ rendered_template: z.string() }).nullish(),
})

/** The text before and after an assistant's message; null: no text is lost. */
type Surrounding = [before: string, after: string] | null

/** Marker words that no template contains. */
const TEXT = 'aircoder-probe-text'
const NAME = 'aircoder_probe_call'
const CALLS: NativeCall[] = [{ function: { index: 0, name: NAME, arguments: { a: 1 } } }]
// The tool has another name, so that a call is found only where its message was rendered.
const TOOLS = [
  {
    type: 'function',
    function: { name: 'other', description: '', parameters: { type: 'object', properties: {} } },
  },
]
/** Characters of cached calls: a conversation repeats them with each request. */
const MAX_CHARS = 8 * 1_048_576

/** How a template renders a message that has both text and calls. */
export interface TemplateProbe {
  /**
   * The text by which a model's template shows calls, where it does not show them beside other text.
   * @param key   changes when the model is created again
   * @param base  the fields of each request, so that the runner stays; the model must be loaded
   * @returns     null: the template shows both, or it could not be asked
   */
  callText(key: string, base: object, calls: NativeCall[]): Promise<string | null>
}

/**
 * Ollama answers `_debug_render_only` in milliseconds with the text that the model would see (docs/design/engines.md#ollama-messages). Two
 * messages in a row would not work: Ollama joins those of one role, and the calls of the second are lost.
 */
export function createTemplateProbe(http: EngineHttp): TemplateProbe {
  const surroundings = new Map<string, Promise<Surrounding>>()
  const texts = new Map<string, string>()
  let chars = 0

  async function render(base: object, assistant: Partial<NativeMessage>): Promise<string> {
    const body = {
      ...base,
      messages: [
        { role: 'user', content: 'go' },
        { role: 'assistant', content: '', ...assistant },
        { role: 'user', content: 'on' },
      ],
      tools: TOOLS,
      stream: false,
      _debug_render_only: true,
      // An Ollama that does not support the field answers with one token.
      options: { num_predict: 1 },
    }
    const parsed = Rendered.safeParse(await http.ask('POST', '/api/chat', body))
    return parsed.data?._debug_info?.rendered_template ?? ''
  }

  async function surround(base: object): Promise<Surrounding> {
    const both = await render(base, { content: TEXT, tool_calls: CALLS })
    if (both === '' || (both.includes(TEXT) && both.includes(NAME))) return null
    const [before, after] = (await render(base, { content: TEXT })).split(TEXT)
    return before === undefined || after === undefined ? null : [before, after]
  }

  function surroundingOf(key: string, base: object): Promise<Surrounding> {
    const known = surroundings.get(key)
    if (known !== undefined) return known
    const asked = surround(base)
    // The request failed; the next one may succeed.
    asked.catch(() => surroundings.delete(key))
    surroundings.set(key, asked)
    return asked
  }

  function keep(name: string, text: string): void {
    if (texts.has(name)) return
    texts.set(name, text)
    chars += text.length
    for (const [oldest, old] of texts) {
      if (chars <= MAX_CHARS) return
      texts.delete(oldest)
      chars -= old.length
    }
  }

  async function ask(key: string, base: object, calls: NativeCall[]): Promise<string | null> {
    const around = await surroundingOf(key, base)
    if (around === null) return null
    const name = hashOf(`${key} ${JSON.stringify(calls)}`)
    const known = texts.get(name)
    if (known !== undefined) return known
    const [before, after] = around
    const whole = await render(base, { tool_calls: calls })
    if (!whole.startsWith(before) || !whole.endsWith(after)) return null
    const text = whole.slice(before.length, whole.length - after.length)
    keep(name, text)
    return text
  }

  return {
    callText: (key, base, calls) =>
      // If the request fails, the message is sent unchanged.
      ask(key, base, calls).catch(() => null),
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
