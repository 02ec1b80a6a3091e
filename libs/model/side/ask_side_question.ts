import { createHash } from 'node:crypto'
import { type Clock, LIMITS, markTokens, type Usage, unmarkTokens } from '#core'
import { seconds } from '../endpoint/seconds.js'
import type { Model } from '../models/model.js'
import type { Feature } from './define_feature.js'
import { readAnswer } from './read_answer.js'

/** A cache of answers. The caller stores it. */
export interface AnswerCache {
  get(key: string): string | null
  put(key: string, answer: string, lifeMs: number): void
}

/** The result of one side question. */
export interface SideAnswer {
  value: Record<string, unknown>
  /** `known`: no model was needed; `fallback`: no model gave a valid answer. */
  source: 'known' | 'cache' | 'model' | 'fallback'
  /** Why there was a fallback, or which model answered in place of another; else empty. */
  reason: string
  tookMs: number
  /** The model that was asked, and what its server counted; null: none was asked, or it did not end in time. */
  used: { model: string; usage: Usage } | null
}

export interface SideQuestionOptions {
  model: Model
  /** The model's name in the request. */
  modelName: string
  cache: AnswerCache
  clock: Clock
  /** Ends the question immediately; the fallback is then the answer. */
  signal: AbortSignal
  step: number
  sessionId: string
  /** LIMITS.microMs unless a test says otherwise. */
  limitMs?: number | undefined
}

/**
 * Answers one side question from, in this order: `feature.known`, the cache, the model within its time limit,
 * the fallback. A failing endpoint costs at most the time limit. Never throws for an error of the model.
 * @param input  valid for `feature.input`
 * @throws TypeError when the input is invalid
 */
export async function askSideQuestion(
  feature: Feature,
  input: Record<string, unknown>,
  options: SideQuestionOptions,
): Promise<SideAnswer> {
  const { clock, cache, modelName } = options
  const begun = clock.monotonic()
  let used: SideAnswer['used'] = null
  const done = (value: Record<string, unknown>, source: SideAnswer['source'], reason = '') => {
    return { value, source, reason, used, tookMs: Math.round(clock.monotonic() - begun) }
  }
  const given = feature.input.safeParse(input)
  if (!given.success) throw new TypeError(`invalid input for the side question ${feature.name}`)
  const plain = feature.known?.(given.data) ?? null
  if (plain !== null) return done(plain, 'known')
  const key = keyOf(feature.name, modelName, given.data)
  const accepted = (text: string) => {
    const answer = readAnswer(text, feature.answer)
    return answer !== null && feature.accepts?.(answer, given.data) !== false ? answer : null
  }

  const kept = cache.get(key)
  const again = kept === null ? null : accepted(kept)
  if (again !== null) return done(again, 'cache')
  const said = await askWithin(feature, given.data, options)
  used = said.used
  const fallback = (reason: string) => done(feature.fallback(given.data), 'fallback', reason)
  if (!said.ok) return fallback(said.reason)
  const answer = accepted(said.text)
  if (answer === null) return fallback('its answer is invalid')
  cache.put(key, JSON.stringify(answer), feature.lifeMs)
  return done(answer, 'model', said.detour)
}

type Said = { used: SideAnswer['used'] } & (
  | { ok: true; text: string; detour: string }
  | { ok: false; reason: string }
)

/** The model's text, or the reason why there is none. Returns at the time limit at the latest. */
async function askWithin(
  feature: Feature,
  input: Record<string, unknown>,
  {
    model,
    modelName,
    clock,
    signal,
    step,
    sessionId,
    limitMs = LIMITS.microMs,
  }: SideQuestionOptions,
): Promise<Said> {
  const stop = new AbortController()
  const leave = () => stop.abort()
  const failed = (reason: string): Said => ({ ok: false, reason, used: null })
  if (signal.aborted) return failed('interrupted')
  signal.addEventListener('abort', leave, { once: true })
  const { system, user } = feature.prompt(input)
  const request = {
    model: modelName,
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: markTokens(user) },
    ],
    tools: [],
    max_tokens: Math.min(feature.maxTokens, LIMITS.microTokens),
    temperature: 0,
  }
  // A separate session, because the proxy compares each prompt with the previous one of its session.
  const asking = model.ask(request, { step, sessionId: `${sessionId}-side`, signal: stop.signal })
  const readText = async (): Promise<Said> => {
    let detour = ''
    for (;;) {
      const next = await asking.next()
      if (!next.done) {
        if (next.value.type === 'note') detour = next.value.text
        continue
      }
      const { problem, text, finishReason, usage, route } = next.value
      const used = usage === null ? null : { model: route?.model ?? modelName, usage }
      if (problem !== null && problem.code !== 'parser_error')
        return { ok: false, reason: problem.message, used }
      if (finishReason === 'length') return { ok: false, reason: 'its answer is truncated', used }
      return { ok: true, text: unmarkTokens(text), detour, used }
    }
  }
  const late = clock.sleep(limitMs, stop.signal).then((): Said => {
    return failed(signal.aborted ? 'interrupted' : `no answer in ${seconds(limitMs)}`)
  })
  try {
    // After the time limit nothing awaits this promise, so it must not reject.
    const spoken = readText().catch(() => failed('the model failed'))
    return await Promise.race([spoken, late])
  } finally {
    stop.abort()
    signal.removeEventListener('abort', leave)
  }
}

/** The cache key of a question: feature, model and input, independent of the order of keys. */
function keyOf(feature: string, model: string, input: unknown): string {
  const canonical = JSON.stringify([feature, model, input], (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
  return createHash('sha256').update(canonical).digest('hex')
}
