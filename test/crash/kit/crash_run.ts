import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Ask, event, startEndpoint, streamed } from '../../kit/fake_endpoint.js'
import type { Build } from './builds.js'
import { type Aim, type Life, live } from './life.js'
import type { WorkScript } from './work_script.js'

/** A life, and what it was meant to be. */
export interface LivedLife extends Life {
  build: Build
  aim: Aim | null
  /** The highest step that was said to be committed when it ended, over all lives so far. */
  acknowledged: number
  /** The step it took up; null when it did not come that far. */
  resumedAt: number | null
}

/** A task from its start to its end, over as many processes as it took. */
export interface Story {
  folder: string
  lives: LivedLife[]
  /** Each request for a reply, by the test's clock. */
  asks: { step: number; atMs: number; life: number }[]
  /** Promises that were seen to be broken on the way. */
  problems: string[]
}

export interface Choice {
  build: Build
  /** null: let it live. */
  aim: Aim | null
}

const TASK = 'Rework the folder as the notes say.'
const MOST_LIVES = 400
const NOTHING = /no interrupted task/
/** A reply comes in two pieces with a pause, so that kills land in the middle of a stream. */
const PAUSE_MS = 4
const WINDOW = 16_384
/** The scripts edit what they never read. */
// In a sandbox the kernel ends what a command left; here it is the recovery that must.
const FREE = { AIRCODER_READ_BEFORE_EDIT: 'off', AIRCODER_SANDBOX: 'off' }

export function newStory(folder: string): Story {
  return { folder, lives: [], asks: [], problems: [] }
}

/** Runs a script in the story's folder until the task has ended; the chooser says how each process dies. */
export async function runToEnd(
  script: WorkScript,
  story: Story,
  choose: (lives: readonly LivedLife[]) => Choice,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { folder } = story
  makeTree(folder, script.files)
  const fake = await startEndpoint(
    (ask) => {
      story.asks.push({ step: ask.step, atMs: Date.now(), life: story.lives.length })
      return answer(ask, script)
    },
    { models: [{ id: 'fake', context_window: WINDOW }] },
  )
  try {
    while (story.lives.length < MOST_LIVES) {
      const { build, aim } = choose(story.lives)
      const isFirst = story.lives.length === 0 || isNothingToResume(story)
      const command = isFirst ? ['run', TASK] : ['resume']
      const words = [...command, ...flags(folder, fake.baseUrl)]
      const life = await live(build, words, { ...env(folder), ...more }, aim)
      story.lives.push(judgeLife(story, life, { build, aim }))
      if (life.killed || isNothingToResume(story)) continue
      if (life.exitCode !== 0 && !wasAlreadyOver(story))
        story.problems.push(`a process ended by itself with ${life.exitCode}: ${life.errors}`)
      return
    }
    story.problems.push(`the task did not end in ${MOST_LIVES} lives`)
  } finally {
    await fake.close()
  }
}

/** The ledger of a story's folder; null where there is none. */
export function ledgerOf(folder: string): string | null {
  const projects = join(folder, 'data', 'projects')
  const [name] = existsSync(projects) ? readdirSync(projects) : []
  return name === undefined ? null : join(projects, name, 'ledger.sqlite')
}

function answer(ask: Ask, script: WorkScript) {
  const reply = script.replies[ask.step - 1]
  if (reply === undefined) return { status: 400, body: [event({ error: 'no such step' })] }
  const [first = '', ...rest] = streamed(reply).body ?? []
  return { body: [first, { waitMs: PAUSE_MS }, ...rest] }
}

function makeTree(folder: string, files: WorkScript['files']): void {
  for (const name of ['work', 'home', 'data']) mkdirSync(join(folder, name), { recursive: true })
  for (const [path, text] of files) {
    const at = join(folder, 'work', path)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
  }
}

function flags(folder: string, baseUrl: string): string[] {
  const place = ['--cwd', join(folder, 'work'), '--data-dir', join(folder, 'data')]
  const how = ['--permission-mode', 'yolo', '--output-format', 'stream-json']
  return ['--base-url', baseUrl, '-m', 'fake', ...place, ...how]
}

/** The thread of the map is a fifth of the processor time; test/long/kills and test/long/call_kills have it. */
export const NO_MAP = { AIRCODER_ABLATE: 'map' }

/** Nothing of this process's own: its test runner would reach into the program under test. */
function env(folder: string): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: join(folder, 'home'), TZ: 'UTC', ...FREE }
}

/** The task was never made, as all lives before died too early: then it is begun again. */
function isNothingToResume({ lives }: Story): boolean {
  const last = lives.at(-1)
  if (last === undefined || last.killed || last.exitCode !== 2) return false
  return lives.every((life) => life.resumedAt === null) && NOTHING.test(last.errors)
}

/** The last kill came after the last commit. Whether that was the right end is for the comparison with a calm run. */
function wasAlreadyOver({ lives }: Story): boolean {
  const [before, last] = lives.slice(-2)
  return before?.killed === true && last?.exitCode === 2 && NOTHING.test(last.errors)
}

function judgeLife(story: Story, life: Life, choice: Choice): LivedLife {
  const before = story.lives.at(-1)?.acknowledged ?? 0
  const number = story.lives.length
  const steps = life.events.filter(({ type }) => type === 'step').map((step) => Number(step.number))
  const init = life.events.find(({ type, subtype }) => type === 'system' && subtype === 'init')
  const resumedAt = init === undefined ? null : Number(init.resumed_at)
  if (resumedAt !== null && resumedAt < before)
    story.problems.push(`step ${before} was said to be committed, but ${resumedAt} is the last`)
  for (const [index, step] of steps.entries())
    if (step !== (resumedAt ?? 0) + index + 1)
      story.problems.push(`step ${step} was said in the place of another`)
  for (const { step } of story.asks.filter((ask) => ask.life === number))
    if (step <= before) story.problems.push(`step ${step} was asked again after it was said`)
  const acknowledged = Math.max(before, ...steps)
  return { ...life, ...choice, acknowledged, resumedAt }
}
