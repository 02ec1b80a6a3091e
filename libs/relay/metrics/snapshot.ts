import type { ImageSums } from '../images/report.js'
import type { DepartureKind } from '../prefix/departure.js'
import type { QueueCounts } from '../queue/survey.js'
import type { EngineState } from './engine_state.js'
import type { RecentSums } from './recent.js'
import type { WaitFigures } from './waits.js'

/** How far back the sums of a snapshot reach. */
export const WINDOW_MS = 5 * 60_000

/** What chat prompts cost the engine. */
export interface PrefixFigures {
  requests: number
  /** By where they differ from the previous prompt of the session. */
  left: Record<DepartureKind, number>
  /** Of the prompts for which the engine reported reuse. */
  readTokens: number
  reusedTokens: number
  /** Reused of both, 0 to 1; null: not reported by the engine. */
  reuse: number | null
  lostTokens: number
  /** As far as the speed is known. */
  lostSeconds: number
}

/** The proxy at one moment, in plain JSON without a person's name or text; docs/proxy/metrics.md describes each field. */
export interface Snapshot {
  /** Milliseconds since 1970, here and in `minutes`. */
  at: number
  startedAt: number
  windowSeconds: number
  tokensPerSecond: { prompt: number; completion: number }
  requests: { ok: number; failed: number; cancelled: number; refused: number }
  waits: WaitFigures
  queue: QueueCounts
  prefix: PrefixFigures
  /** Since the start. */
  images: ImageSums
  minutes: { at: number; requests: number; promptTokens: number; completionTokens: number }[]
  engine: EngineState
  process: { rssBytes: number; loopP99Ms: number }
}

/** The part of a snapshot that comes from sums alone. */
export function figuresOf(
  sums: RecentSums,
): Pick<Snapshot, 'tokensPerSecond' | 'requests' | 'prefix'> {
  const seconds = WINDOW_MS / 1_000
  const reported = sums.readTokens + sums.reusedTokens
  const left = {
    first: sums.left_first,
    none: sums.left_none,
    tools: sums.left_tools,
    messages: sums.left_messages,
  }
  return {
    tokensPerSecond: {
      prompt: tenth(sums.promptTokens / seconds),
      completion: tenth(sums.completionTokens / seconds),
    },
    requests: {
      ok: sums.ok,
      failed: sums.failed,
      cancelled: sums.cancelled,
      refused: sums.refused,
    },
    prefix: {
      requests: left.first + left.none + left.tools + left.messages,
      left,
      readTokens: sums.readTokens,
      reusedTokens: sums.reusedTokens,
      reuse: reported === 0 ? null : sums.reusedTokens / reported,
      lostTokens: sums.lostTokens,
      lostSeconds: tenth(sums.lostMs / 1_000),
    },
  }
}

export function minuteOf({
  at,
  ...sums
}: { at: number } & RecentSums): Snapshot['minutes'][number] {
  return {
    at,
    requests: sums.ok + sums.failed + sums.cancelled,
    promptTokens: Math.round(sums.promptTokens),
    completionTokens: Math.round(sums.completionTokens),
  }
}

function tenth(number: number): number {
  return Math.round(number * 10) / 10
}
