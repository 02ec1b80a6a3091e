import { createRepetitionDetector } from '../../libs/model/stream/detect_repetition.js'
import { fixedRule, fixedRuleAnywhere } from './parts/fixed_rule.js'
import { collectLegit } from './parts/legit.js'
import { makeLoops } from './parts/loops.js'

type Rule = (text: string) => number | null

const RULES: Record<string, Rule> = {
  'ours, thinking': (text) => createRepetitionDetector('reasoning').push(text)?.at ?? null,
  'ours, answers': (text) => createRepetitionDetector('content').push(text)?.at ?? null,
  'ours, arguments of calls': (text) =>
    createRepetitionDetector('arguments').push(text)?.at ?? null,
  'row 53, one behind the other': fixedRule,
  'row 53, 50 characters anywhere': fixedRuleAnywhere,
}
const ROUNDS = 3

/**
 * Compares our detector with the fixed rule of row 53, on loops and on texts without loops.
 * @returns per rule: share of detected loops and characters until detection, false alarms by kind of
 *          text, and processor milliseconds per MB
 */
export default async function repetition(): Promise<object> {
  const legit = collectLegit()
  const own = legit.filter(({ kind }) => kind === 'own files').map(({ text }) => text)
  const loops = makeLoops(own.filter((text) => text.length > 3_000))
  const kinds = [...new Set(loops.map(({ kind }) => kind))]
  const characters = [...legit, ...loops].reduce((sum, { text }) => sum + text.length, 0)
  const measured = Object.entries(RULES).map(([name, rule]) => {
    const alarms = legit.filter(({ text }) => rule(text) !== null).map(({ kind }) => kind)
    const caught = loops.map(({ kind, text, from }) => ({ kind, at: rule(text), from }))
    return [
      name,
      {
        caught: Object.fromEntries(kinds.map((kind) => [kind, score(caught, kind)])),
        all: score(caught),
        falseAlarms: count(alarms),
        falseAlarmShare: round(alarms.length / legit.length),
        msPerMB: round(
          cost(
            rule,
            [...legit, ...loops].map(({ text }) => text),
          ) /
            (characters / 1e6),
        ),
      },
    ]
  })
  return {
    loops: loops.length,
    legit: {
      texts: legit.length,
      characters: legit.reduce((sum, { text }) => sum + text.length, 0),
      kinds: count(legit.map(({ kind }) => kind)),
    },
    rules: Object.fromEntries(measured),
  }
}

interface Caught {
  kind: string
  at: number | null
  from: number
}

function score(all: readonly Caught[], kind?: string): object {
  const of = all.filter((each) => kind === undefined || each.kind === kind)
  const after = of.flatMap(({ at, from }) => (at === null ? [] : [at - from])).sort((a, b) => a - b)
  return {
    share: round(after.length / of.length),
    charactersP50: after[Math.floor(after.length / 2)] ?? null,
    charactersMax: after.at(-1) ?? null,
  }
}

function cost(rule: Rule, texts: readonly string[]): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const begun = process.cpuUsage()
    for (const text of texts) rule(text)
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
