import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { type Build, buildChanged, SHIPPED } from './builds.js'
import { checkRun, type Remains, readRemains } from './check_run.js'
import { type Choice, type LivedLife, NO_MAP, newStory, runToEnd } from './crash_run.js'
import { CAN_LOOK, endProcessesIn } from './leftovers.js'
import { MARKS, type Mark, type Mutant } from './phases.js'
import { createRandom } from './random.js'
import { type WorkScript, writeScript } from './work_script.js'

const SEED = 219
const STEPS = 16
const KILLS_A_RUN = 5
/** A mutant that survives so many runs is not caught. */
const MOST_RUNS = 4
const AT_ONCE = 2
const REPORTED_CHARS = 400
/** For a process that hangs: one that does not reach its mark ends by itself, also on a busy machine. */
const AT_LAST_MS = 120_000

/** The script, what it leaves without a kill, and where the runs are. */
interface Lab {
  folder: string
  script: WorkScript
  reference: Remains
  runs: number
}

interface Kills {
  build: Build
  aims: readonly Mark[]
  seed: number
}

/** Asserts that the product breaks no promise, and that the checks catch each of these mutants. */
export async function testMutants(t: Test, mutants: readonly Mutant[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-mutants-'))
  t.teardown(async () => {
    await endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const script = writeScript(STEPS, SEED)
  const calm = newStory(join(folder, 'calm'))
  await runToEnd(script, calm, () => ({ build: SHIPPED, aim: null }), NO_MAP)
  const reference = readRemains(calm.folder)
  const lab: Lab = { folder, script, reference, runs: 0 }

  await t.test('the short script has every kind of call', async (t) => {
    t.equal(reference.steps.length, STEPS)
    const replies = JSON.stringify(script.replies)
    for (const tool of ['write_file', 'patch_file', 'multi_edit', 'todo_write'])
      t.match(replies, tool)
    t.ok([...script.counters.values()].filter((text) => text.includes('sleep 60')).length >= 4)
  })

  await t.test('killed at the same marks, the product itself breaks no promise', async (t) => {
    const build = await buildChanged(t.testdir(), 'marked', MARKS)
    const aims: Mark[] = ['i', 'e', 's', 'a', 'c', 'e']
    t.same(await trial({ build, aims, seed: SEED }, lab), [])
  })

  t.jobs = AT_ONCE
  const tests = mutants.map(({ name, changes, aims, shows }, index) => {
    // Without /proc a process that keeps running cannot be found.
    const skip = shows.test('still runs') && !CAN_LOOK ? 'there is no /proc' : false
    const title = `the suite catches a build in which ${name}`
    return t.test(title, { buffered: true, skip }, async (t) => {
      const build = await buildChanged(t.testdir(), name, [...MARKS, ...changes])
      t.same(await trial({ build, aims: [], seed: SEED }, lab), [], 'it works without a kill')
      const seed = SEED + 1_000 * index
      const found = await untilCaught({ build, aims, seed }, lab)
      const problem = found.find((each) => shows.test(each)) ?? found.join('; ')
      t.match(problem, shows, 'and says so')
      t.comment(problem.slice(0, REPORTED_CHARS))
    })
  })
  await Promise.all(tests)
}

/** Runs a mutant until a check says that something is broken. */
async function untilCaught({ build, aims, seed }: Kills, lab: Lab): Promise<string[]> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const found = await trial({ build, aims, seed: seed + run }, lab)
    if (found.length > 0) return found
  }
  return []
}

/** One run of the short script, killed at random occurrences of these marks in turn. */
async function trial({ build, aims, seed }: Kills, lab: Lab): Promise<string[]> {
  lab.runs += 1
  const story = newStory(join(lab.folder, `run${lab.runs}`))
  const random = createRandom(seed)
  const choose = (lives: readonly LivedLife[]): Choice => {
    const mark = aims[lives.length % Math.max(1, aims.length)]
    if (mark === undefined || lives.length >= KILLS_A_RUN) return { build, aim: null }
    const nth = random.between(1, 3)
    return { build, aim: { atMs: AT_LAST_MS, mark, nth, delayMs: 0 } }
  }
  await runToEnd(lab.script, story, choose, NO_MAP)
  const { problems } = checkRun(story, lab.script, lab.reference)
  await endProcessesIn(story.folder)
  const unkilled = story.lives.filter((life) => life.killed).length < Math.min(1, aims.length)
  return unkilled ? [...problems, 'nothing was killed'] : problems
}
