import { ROLE, runRole, startRole } from './proxy_bench/children.js'
import { CONTENDERS } from './proxy_bench/contenders.js'
import { compare, judge, median, type Row, round } from './proxy_bench/gates.js'
import { playPart } from './proxy_bench/play_part.js'
import { SCENARIOS } from './proxy_bench/scenarios.js'

const ROUNDS = Number(process.env.AIRCODER_BENCH_ROUNDS ?? 3)
const ASKED = (name: string, all: string[]) => process.env[name]?.split(',') ?? all

/**
 * Puts the built proxy beside no relay, the two smallest that Node allows, nginx and Portkey's gateway (where
 * they are installed), by turns, over the same fake upstream: processor time, delays, memory, what is left
 * behind when clients leave, and what clients see when the upstream fails.
 * AIRCODER_BENCH_ROUNDS, _CONTENDERS and _SCENARIOS make it smaller. Run `npm run build` first.
 * @returns  medians by contender and scenario, the gates, and ours as ratios to the others
 */
export default async function relay(): Promise<object | null> {
  const part = process.env[ROLE]
  if (part !== undefined) return playPart(part)
  const names = ASKED('AIRCODER_BENCH_CONTENDERS', Object.keys(CONTENDERS))
  const scenarios = ASKED('AIRCODER_BENCH_SCENARIOS', Object.keys(SCENARIOS))
  const upstream = await startRole('upstream', {})
  const rows: Row[] = []
  const missing = new Set<string>()
  try {
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      for (const name of turn % 2 === 0 ? names : [...names].reverse()) {
        const contender = await CONTENDERS[name]?.(upstream.said)
        if (contender === null || contender === undefined) {
          missing.add(name)
          continue
        }
        const { end, ...target } = contender
        const terms = { ...target, upstream: upstream.said, asked: scenarios }
        const out = (await runRole('load', terms)) as Row['out']
        await end()
        rows.push({ contender: name, round: turn, out })
        console.error(`round ${turn + 1} of ${ROUNDS}: ${name}`)
      }
    }
  } finally {
    await upstream.end()
  }
  const others = names.filter((name) => !name.startsWith('aircoder') && !missing.has(name))
  return {
    rounds: ROUNDS,
    missing: [...missing],
    gates: judge(rows),
    oursToOthers: Object.fromEntries(others.map((name) => [name, compare(rows, name)])),
    medians: Object.fromEntries(names.map((name) => [name, medians(rows, name)])),
  }
}

function medians(rows: readonly Row[], contender: string): object {
  const mine = rows.filter((row) => row.contender === contender)
  return middle(mine.map((row) => row.out)) as object
}

/** The same shape, each number the median of its places; what is no number is taken from the last. */
function middle(all: unknown[]): unknown {
  const last = all.at(-1)
  if (typeof last === 'number')
    return round(median(all.filter((one): one is number => typeof one === 'number')))
  if (typeof last !== 'object' || last === null) return last
  return Object.fromEntries(
    Object.keys(last).map((key) => [
      key,
      middle(all.map((one) => (one as Record<string, unknown>)[key])),
    ]),
  )
}
