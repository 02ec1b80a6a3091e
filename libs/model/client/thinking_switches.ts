import type { ChatRequest } from '#core'
import type { RequestFailure } from '../endpoint/errors.js'

/**
 * How servers are told not to think, each in its own words: Ollama's API and our proxy; OpenAI's field,
 * as newer Ollama, vLLM and LM Studio know it; template switches of vLLM, SGLang and llama.cpp (Qwen and
 * GLM say `enable_thinking`, DeepSeek and Granite `thinking`). Most servers pass over what they do not know.
 */
const SWITCHES = {
  think: false,
  reasoning_effort: 'none',
  chat_template_kwargs: { enable_thinking: false, thinking: false },
} as const
type Switch = keyof typeof SWITCHES
const NAMES = Object.keys(SWITCHES) as Switch[]
/** Ways of saying that a body is refused for its fields. */
const REFUSED = new Set([400, 422])

/** Remembers, for as long as the program runs, which of the switches a server refuses. */
export interface ThinkingSwitches {
  /** The fields that a request carries beside its own; none unless it wants no thinking. */
  fields(request: ChatRequest): Record<string, unknown>
  /** @returns true when the failure may be one of the fields, and a request without it is worth a try */
  drop(failure: RequestFailure, request: ChatRequest): boolean
  /** What was dropped was to blame: the server answers without it. */
  learn(): void
  /** It was not: the server refuses the request without the fields, too. */
  forget(): void
}

/** The words of a refusal; null for any other failure. A proxy that queued has sent its 200 already. */
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
