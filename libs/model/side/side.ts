import type { Clock } from '#core'
import { seconds } from '../endpoint/timers.js'
import type { AskOptions, Model } from '../models/model.js'
import { type AnswerCache, askSideQuestion, type SideAnswer } from './ask_side_question.js'
import type { Feature } from './define_feature.js'
import { loadFeatures } from './load_features.js'

/** Where answers are kept, and every side question is told to. */
export interface SideStore extends AnswerCache {
  log(call: {
    sessionId: string
    step: number
    feature: string
    source: SideAnswer['source']
    reason: string
    tookMs: number
  }): void
}

/** The side questions that are on. */
export interface Side {
  has(name: string): boolean
  /** @throws TypeError when the feature is off or the input does not fit: a bug of ours */
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

/** Opens the side questions that are on; without any, nothing is ever asked. */
export async function openSide({ on, store, ...options }: SideOptions): Promise<Side> {
  const known = await loadFeatures()
  const features = new Map<string, Feature>(
    known.filter(({ name }) => on.includes(name)).map((feature) => [feature.name, feature]),
  )
  return {
    has: (name) => features.has(name),
    async ask(name, input, { step, sessionId, signal }) {
      const feature = features.get(name)
      if (feature === undefined) throw new TypeError(`the side question ${name} is not on`)
      const cache = store
      const answer = await askSideQuestion(feature, input, {
        ...options,
        cache,
        step,
        sessionId,
        signal,
      })
      const { source, reason, tookMs } = answer
      store.log({ sessionId, step, feature: name, source, reason, tookMs })
      return answer
    },
  }
}

/** One line on a side question, so that none is made unseen. */
export function describeSideAnswer(name: string, answer: SideAnswer, used: boolean): string {
  const { source, reason, tookMs } = answer
  const from = {
    known: 'answered without a model',
    model: `answered in ${seconds(tookMs)}${reason === '' ? '' : ` (${reason})`}`,
    cache: 'answered from what is kept',
    fallback: `not answered (${reason})`,
  }[source]
  return `side question ${name}: ${from}${used ? '' : '; not used'}`
}
