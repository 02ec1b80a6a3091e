import type { Figures } from './scenarios.js'

export interface Row {
  contender: string
  round: number
  out: Record<string, Figures & Record<string, Figures>>
}

const OURS = 'aircoder-proxy'

/** The gates of docs/design/proxy.md#gates, each with the measured value; null: not measured. */
export function judge(rows: readonly Row[]) {
  const of = (contender: string, scenario: string, figure: string): number | null =>
    median(
      rows
        .filter((row) => row.contender === contender)
        .map((row) => row.out[scenario]?.[figure])
        .filter((value): value is number & Figures => typeof value === 'number'),
    )
  const ratio = (scenario: string, figure: string, other: string) =>
    quotient(of(OURS, scenario, figure), of(other, scenario, figure))
  return {
    's64 cpuUsPerEvent / http-pipe': most(ratio('s64', 'cpuUsPerEvent', 'http-pipe'), 1.5),
    's64 totalP50Ms / direct': most(ratio('s64', 'totalP50Ms', 'direct'), 1.1),
    's64 eventsPerRead / direct': most(ratio('s64', 'eventsPerRead', 'direct'), 1.05),
    'r256 gapP99Ms / direct': most(ratio('r256', 'gapP99Ms', 'direct'), 1.5),
    'short cpuUsPerRequest / fastify-dispatch': most(
      ratio('short', 'cpuUsPerRequest', 'fastify-dispatch'),
      2,
    ),
    'image rssPeakMiB': most(of(OURS, 'image', 'rssPeakMiB'), 300),
    'cancel leaked': most(worst(rows, OURS, 'cancel', 'leaked'), 0),
    'cancel freedMs': most(worst(rows, OURS, 'cancel', 'freedMs'), 100),
    'faults that look like success': most(worst(rows, OURS, 'faults', 'looksLikeSuccess'), 0),
  }
}

/** Ours as ratios to a contender, in what costs or delays; below 1 ours is better. */
export function compare(rows: readonly Row[], other: string): Record<string, number | null> {
  const of = (contender: string, scenario: string, figure: string) =>
    median(
      rows
        .filter((row) => row.contender === contender)
        .map((row) => Number(row.out[scenario]?.[figure] ?? Number.NaN))
        .filter(Number.isFinite),
    )
  return Object.fromEntries(
    [
      ['s64', 'cpuUsPerEvent'],
      ['s64', 'totalP50Ms'],
      ['s256', 'cpuUsPerEvent'],
      ['s256', 'totalP50Ms'],
      ['r256', 'gapP99Ms'],
      ['r256', 'cpuUsPerEvent'],
      ['fast', 'cpuMsPerMb'],
      ['short', 'cpuUsPerRequest'],
      ['short', 'p50Ms'],
      ['image', 'cpuMsPerRequest'],
      ['image', 'rssPeakMiB'],
    ].map(([scenario = '', figure = '']) => [
      `${scenario} ${figure}`,
      quotient(of(OURS, scenario, figure), of(other, scenario, figure)),
    ]),
  )
}

function worst(rows: readonly Row[], contender: string, scenario: string, figure: string) {
  const values = rows
    .filter((row) => row.contender === contender && row.out[scenario] !== undefined)
    .flatMap((row) => Object.values(row.out[scenario] ?? {}).map((one) => one[figure]))
    // Not freed at all is null, and worse than any number.
    .map((value) => (value === null ? Number.POSITIVE_INFINITY : Number(value)))
  return values.length === 0 ? null : Math.max(...values)
}

function most(seen: number | null, limit: number) {
  return { seen: round(seen), limit, met: seen === null ? null : seen <= limit }
}

function quotient(ours: number | null, theirs: number | null): number | null {
  return ours === null || theirs === null || theirs === 0 ? null : round(ours / theirs)
}

export function median(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export function round(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? value : Number(value.toPrecision(3))
}
