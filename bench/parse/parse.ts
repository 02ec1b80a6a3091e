import { join } from 'node:path'
import { loadDialects } from '#model'
import {
  type Expected,
  loadCases,
  outcomeOf,
  parseText,
  type ReplyCase,
  type SaidCall,
  TOOLS,
} from '../../test/kit/replies.js'

const HOSTILE_BYTES = 1_048_576
const HEAPS = [
  '{',
  '{"name":',
  '<tool_call>',
  '<tool_call>{"a":"',
  '```json\n',
  '<function=a>',
  '"',
  '[',
]
const ROUNDS = 20

interface Tally {
  exact: number
  /** Of the exact: calls that JSON.parse alone does not yield. */
  repaired: number
  /** A problem, or nothing run, where a call was meant. */
  diagnostic: number
  /** Ran something that was not said, or anything at all where nothing may run. */
  WRONG: number
}

type Parser = (content: string) => Expected

/**
 * Reads all fixture replies with our parser and with a naive one that takes fences, tags and the first
 * braces through JSON.parse, as many agents do.
 * @returns counts per parser, milliseconds per reply, and the worst over 1 MiB of hostile text
 */
export default async function parse(): Promise<object> {
  const dialects = await loadDialects()
  const ours: Parser = (content) => outcomeOf(parseText(content, dialects))
  const cases = [...loadCases(join('test/fixtures/replies')).values()].flat()
  const tallies = { ours: tally(cases, ours), naive: tally(cases, naive) }
  const times = cases.flatMap(({ content }) => timesOf(() => ours(content)))
  times.sort((a, b) => a - b)
  const hostile = HEAPS.map((heap) => {
    const text = heap.repeat(HOSTILE_BYTES / heap.length)
    return { heap, ms: round(Math.min(...timesOf(() => ours(text), 3))) }
  })
  return {
    cases: cases.length,
    ...tallies,
    msPerReply: {
      p50: round(at(times, 0.5)),
      p99: round(at(times, 0.99)),
      max: round(at(times, 1)),
    },
    hostile1MiB: hostile.sort((a, b) => b.ms - a.ms),
    targets: { p99: 5, hostile1MiB: 100, WRONG: 0 },
    jsonrepair: 'not installed, so not measured',
  }
}

function tally(cases: ReplyCase[], parser: Parser): Tally {
  const sum: Tally = { exact: 0, repaired: 0, diagnostic: 0, WRONG: 0 }
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
    } else sum.diagnostic += 1
  }
  return sum
}

function same(a: SaidCall, b: SaidCall): boolean {
  return JSON.stringify([a.name, a.arguments]) === JSON.stringify([b.name, b.arguments])
}

/** Fences off, tags off, JSON.parse from the first brace to the last. */
function naive(content: string): Expected {
  const bare = content.replace(/```\w*|<\/?tool_call>/g, '')
  const text = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)
  try {
    const { name, arguments: given, parameters } = JSON.parse(text)
    const isTool = TOOLS.some((tool) => tool.name === name)
    if (isTool) return { kind: 'calls', calls: [{ name, arguments: given ?? parameters ?? {} }] }
  } catch {
    return { kind: 'problem' }
  }
  return { kind: 'prose' }
}

function timesOf(work: () => unknown, rounds = ROUNDS): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now()
    work()
    return performance.now() - begun
  })
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function round(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
