import { applyPatch } from '#workspace'
import { CLASSES, nearDuplicate, type Said } from './parts/damage.js'
import { type Hunk, headOf, readHunks } from './parts/hunks.js'
import { exactOnly, type Matcher, simpleFuzzy } from './parts/plain_matchers.js'

const HUNKS = 300
const SEED = 20_261_121

type Score = 'exact' | 'wsEqual' | 'refused' | 'WRONG'
type Tally = Record<Score, number>

const layers = new Map<string, number>()
const ours: Matcher = (content, old_str, new_str) => {
  const result = applyPatch(content, { old_str, new_str })
  if (!result.ok) return null
  layers.set(result.strategy, (layers.get(result.strategy) ?? 0) + 1)
  return result.content
}
const MATCHERS = { ours, exactOnly, simpleFuzzy }

/**
 * Real hunks of the repositories in AIRCODER_BENCH_REPOS (paths separated by `:`; this repository without it),
 * with old_str damaged as models damage what they copy, and each again beside a near-duplicate of the block.
 * @returns shares by matcher, in total and by class of damage. WRONG: another text than intended was written.
 */
export default async function edit(): Promise<object> {
  const repos = (process.env.AIRCODER_BENCH_REPOS ?? '.').split(':')
  const hunks = repos.flatMap((repo) => readHunks(repo, Math.ceil(HUNKS / repos.length)))
  const random = randomFrom(SEED)
  const tallies = new Map<string, Tally>()
  const wrong: object[] = []
  let trials = 0
  for (const hunk of hunks)
    for (const damage of CLASSES)
      for (const planted of [false, true]) {
        const said = damage.apply(hunk, random)
        const content = planted ? plant(hunk, random) : hunk.content
        if (said === null || content === null || said.old === said.fresh) continue
        trials += 1
        const wanted = replaceOnce(content, hunk)
        for (const [name, match] of Object.entries(MATCHERS)) {
          const got = match(content, said.old, said.fresh)
          const score = scoreOf(got, wanted)
          for (const key of [
            name,
            `${name}/${damage.name}`,
            ...(planted ? [`${name}/nearDuplicates`] : []),
          ])
            count(tallies, key, score)
          if (score === 'WRONG' && name === 'ours')
            wrong.push({ class: damage.name, planted, path: hunk.path, ...show(said, got, wanted) })
        }
      }
  if (process.env.AIRCODER_BENCH_WRONG !== undefined) console.log(JSON.stringify(wrong, null, 1))
  return {
    heads: repos.map(headOf),
    hunks: hunks.length,
    trials,
    matchers: Object.fromEntries(
      Object.keys(MATCHERS).map((name) => [name, shares(tallies.get(name))]),
    ),
    nearDuplicates: byMatcher(tallies, 'nearDuplicates'),
    classes: Object.fromEntries(CLASSES.map(({ name }) => [name, byMatcher(tallies, name)])),
    layers: Object.fromEntries([...layers].sort((a, b) => b[1] - a[1])),
    gates: { exactOrWsEqual: '>= 0.90', WRONG: '<= 0.001', WRONGNearDuplicates: '0' },
  }
}

function scoreOf(got: string | null, wanted: string): Score {
  if (got === null) return 'refused'
  if (got === wanted) return 'exact'
  return got.replace(/\s+/g, '') === wanted.replace(/\s+/g, '') ? 'wsEqual' : 'WRONG'
}

function replaceOnce(content: string, { old, fresh }: Said): string {
  const at = content.indexOf(old)
  return content.slice(0, at) + fresh + content.slice(at + old.length)
}

/** The near-duplicate is at the end or at the start of the file. */
function plant({ content, old }: Hunk, random: () => number): string | null {
  const copy = nearDuplicate(old, random)
  if (copy === null) return null
  const whole = content.endsWith('\n') ? content : `${content}\n`
  const planted = random() < 0.5 ? `${whole}\n${copy}` : `${copy}\n${whole}`
  return planted.split(old).length === 2 ? planted : null
}

function count(tallies: Map<string, Tally>, key: string, score: Score): void {
  const tally = tallies.get(key) ?? { exact: 0, wsEqual: 0, refused: 0, WRONG: 0 }
  tally[score] += 1
  tallies.set(key, tally)
}

function byMatcher(tallies: Map<string, Tally>, key: string): object {
  return Object.fromEntries(
    Object.keys(MATCHERS).map((name) => [name, shares(tallies.get(`${name}/${key}`))]),
  )
}

function shares(tally: Tally | undefined): object {
  if (tally === undefined) return {}
  const all = Object.values(tally).reduce((sum, each) => sum + each, 0)
  const share = (score: Score) => Math.round((10_000 * tally[score]) / all) / 10_000
  return {
    trials: all,
    exact: share('exact'),
    wsEqual: share('wsEqual'),
    refused: share('refused'),
    WRONG: share('WRONG'),
  }
}

/** The first different line, for debugging. */
function show(said: Said, got: string | null, wanted: string): object {
  const a = (got ?? '').split('\n')
  const b = wanted.split('\n')
  const at = a.findIndex((line, index) => line !== b[index])
  return { at, got: a.slice(at - 2, at + 4), wanted: b.slice(at - 2, at + 4), ...said }
}

/** mulberry32, a seeded generator: every run uses the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
