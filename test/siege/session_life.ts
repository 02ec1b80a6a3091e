import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PROGRAM } from '../kit/program.js'

/** Waits for what the screen shows after the keys before, then types these. */
export type Keys = readonly [sees: RegExp, keys: string]

export interface LifeOptions {
  /** The words of a program that starts it. */
  through?: readonly string[]
  /** Called before keys are typed, with their number from 0. */
  onKeys?(number: number): void
}

/** A text that never comes ends an attempt. */
const LIMIT_MS = 120_000

type Pty = typeof import('@lydell/node-pty')

/** @returns why no session can be driven here; null: one can */
export function whyNoTerminal(): string | null {
  return loadPty() === null ? 'node-pty cannot be loaded' : null
}

/** Starts the built program in a pseudo-terminal, in the `work` folder of a place, and types keys until it has ended. */
export async function sitAt(
  folder: string,
  args: readonly string[],
  keys: readonly Keys[],
  { through = [], onKeys = () => {} }: LifeOptions = {},
): Promise<{ shown: string; isKilled: boolean }> {
  const pty = loadPty()
  if (pty === null) throw new Error(whyNoTerminal() ?? '')
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const [program = '', ...words] = [...through, process.execPath, PROGRAM, ...args]
  const child = pty.spawn(program, words, {
    cwd: join(folder, 'work'),
    cols: 200,
    rows: 50,
    name: 'xterm',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: home,
      TERM: 'xterm',
      NO_COLOR: '1',
      AIRCODER_DATA_DIR: join(folder, 'data'),
      AIRCODER_WAIT: '0',
      AIRCODER_ABLATE: 'map',
      AIRCODER_SANDBOX: 'off',
    },
  })
  let [shown, from, next] = ['', 0, 0]
  const press = () => {
    for (let step = keys[next]; step !== undefined; step = keys[next]) {
      const found = step[0].exec(shown.slice(from))
      if (found === null) return
      from += found.index + found[0].length
      onKeys(next)
      next += 1
      child.write(step[1])
    }
  }
  child.onData((data) => {
    shown += data
    press()
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  const { exitCode, signal } = await new Promise<{ exitCode: number; signal?: number }>((done) =>
    child.onExit(done),
  )
  clearTimeout(timer)
  return { shown, isKilled: signal === 9 || exitCode === 137 }
}

function loadPty(): Pty | null {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as Pty
  } catch {
    return null
  }
}
