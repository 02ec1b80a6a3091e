import { loadDialects } from '#model'
import {
  loadCases,
  outcomeOf,
  parseText,
  type ReplyCase,
  TOOLS,
  type WrittenCall,
} from '../../test/kit/replies.js'
import { loadRepairing, naive, type Parser } from './parts/contenders.js'

const HOSTILE_CHARACTERS = 1_048_576
const ROUNDS = 20
const HOSTILE_ROUNDS = 3
const WORST = 10
/** Hostile texts in addition to the marks of all dialects. */
const HEAPS = [
  '{',
  '{"name":',
  '"',
  '[',
  '`',
  '```json\n',
  '> ',
  '<!--',
  'Observation:',
  '\\',
  '🐦',
]

interface Tally {
  exact: number
  /** Exact results that JSON.parse alone cannot read. */
  repaired: number
  /** The right calls, with values or keys that do not follow the schema. */
  loose: number
  /** A problem, or too few calls, for a text with calls. */
  diagnostic: number
  /** A call that was not written, or any call for a text without one. */
  WRONG: number
}

/**
 * Reads all fixture replies with our parser, with a naive one, and with jsonrepair if it is installed.
 * @returns counts per parser; processor milliseconds per reply; the slowest of many kinds of 1 MiB of hostile text,
 *   on its first run (before the engine compiles the code) and at best
 */
export default async function parse(): Promise<object> {
  const dialects = await loadDialects()
  const ours: Parser = (content) => outcomeOf(parseText(content, dialects))
  const cases = [...loadCases('test/fixtures/replies').values()].flat()
  const repairing = await loadRepairing()
  const times = cases.flatMap(({ content }) => timesOf(() => ours(content), ROUNDS))
  times.sort((a, b) => a - b)
  const names = TOOLS.map(({ name }) => name)
  const marks = dialects.flatMap((dialect) => [...dialect.marks(names)])
  const call = { name: 'read_file', arguments: { path: 'a' } }
  const shapes = new Set([
    ...HEAPS,
    ...marks,
    ...marks.map((mark) => `${mark}{"a":"`),
    ...marks.map((mark) => `${mark}{"name":"x"}`),
    ...dialects.map((dialect) => dialect.write([call])),
    marks.join(''),
  ])
  const hostile = [...shapes].map((shape) => hostileOf(shape, ours))
  hostile.sort((a, b) => b.bestMs - a.bestMs)
  return {
    cases: cases.length,
    ours: tally(cases, ours),
    naive: tally(cases, naive),
    jsonrepair:
      repairing === null
        ? 'not installed, so not measured'
        : { version: repairing.version, ...tally(cases, repairing.parser) },
    msPerReply: {
      p50: round(at(times, 0.5)),
      p99: round(at(times, 0.99)),
      max: round(at(times, 1)),
    },
    hostile1MiB: {
      shapes: hostile.length,
      over100MsAtBest: hostile.filter(({ bestMs }) => bestMs > 100).length,
      over100MsAtFirst: hostile.filter(({ firstMs }) => firstMs > 100).length,
      worst: hostile.slice(0, WORST),
    },
    targets: { p99: 5, hostile1MiB: 100, WRONG: 0 },
  }
}

function hostileOf(shape: string, parser: Parser) {
  const text = shape.repeat(HOSTILE_CHARACTERS / shape.length)
  const times = timesOf(() => parser(text), HOSTILE_ROUNDS)
  return {
    shape: shape.slice(0, 60),
    firstMs: round(times[0] ?? 0),
    bestMs: round(Math.min(...times)),
  }
}

function tally(cases: ReplyCase[], parser: Parser): Tally {
  const sum: Tally = { exact: 0, repaired: 0, loose: 0, diagnostic: 0, WRONG: 0 }
  for (const { content, expected } of cases) {
    const got = parser(content)
    const isExact = JSON.stringify(got) === JSON.stringify(expected)
    const runs = got.kind === 'calls' ? got.calls : []
    const meant = expected.kind === 'calls' ? expected.calls : []
    const isWrong = runs.some((call) => !meant.some((each) => same(each, call)))
    if (isWrong) sum.WRONG += 1
    else if (isExact || (expected.kind !== 'calls' && runs.length === 0)) {
      sum.exact += 1
      if (expected.kind === 'calls' && JSON.stringify(naive(content)) !== JSON.stringify(expected))
        sum.repaired += 1
    } else if (runs.length > 0 && runs.length === meant.length) sum.loose += 1
    else sum.diagnostic += 1
  }
  return sum
}

function same(a: WrittenCall, b: WrittenCall): boolean {
  return looseText(a) === looseText(b)
}

/** A call without the case of its keys, the type of its values and repeated encoding. */
function looseText({ name, arguments: given }: WrittenCall): string {
  const said: unknown = typeof given === 'string' ? JSON.parse(given) : given
  const entries = Object.entries(Object(said)).map(([key, value]) => [
    key.replace(/\W|_/g, '').toLowerCase(),
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return JSON.stringify([name, entries.sort()])
}

/** Processor time in ms, because the machine may be busy with other work. */
function timesOf(work: () => unknown, rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  })
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
