import type { ChatRequest } from '#core'
import type { RequestFailure } from '../endpoint/errors.js'

/**
 * The fields that turn thinking off: `think` for Ollama's API and our proxy; OpenAI's `reasoning_effort`,
 * which newer Ollama, vLLM and LM Studio support; template switches for vLLM, SGLang and llama.cpp (Qwen
 * and GLM read `enable_thinking`, DeepSeek and Granite `thinking`). Most servers ignore unknown fields.
 */
const SWITCHES = {
  think: false,
  reasoning_effort: 'none',
  chat_template_kwargs: { enable_thinking: false, thinking: false },
} as const
type Switch = keyof typeof SWITCHES
const NAMES = Object.keys(SWITCHES) as Switch[]
/** Statuses with which a server rejects a body for its fields. */
const REFUSED = new Set([400, 422])

/** Remembers which of the fields a server rejects, until the program ends. */
export interface ThinkingSwitches {
  /** Fields to add to a request; none unless the request turns thinking off. */
  fields(request: ChatRequest): Record<string, unknown>
  /** @returns true when one of the fields may have caused the failure; the next request is sent without it */
  drop(failure: RequestFailure, request: ChatRequest): boolean
  /** The request succeeded without the dropped fields: they are never sent again. */
  learn(): void
  /** The request failed without the dropped fields, too: they are sent again. */
  forget(): void
}

/** The body of a rejection; null for another failure. A proxy with a queue may have sent status 200 already. */
function refusalIn(failure: RequestFailure): string | null {
  if (failure.kind === 'answered') return REFUSED.has(failure.status) ? failure.body : null
  return failure.kind === 'said' && /"invalid_request/.test(failure.body) ? failure.body : null
}

export function createThinkingSwitches(): ThinkingSwitches {
  const refused = new Set<Switch>()
  const suspected = new Set<Switch>()

  function active(request: ChatRequest): Switch[] {
    if (request.thinking !== 'off') return []
    return NAMES.filter((name) => !refused.has(name) && !suspected.has(name))
  }

  return {
    fields: (request) => Object.fromEntries(active(request).map((name) => [name, SWITCHES[name]])),
    drop(failure, request) {
      const sent = active(request)
      const body = refusalIn(failure)
      if (body === null || sent.length === 0) return false
      const named = sent.filter((name) => body.includes(name))
      for (const name of named.length > 0 ? named : sent) suspected.add(name)
      return true
    },
    learn() {
      for (const name of suspected) refused.add(name)
      suspected.clear()
    },
    forget: () => suspected.clear(),
  }
}
