import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { createAims, type Pace } from './kit/aims.js'
import { buildChanged, SHIPPED } from './kit/builds.js'
import { checkRun, readRemains } from './kit/check_run.js'
import { type LivedLife, newStory, runToEnd, type Story } from './kit/crash_run.js'
import {
  commitsKept,
  killsByPhase,
  killsOfShipped,
  recoveriesInARow,
  tellLife,
} from './kit/histogram.js'
import { CAN_LOOK, endProcessesIn } from './kit/leftovers.js'
import { MARKS } from './kit/phases.js'
import { createRandom } from './kit/random.js'
import { writeScript } from './kit/work_script.js'

/** Before a release 500; AIRCODER_SEED makes another run of the same kind. */
const KILLS = Number(process.env.AIRCODER_KILLS || 200)
const SEED = Number(process.env.AIRCODER_SEED || 20_260_731)
const STEPS = 200
/** Two cores are two runs at a time. */
const AT_ONCE = 2
/** What a kill costs at most on a busy machine: then the test ends, too few kills or not. */
const PATIENCE_MS = KILLS * 5_000 + 120_000
/** So many kills have to land in each phase. */
const LEAST_IN_PHASE = Math.ceil(KILLS / 50)
const LEAST_SHIPPED = Math.ceil(KILLS / 5)
/** Then a run is left alone, so that the kills are spread over at least five. */
const MOST_IN_RUN = Math.ceil(KILLS / 5)
const DEEPEST = 3

t.setTimeout(PATIENCE_MS + 120_000)

t.test(`rows 8-11: ${STEPS} steps survive ${KILLS} kills at any moment`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-crash-'))
  t.teardown(async () => {
    await endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const builds = { shipped: SHIPPED, marked: await buildChanged(t.testdir(), 'marked', MARKS) }
  const script = writeScript(STEPS, SEED)

  const calm = newStory(join(folder, 'calm'))
  await runToEnd(script, calm, () => ({ build: SHIPPED, aim: null }))
  const reference = readRemains(calm.folder)
  t.same(checkRun(calm, script, reference), { problems: [], interrupted: [] }, 'without a kill')
  t.equal(reference.steps.length, STEPS)
  t.equal(calm.asks.length, STEPS, 'each step is asked for once')
  t.same(
    [...reference.counted.values()].filter((times) => times !== 1),
    [],
  )
  t.equal(reference.counted.size, script.counters.size)
  const [life] = calm.lives
  const startMs = life?.readyMs ?? 0
  const pace: Pace = { startMs, stepMs: ((life?.ms ?? 0) - startMs) / STEPS }
  t.comment(`start-up ${Math.round(startMs)} ms, a step ${Math.round(pace.stepMs)} ms`)

  const until = performance.now() + PATIENCE_MS
  const stories: Story[] = []
  const interrupted: string[] = []
  const kills = () => killed(stories.flatMap((story) => story.lives))
  // Where the kills land is chance: it goes on until every phase and the shipped build had their share.
  const goesOn = () => !isEnough(kills()) && performance.now() < until

  const work = async () => {
    while (goesOn()) {
      const number = stories.length + 1
      const story = newStory(join(folder, `run${number}`))
      stories.push(story)
      const random = createRandom(SEED + number)
      const mayKill = () => goesOn() && killed(story.lives).length < MOST_IN_RUN
      await runToEnd(script, story, createAims(random, builds, story.folder, pace, mayKill))
      const found = checkRun(story, script, reference)
      interrupted.push(...found.interrupted)
      if (!t.same(found.problems, [], `run ${number}, seed ${SEED + number}`))
        for (const told of story.lives.map(tellLife)) t.comment(told)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  const dead = kills()
  const shipped = dead.filter((life) => !life.build.marked)
  t.ok(dead.length >= KILLS, `${dead.length} kills in ${stories.length} runs`)
  t.ok(shipped.length >= LEAST_SHIPPED, `${shipped.length} of them hit ${SHIPPED.name}`)
  for (const [phase, count] of killsByPhase(dead)) {
    t.ok(count >= LEAST_IN_PHASE, `${count} kills in the phase: ${phase}`)
    t.comment(`${String(count).padStart(4)}  ${phase}`)
  }
  for (const [moment, count] of killsOfShipped(dead))
    t.comment(`${String(count).padStart(4)}  ${SHIPPED.name}: ${moment}`)

  const deepest = Math.max(...stories.map(({ lives }) => recoveriesInARow(lives)))
  t.ok(deepest >= DEEPEST, `${deepest} kills in a row hit recovery`)
  const commits = stories.map(({ lives }) => commitsKept(lives))
  const [kept, undone] = [
    sum(commits.map((one) => one.kept)),
    sum(commits.map((one) => one.undone)),
  ]
  t.comment(`killed inside COMMIT: ${kept} steps kept, ${undone} undone`)
  t.comment(`${interrupted.length} commands interrupted; ${deepest} kills in a row in recovery`)
  t.ok(interrupted.length > 0, 'commands were interrupted')
  if (!CAN_LOOK) t.comment('processes left behind were not looked for: there is no /proc')
})

function isEnough(dead: LivedLife[]): boolean {
  const shipped = dead.filter((life) => !life.build.marked)
  const inPhase = [...killsByPhase(dead)].map(([, count]) => count)
  return (
    dead.length >= KILLS &&
    shipped.length >= LEAST_SHIPPED &&
    inPhase.every((count) => count >= LEAST_IN_PHASE)
  )
}

function killed(lives: readonly LivedLife[]): LivedLife[] {
  return lives.filter((life) => life.killed)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
