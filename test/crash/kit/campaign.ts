import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Builds, Pace } from './aims.js'
import { buildChanged, SHIPPED } from './builds.js'
import { checkRun, readRemains } from './check_run.js'
import { type Choice, type LivedLife, newStory, runToEnd, type Story } from './crash_run.js'
import {
  commitsKept,
  killsByPhase,
  killsOfShipped,
  recoveriesInARow,
  tellLife,
} from './histogram.js'
import { CAN_LOOK, endProcessesIn } from './leftovers.js'
import { MARKS } from './phases.js'
import { createRandom, type Random } from './random.js'
import { writeScript } from './work_script.js'

/** A script of so many steps, run several times and killed each time in other places. */
export interface Campaign {
  steps: number
  seed: number
  /** What the kills of all runs must reach together. */
  least: Goals
  /** More variables of its processes. */
  env?: Readonly<Record<string, string>>
  /** @returns how the processes of this run die; null: the campaign ends */
  aimRun(run: CampaignRun): ((lives: readonly LivedLife[]) => Choice) | null
}

interface Goals {
  kills: number
  /** Kills of the build without marks. */
  shipped: number
  inPhase: number
  /** Kills in a row that hit recovery. */
  deepest: number
}

export interface CampaignRun {
  /** From 1. */
  number: number
  random: Random
  builds: Builds
  folder: string
  pace: Pace
  /** All kills of the campaign so far. */
  kills(): LivedLife[]
}

/** Two cores are two runs at a time. */
const AT_ONCE = 2

/** Runs a campaign and checks every promise of docs/design/durability.md#recovery after each run. */
export async function runCampaign(t: Test, campaign: Campaign): Promise<void> {
  const { steps, seed, least, env } = campaign
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-crash-'))
  t.teardown(async () => {
    await endProcessesIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
  const builds = { shipped: SHIPPED, marked: await buildChanged(t.testdir(), 'marked', MARKS) }
  const script = writeScript(steps, seed)

  const calm = newStory(join(folder, 'calm'))
  await runToEnd(script, calm, () => ({ build: SHIPPED, aim: null }), env)
  const reference = readRemains(calm.folder)
  t.same(checkRun(calm, script, reference), { problems: [], interrupted: [] }, 'without a kill')
  t.equal(reference.steps.length, steps)
  t.equal(calm.asks.length, steps, 'each step is asked for once')
  t.same(
    [...reference.counted.values()].filter((times) => times !== 1),
    [],
  )
  t.equal(reference.counted.size, script.counters.size)
  const [life] = calm.lives
  const startMs = life?.readyMs ?? 0
  const pace: Pace = { startMs, stepMs: ((life?.ms ?? 0) - startMs) / steps }
  t.comment(`start-up ${Math.round(startMs)} ms, a step ${Math.round(pace.stepMs)} ms`)

  const stories: Story[] = []
  const interrupted: string[] = []
  const kills = () => killed(stories.flatMap((story) => story.lives))

  const work = async () => {
    for (;;) {
      const number = stories.length + 1
      const story = newStory(join(folder, `run${number}`))
      const random = createRandom(seed + number)
      const choose = campaign.aimRun({
        number,
        random,
        builds,
        folder: story.folder,
        pace,
        kills,
      })
      if (choose === null) return
      stories.push(story)
      const next = (lives: readonly LivedLife[]) => {
        follow(pace, lives.at(-1)?.readyMs ?? null)
        return choose(lives)
      }
      await runToEnd(script, story, next, env)
      const found = checkRun(story, script, reference)
      interrupted.push(...found.interrupted)
      if (!t.same(found.problems, [], `run ${number}, seed ${seed + number}`))
        for (const line of story.lives.map(tellLife)) t.comment(line)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  const dead = kills()
  const shipped = dead.filter((one) => !one.build.marked)
  t.ok(dead.length >= least.kills, `${dead.length} kills in ${stories.length} runs`)
  t.ok(shipped.length >= least.shipped, `${shipped.length} of them hit ${SHIPPED.name}`)
  for (const [phase, count] of killsByPhase(dead)) {
    t.ok(count >= least.inPhase, `${count} kills in the phase: ${phase}`)
    t.comment(`${String(count).padStart(4)}  ${phase}`)
  }
  for (const [moment, count] of killsOfShipped(dead))
    t.comment(`${String(count).padStart(4)}  ${SHIPPED.name}: ${moment}`)

  const deepest = Math.max(...stories.map(({ lives }) => recoveriesInARow(lives)))
  t.ok(deepest >= least.deepest, `${deepest} kills in a row hit recovery`)
  const commits = stories.map(({ lives }) => commitsKept(lives))
  const [kept, undone] = [
    sum(commits.map((one) => one.kept)),
    sum(commits.map((one) => one.undone)),
  ]
  t.comment(`killed inside COMMIT: ${kept} steps kept, ${undone} undone`)
  t.comment(`${interrupted.length} commands interrupted; ${deepest} kills in a row in recovery`)
  t.ok(interrupted.length > 0, 'commands were interrupted')
  if (!CAN_LOOK) t.comment('processes left behind were not checked: there is no /proc')
}

/** The machine may become slower and faster meanwhile: the last start tells by how much. */
function follow(pace: Pace, readyMs: number | null): void {
  if (readyMs === null) return
  pace.stepMs *= readyMs / pace.startMs
  pace.startMs = readyMs
}

/** Whether these kills reach the goals that chance decides. */
export function reaches(
  dead: readonly LivedLife[],
  { kills, shipped, inPhase }: Omit<Goals, 'deepest'>,
): boolean {
  return (
    dead.length >= kills &&
    dead.filter((life) => !life.build.marked).length >= shipped &&
    [...killsByPhase([...dead])].every(([, count]) => count >= inPhase)
  )
}

export function killed(lives: readonly LivedLife[]): LivedLife[] {
  return lives.filter((life) => life.killed)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
