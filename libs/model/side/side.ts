import type { Clock } from '#core'
import { seconds } from '../endpoint/seconds.js'
import type { AskOptions, Model } from '../models/model.js'
import { type AnswerCache, askSideQuestion, type SideAnswer } from './ask_side_question.js'
import type { Feature } from './define_feature.js'
import { loadFeatures } from './load_features.js'

/** Stores answers and logs every side question. */
export interface SideStore extends AnswerCache {
  log(call: {
    sessionId: string
    step: number
    feature: string
    source: SideAnswer['source']
    reason: string
    tookMs: number
    used: SideAnswer['used']
  }): void
}

/** The side questions that are on. */
export interface Side {
  has(name: string): boolean
  /** @throws TypeError when the feature is off or the input is invalid; both are bugs */
  ask(name: string, input: Record<string, unknown>, at: AskOptions): Promise<SideAnswer>
}

export interface SideOptions {
  /** Names of the features that are on. */
  on: readonly string[]
  model: Model
  modelName: string
  store: SideStore
  clock: Clock
  limitMs?: number
}

/** Opens the side questions that are on. */
export async function openSide({ on, store, ...options }: SideOptions): Promise<Side> {
  const known = await loadFeatures()
  const features = new Map<string, Feature>(
    known.filter(({ name }) => on.includes(name)).map((feature) => [feature.name, feature]),
  )
  return {
    has: (name) => features.has(name),
    async ask(name, input, { step, sessionId, signal }) {
      const feature = features.get(name)
      if (feature === undefined) throw new TypeError(`the side question ${name} is off`)
      const cache = store
      const answer = await askSideQuestion(feature, input, {
        ...options,
        cache,
        step,
        sessionId,
        signal,
      })
      const { source, reason, tookMs, used } = answer
      store.log({ sessionId, step, feature: name, source, reason, tookMs, used })
      return answer
    },
  }
}

/** One line about a side question. Every question is shown to the user. */
export function describeSideAnswer(name: string, answer: SideAnswer, used: boolean): string {
  const { source, reason, tookMs } = answer
  const from = {
    known: 'answered without a model',
    model: `answered in ${seconds(tookMs)}${reason === '' ? '' : ` (${reason})`}`,
    cache: 'answered from the cache',
    fallback: `not answered (${reason})`,
  }[source]
  return `side question ${name}: ${from}${used ? '' : '; not used'}`
}
