import type { ChatBody } from '../../chat/chat_body.js'
import { Refusal } from '../../refusals/refusal.js'
import type { JinjaPackage, LlamaModel, Token } from './llama_api.js'
import { templateMessages } from './messages.js'

/** Noncharacters of Unicode, which no text needs: one of them marks the client's text. */
const MARKS = Array.from({ length: 32 }, (_, n) => String.fromCharCode(0xfdd0 + n))

/** Renders requests with the model's own chat template. */
export interface Prompter {
  /** true: the template shows tools to the model. */
  takesTools: boolean
  /**
   * @param fields  more variables for the template
   * @throws Refusal invalid_request when the template rejects the messages
   */
  render(body: ChatBody, fields: Record<string, unknown>): Token[]
}

/**
 * @param template      Jinja source, from the GGUF file
 * @param controlTexts  texts of the model's control tokens, e.g. `<|im_end|>`
 */
export function createPrompter(
  { Template }: JinjaPackage,
  model: Pick<LlamaModel, 'tokenize' | 'tokens'>,
  template: string,
  controlTexts: readonly string[],
): Prompter {
  const jinja = new Template(template)
  const takesTools = /\btools\b/.test(template)
  const knowsToolCalls = /\btool_calls\b/.test(template)
  const { bos, bosString, eosString, shouldPrependBosToken } = model.tokens
  const control = anyOf(controlTexts)

  /** The prompt as text, and the mark around the client's text in it. */
  function write(
    body: ChatBody,
    fields: Record<string, unknown>,
  ): { text: string; mark: string | null } {
    const showsTools = body.tool_choice !== 'none' && (body.tools?.length ?? 0) > 0
    try {
      const { variables, mark } = guard(
        {
          ...fields,
          messages: templateMessages(body.messages, knowsToolCalls),
          // Templates use both `if tools` and `if tools is not none`.
          tools: showsTools ? body.tools : null,
        },
        control,
      )
      const text = jinja.render({
        ...variables,
        add_generation_prompt: true,
        bos_token: bosString ?? '',
        eos_token: eosString ?? '',
      })
      return { text, mark }
    } catch (cause) {
      if (cause instanceof Refusal) throw cause
      const reason = `The model's chat template rejects these messages: ${(cause as Error).message}`
      throw new Refusal('invalid_request', reason, { param: 'messages' }, { cause })
    }
  }

  /** A client's text that looks like a control token is written between marks. */
  function tokens(text: string, mark: string | null): Token[] {
    if (mark === null || control === null) return model.tokenize(text, true)
    const marked = anyOf(controlTexts.map((known) => withMark(known, mark)))
    const parts = marked === null ? [text] : text.split(marked)
    return parts.flatMap((part, index) => {
      if (part === '') return []
      const literal = index % 2 === 1
      return model.tokenize(
        literal ? part.replace(mark, '') : part,
        !literal,
        index === 0 ? undefined : 'trimLeadingSpace',
      )
    })
  }

  return {
    takesTools,
    render(body, fields) {
      const { text, mark } = write(body, fields)
      const made = tokens(text, mark)
      if (shouldPrependBosToken && bos !== null && made[0] !== bos) made.unshift(bos)
      return made
    },
  }
}

type Variables = Record<string, unknown>

// A client that writes `<|im_end|>` into a message must not end the message. The template joins all texts, so the
// client's texts are marked before and separated after.
function guard(
  variables: Variables,
  control: RegExp | null,
): { variables: Variables; mark: string | null } {
  const text = JSON.stringify(variables)
  if (control === null || !control.test(text)) return { variables, mark: null }
  const mark = MARKS.find((candidate) => !text.includes(candidate))
  if (mark === undefined)
    throw new Refusal(
      'invalid_request',
      'The messages contain characters that are not valid in Unicode text.',
      {
        param: 'messages',
      },
    )
  return { variables: deepMark(variables, control, mark) as Variables, mark }
}

function deepMark(value: unknown, control: RegExp, mark: string): unknown {
  if (typeof value === 'string')
    return value
      .split(control)
      .map((part, index) => (index % 2 === 1 ? withMark(part, mark) : part))
      .join('')
  if (Array.isArray(value)) return value.map((inner) => deepMark(inner, control, mark))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, inner]) => [
    deepMark(key, control, mark),
    deepMark(inner, control, mark),
  ])
  return Object.fromEntries(entries)
}

function withMark(text: string, mark: string): string {
  return `${text.slice(0, 1)}${mark}${text.slice(1)}`
}

/** One group, so that split returns text and matches in turn; the longest first. */
function anyOf(texts: readonly string[]): RegExp | null {
  if (texts.length === 0) return null
  const parts = [...texts]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`(${parts.join('|')})`)
}
