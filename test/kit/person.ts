import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { PROGRAM, type Program } from './program.js'
import { findPython, PTY } from './pty.js'

/** A person at a terminal: types keys and reads the screen. */
export interface Person {
  type(keys: string): void
  /** Waits until the screen shows this after what was seen before. @returns the new text up to its end */
  sees(text: string | RegExp): Promise<string>
  /** Sends a signal to the program. */
  signal(name: NodeJS.Signals): void
  /** The terminal is gone, as when its window is closed. */
  hangUp(): void
  /** All that was shown so far. */
  screen(): string
  /** @returns the exit code */
  leaves(): Promise<number | null>
}

/** Enough for a session on a loaded machine. */
const LIMIT_MS = 60_000

const python = findPython()

/** Options of a test that needs a terminal. */
export const WITH_TERMINAL = python === null ? { skip: 'no python3 with its pty module here' } : {}

/** The words that start the built program in a shell. */
export const PROGRAM_WORDS = `'${process.execPath}' '${PROGRAM}'`

/**
 * Starts the built program under a pseudo-terminal, in the folder and home of the box.
 * @param options  `shell`: a shell with job control is started in the place of the program; `after`: the program runs in
 *                 a plain shell, which runs these words after it
 */
export function sitDown(
  t: Test,
  box: Program,
  args: readonly string[],
  {
    env = {},
    cwd = box.cwd,
    shell = false,
    after,
  }: { env?: Record<string, string>; cwd?: string; shell?: boolean; after?: string } = {},
): Person {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-pty-'))
  const helper = join(folder, 'pty_helper.py')
  writeFileSync(helper, PTY)
  const { PATH = '' } = process.env
  const own = {
    PATH,
    HOME: box.home,
    NO_COLOR: '1',
    TERM: 'xterm',
    AIRCODER_DATA_DIR: box.data,
    AIRCODER_WAIT: '0',
    AIRCODER_ABLATE: 'map',
  }
  const command = shell ? ['bash', '--norc', '--noprofile', '-i'] : [process.execPath, PROGRAM]
  if (after !== undefined) command.unshift('sh', '-c', `"$@"; ${after}`, 'sh')
  const child = spawn(python ?? '', [helper, ...command, ...args], {
    cwd,
    env: { ...own, ...env },
  })
  t.teardown(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let [screen, seen] = ['', 0]
  let wake = () => {}
  // A character may come in two reads.
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    screen += chunk
    wake()
  })
  const ended = once(child, 'close')
  void ended.then(() => wake())
  return {
    type: (keys) => void child.stdin.write(keys),
    async sees(text) {
      const pattern = typeof text === 'string' ? new RegExp(escaped(text)) : text
      // A wait for text that never comes ends here with the screen, not at the runner's limit without it.
      const limit = AbortSignal.timeout(LIMIT_MS)
      limit.addEventListener('abort', () => wake())
      for (;;) {
        const found = pattern.exec(screen.slice(seen))
        if (found !== null) {
          const from = seen
          seen += found.index + found[0].length
          return screen.slice(from, seen)
        }
        const rest = JSON.stringify(screen.slice(seen))
        if (child.exitCode !== null) throw new Error(`ended without ${pattern}: ${rest}`)
        if (limit.aborted) throw new Error(`does not show ${pattern}: ${rest}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    signal(name) {
      const outer = childOf(child.pid)
      process.kill(after === undefined ? outer : childOf(outer), name)
    },
    hangUp: () => void child.kill('SIGKILL'),
    screen: () => screen,
    async leaves() {
      const [code] = await ended
      return code
    },
  }
}

/** The first child of a process. */
function childOf(pid: number | undefined): number {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return Number(first)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
