import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type Build, buildChanged, SHIPPED } from './kit/builds.js'
import { checkRun, readRemains } from './kit/check_run.js'
import { type Choice, type LivedLife, newStory, runToEnd } from './kit/crash_run.js'
import { CAN_LOOK, endProcessesIn } from './kit/leftovers.js'
import { MARKS, type Mark, MUTANTS } from './kit/phases.js'
import { createRandom } from './kit/random.js'
import { writeScript } from './kit/work_script.js'

const SEED = 219
const STEPS = 16
const KILLS_A_RUN = 5
/** A mutant that survives so many runs is not caught. */
const MOST_RUNS = 4
const AT_ONCE = 2
const TOLD_CHARS = 400
/** For a mark that is not reached any more. */
const AT_LAST_MS = 10_000

t.setTimeout(600_000)

const folder = mkdtempSync(join(tmpdir(), 'aircoder-mutants-'))
t.teardown(async () => {
  await endProcessesIn(folder)
  rmSync(folder, { recursive: true, force: true })
})
const script = writeScript(STEPS, SEED)
const calm = newStory(join(folder, 'calm'))
await runToEnd(script, calm, () => ({ build: SHIPPED, aim: null }))
const reference = readRemains(calm.folder)
let runs = 0

t.test('the short script has every kind of call', async (t) => {
  t.equal(reference.steps.length, STEPS)
  const told = JSON.stringify(script.replies)
  for (const tool of ['write_file', 'patch_file', 'multi_edit', 'todo_write']) t.match(told, tool)
  t.ok([...script.counters.values()].filter((text) => text.includes('sleep 60')).length >= 4)
})

t.test('killed at the same marks, the product itself breaks no promise', async (t) => {
  const build = await buildChanged(t.testdir(), 'marked', MARKS)
  t.same(await trial(build, ['i', 'e', 's', 'a', 'c', 'e'], SEED), [])
})

t.jobs = AT_ONCE
for (const [index, { name, changes, aims, shows }] of MUTANTS.entries()) {
  // Only what /proc lists can be seen to run on.
  const skip = shows.test('still runs') && !CAN_LOOK ? 'there is no /proc' : false
  t.test(`the suite catches a build in which ${name}`, { buffered: true, skip }, async (t) => {
    const build = await buildChanged(t.testdir(), name, [...MARKS, ...changes])
    t.same(await trial(build, [], SEED), [], 'it works where nobody kills it')
    const found = await untilCaught(build, aims, SEED + 1_000 * index)
    const told = found.find((problem) => shows.test(problem)) ?? found.join('; ')
    t.match(told, shows, 'and says so')
    t.comment(told.slice(0, TOLD_CHARS))
  })
}

/** Runs a mutant until a check says that something is broken. */
async function untilCaught(build: Build, aims: readonly Mark[], seed: number): Promise<string[]> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const found = await trial(build, aims, seed + run)
    if (found.length > 0) return found
  }
  return []
}

/** One run of the short script, killed at random occurrences of these marks in turn. */
async function trial(build: Build, aims: readonly Mark[], seed: number): Promise<string[]> {
  runs += 1
  const story = newStory(join(folder, `run${runs}`))
  const random = createRandom(seed)
  const choose = (lives: readonly LivedLife[]): Choice => {
    const mark = aims[lives.length % Math.max(1, aims.length)]
    if (mark === undefined || lives.length >= KILLS_A_RUN) return { build, aim: null }
    const nth = random.between(1, 3)
    return { build, aim: { atMs: AT_LAST_MS, mark, nth, delayMs: 0 } }
  }
  await runToEnd(script, story, choose)
  const { problems } = checkRun(story, script, reference)
  await endProcessesIn(story.folder)
  const unkilled = story.lives.filter((life) => life.killed).length < Math.min(1, aims.length)
  return unkilled ? [...problems, 'nothing was killed'] : problems
}
