import { createRequire } from 'node:module'

type Pty = typeof import('@lydell/node-pty')

/** A program in a pseudo-terminal. */
export interface Running {
  write(keys: string): void
  resize(columns: number, rows: number): void
  signal(name: NodeJS.Signals): void
  ended: Promise<Exit>
  isOver(): boolean
  /** Ends it, whatever it does. */
  end(): Promise<void>
}

export interface Exit {
  code: number
  /** 0: none. */
  signal: number
}

export interface TerminalRun {
  /** The path by which the program is called. */
  command: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
  columns: number
  rows: number
  /** What the program writes. */
  onText(text: string): void
}

/** Starts the built program in a pseudo-terminal. */
export type Start = (run: TerminalRun) => Promise<Running>

/** @returns null where node-pty cannot be loaded */
export function loadPty(): Pty | null {
  try {
    return createRequire(import.meta.url)('@lydell/node-pty') as Pty
  } catch {
    return null
  }
}

/** Starts a program, node without another one, in a pseudo-terminal of its own. */
export function spawnInTerminal(
  words: readonly string[],
  { cwd, env, columns, rows, onText }: Omit<TerminalRun, 'command' | 'args'>,
  program = process.execPath,
) {
  const { spawn } = loadPty() as Pty
  const options = { cwd, env: { ...env }, cols: columns, rows, name: 'xterm' }
  const child = spawn(program, [...words], options)
  child.onData(onText)
  let isOver = false
  const ended = new Promise<Exit>((done) =>
    child.onExit(({ exitCode, signal = 0 }) => {
      isOver = true
      done({ code: exitCode, signal })
    }),
  )
  const resize = (columns: number, rows: number) => {
    try {
      child.resize(columns, rows)
    } catch {
      // The program has ended, which is reported a moment later.
    }
  }
  return { child, resize, ended, isOver: () => isOver }
}

/** A start in a process of its own. */
export const startCold: Start = async ({ command, args, ...at }) =>
  running(spawnInTerminal([command, ...args], at))

/** A shell with job control, in which a person starts the program. */
export const startShell: Start = async ({ command: _, args: __, env, ...at }) =>
  running(
    spawnInTerminal(['--norc', '--noprofile', '-i'], { ...at, env: { ...env, PS1: '$ ' } }, 'bash'),
  )

function running(started: ReturnType<typeof spawnInTerminal>): Running {
  const { child, resize, ended, isOver } = started
  return {
    write: (keys) => child.write(keys),
    resize,
    signal: (name) => process.kill(child.pid, name),
    ended,
    isOver,
    async end() {
      if (!isOver()) child.kill('SIGKILL')
      await ended
    },
  }
}
