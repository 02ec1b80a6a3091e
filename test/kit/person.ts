import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { PROGRAM, type Program } from './program.js'
import { findPython, PTY } from './pty.js'

/** A person at a terminal: types, and reads what stands there. */
export interface Person {
  type(keys: string): void
  /** Waits until this stands behind what was seen before. @returns the new text up to its end */
  sees(text: RegExp): Promise<string>
  /** All that was shown so far. */
  screen(): string
  /** @returns the exit code */
  leaves(): Promise<number | null>
}

const python = findPython()

/** Options of a test that needs a terminal. */
export const WITH_TERMINAL = python === null ? { skip: 'no python3 with its pty module here' } : {}

/** Starts the built program under a pseudo-terminal, in the folder and home of the box. */
export function sitDown(
  t: Test,
  box: Program,
  args: readonly string[],
  { env = {}, cwd = box.cwd }: { env?: Record<string, string>; cwd?: string } = {},
): Person {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-pty-'))
  const helper = join(folder, 'pty_helper.py')
  writeFileSync(helper, PTY)
  const { PATH = '' } = process.env
  const own = { PATH, HOME: box.home, NO_COLOR: '1', TERM: 'xterm', AIRCODER_DATA_DIR: box.data }
  const child = spawn(python ?? '', [helper, process.execPath, PROGRAM, ...args], {
    cwd,
    env: { ...own, ...env },
  })
  t.teardown(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let [screen, seen] = ['', 0]
  child.stdout.on('data', (chunk) => {
    screen += chunk
  })
  const ended = once(child, 'close')
  return {
    type: (keys) => void child.stdin.write(keys),
    async sees(text) {
      // Ends a wait for what never comes with the reason, before the runner ends it without one.
      const patience = Date.now() + 25_000
      while (Date.now() < patience) {
        const found = text.exec(screen.slice(seen))
        if (found !== null) {
          const from = seen
          seen += found.index + found[0].length
          return screen.slice(from, seen)
        }
        if (child.exitCode !== null) throw new Error(`it ended without ${text}: ${screen}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`it does not show ${text}: ${JSON.stringify(screen.slice(seen))}`)
    },
    screen: () => screen,
    async leaves() {
      const [code] = await ended
      return code
    },
  }
}
