import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { type Act, chunk, startEndpoint, streamed } from '../fake_endpoint.js'
import { act, say } from '../loop.js'
import { KEYS, seeded } from '../random_keys.js'
import { differsDrawnAgain, hasTerminal } from './drawn_again.js'
import { openStage, type Stage } from './stage.js'

/** Lines that do something, between the random keys. */
const LINES = [
  'what does value.txt say?\r',
  'change value.txt to two\r',
  'run the command\r',
  '!echo 中文; seq 1 40\r',
  '/context\r',
  '/cost\r',
  '/diff\r',
  '/undo\r',
  '/rewind\r',
  '/resume\r',
  '/fork\r',
  '/clear\r',
  '/help\r',
  '# a rule\r',
  'y\r',
  'n\r',
  'a\r',
]
const SIZES = [
  [20, 5],
  [80, 24],
  [160, 50],
] as const
/** An end that a person asked for. */
const GOOD_ENDS = new Set([0, 130])
const CTRL_D = '\x04'
const ESC_KEY = '\x1b[27u'
/** After so many keys the screen is compared with one that is drawn from scratch. */
const COMPARED = 250
/** Ends what is open, whatever it is. */
const LEAVING = [ESC_KEY, '\x03', 'n\r', ESC_KEY, '\x15', CTRL_D]
/** Modes of a terminal: reports of the focus, which a session sets, and the caret, which it shows again. */
const [FOCUS, CARET] = ['1004', '25'] as const
/** When a session has given the terminal back, Ctrl+C and Ctrl+\\ are the kernel's again, and may come before the end. */
const KEY_SIGNALS = new Set([2, 3])
const LEAVE_MS = 60_000
const STACK = /\n\s+at \S+ \(|node:internal|Uncaught|UnhandledPromise/

/**
 * Presses random keys in the built program, in front of a model that answers, edits, runs commands, hangs and vanishes.
 * @returns how many keys were pressed, and what was wrong: a crash, a stack on the screen, rows that a redraw changes, a
 *          terminal that is not as before
 */
export async function pressKeysInSession(
  seed: number,
  isOver: (keys: number) => boolean,
): Promise<{ keys: number; problems: string[] }> {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const ends: (() => unknown)[] = []
  const place = { teardown: (end: () => unknown) => void ends.push(end) } as Pick<Test, 'teardown'>
  const model = holdable()
  const endpoint = await startEndpoint(async () => {
    await model.free()
    return replyOf(pick, random)
  })
  const problems: string[] = []
  let keys = 0
  try {
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const files = { 'value.txt': 'one\n', 'src/文件.txt': '', 'od\x1b[2Jd.txt': '' }
    const options = { columns: 80, rows: 24, args: at, files, origin: endpoint.origin }
    const stage = await openStage(place, options)
    await whenTaken(stage)
    while (!isOver(keys)) {
      keys += 1
      const chance = random()
      const [columns, rows] = pick(SIZES)
      if (chance < 0.02) await stage.resize(columns, rows)
      else stage.type(chance < 0.1 ? pick(LINES) : pick(KEYS))
      if (chance > 0.7) await pause(5)
      if (keys % COMPARED === 0) {
        stage.type(ESC_KEY)
        model.hold()
        const differs = await differsDrawnAgain(stage)
        model.release()
        if (differs !== null)
          problems.push(`seed ${seed}, key ${keys}: not what is drawn: ${differs}`)
      }
      if (!hasTerminal(stage) && (await hangsAtItsEnd(stage))) {
        problems.push(
          `seed ${seed}, key ${keys}: it has left and does not end: ${await textOf(stage)}`,
        )
        stage.signal('SIGKILL')
        await stage.ended()
      }
      if (stage.isOver()) {
        problems.push(...(await judge(stage, `seed ${seed}, key ${keys}`)))
        await stage.again(at)
        await whenTaken(stage)
      }
    }
    const limit = AbortSignal.timeout(LEAVE_MS)
    while (!stage.isOver() && !limit.aborted) {
      for (const key of LEAVING) {
        stage.type(key)
        await pause(80)
      }
    }
    if (limit.aborted)
      problems.push(`seed ${seed}: the session cannot be left: ${await textOf(stage)}`)
    else problems.push(...(await judge(stage, `seed ${seed}, the end`)))
  } finally {
    model.release()
    for (const end of ends.reverse()) await end()
    await endpoint.close()
  }
  return { keys, problems }
}

/** A model whose answers can be held back, so that the program comes to rest. */
function holdable() {
  let release = () => {}
  let free = Promise.resolve()
  return {
    free: () => free,
    hold() {
      free = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
  }
}

/** Before the program has the terminal, the kernel reads keys, and Ctrl+C ends the start. */
async function whenTaken(stage: Stage): Promise<void> {
  while (!hasTerminal(stage) && !stage.isOver()) await pause(5)
}

/** Waits for the end of a program that has given the terminal back. @returns whether it does not end */
async function hangsAtItsEnd(stage: Stage): Promise<boolean> {
  const limit = AbortSignal.timeout(LEAVE_MS)
  while (!hasTerminal(stage) && !stage.isOver() && !limit.aborted) await pause(5)
  return limit.aborted
}

function replyOf(pick: <T>(list: readonly T[]) => T, random: () => number): Act {
  const chance = random()
  const half = [chunk({ role: 'assistant', content: 'The file **says** `one`\n\n- a\n- b' })]
  if (chance < 0.05) return { body: half, end: 'die' }
  if (chance < 0.1) return { body: half, end: 'hang' }
  return streamed(
    pick([
      act(['read_file', { path: 'value.txt' }]),
      act(['list_dir', { path: '.' }]),
      act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
      act(['run_command', { command: 'printf "\\033[2Jx"; sleep 0.2' }]),
      act(['todo_write', { items: ['[ ] one', '[x] two'] }]),
      say('It says **one**.\n\n| a | 中 |\n|---|---|\n| 1 | \x1b[31m2 |'),
      act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }]),
    ]),
  )
}

/** What is wrong with the end of a program. */
async function judge(stage: Stage, when: string): Promise<string[]> {
  const { code, signal } = await stage.ended()
  const text = await textOf(stage)
  const modes = stage.screen.modes()
  const isRestored = !hasTerminal(stage) && !modes.has(FOCUS) && modes.has(CARET)
  const isGood = signal === 0 ? GOOD_ENDS.has(code) : KEY_SIGNALS.has(signal) && isRestored
  return [
    ...(isGood ? [] : [`${when}: ended with ${code}, signal ${signal}`]),
    ...(STACK.test(text) ? [`${when}: a stack on the screen`] : []),
    ...(isRestored ? [] : [`${when}: the terminal is not as before: ${[...modes].join(' ')}`]),
  ].map((problem) => `${problem}: ${text.slice(-600)}`)
}

async function textOf(stage: Stage): Promise<string> {
  return (await stage.screen.screen()).join('\n')
}
