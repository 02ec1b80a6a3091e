import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import { type Headless, openHeadless } from '../headless.js'
import { PROGRAM } from '../program.js'
import { steadyText } from './steady_text.js'
import { type Exit, loadPty, type Start, startCold } from './terminal_run.js'

/** The built program in a pseudo-terminal of its own, whose screen can be read. */
export interface Stage {
  screen: Headless
  /** The project. */
  cwd: string
  home: string
  type(keys: string): void
  resize(columns: number, rows: number): Promise<void>
  /** Sends a signal to the program. */
  signal(name: NodeJS.Signals): void
  /** Resolves when the program has ended. */
  ended(): Promise<Exit>
  isOver(): boolean
  /** Starts it again in the same terminal, when it has ended. */
  again(args: readonly string[]): Promise<void>
  write(path: string, text: string): void
}

/** The folders of a program. */
export interface Place {
  cwd: string
  home: string
  data: string
}

export interface StageOptions {
  columns: number
  rows: number
  args: readonly string[]
  files?: Readonly<Record<string, string>>
  env?: Readonly<Record<string, string>>
  /** The origin of the endpoint: its port differs from run to run. */
  origin: string
  /** Prepares the folders before the start. */
  before?(place: Place): void | Promise<void>
  /** How the program is started; without it in a process of its own. */
  start?: Start
  /** How it is started again; without it as before. */
  startAgain?: Start
}

/** Options of a test that needs a pseudo-terminal whose size can change. */
export const WITH_STAGE: { skip?: string } =
  loadPty() === null ? { skip: 'node-pty cannot be loaded here' } : {}

/** Names of the same length on every machine: where a line breaks is part of a picture. */
const PLACE = '/tmp/s-'
const PROJECT = 'shop'

/** Starts the built program; it is ended with the test. */
export async function openStage(t: Pick<Test, 'teardown'>, options: StageOptions): Promise<Stage> {
  const { columns, rows, args, files = {}, env = {}, origin, before } = options
  const { start = startCold, startAgain = start } = options
  const base = mkdtempSync(PLACE)
  const [cwd, data, home] = [join(base, PROJECT), join(base, 'data'), join(base, 'home')]
  const bin = join(base, 'bin')
  for (const folder of [cwd, home, bin]) mkdirSync(folder)
  // As a person installs it: lines that name the program say `aircoder`.
  const command = join(bin, 'aircoder')
  symlinkSync(PROGRAM, command)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  await before?.({ cwd, home, data })
  const screen = openHeadless(columns, rows)
  const { port } = new URL(origin)
  const { PATH = '' } = process.env
  const own = {
    PATH: `${bin}:${PATH}`,
    HOME: home,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    AIRCODER_DATA_DIR: data,
    AIRCODER_WAIT: '0',
    AIRCODER_ABLATE: 'map',
    AIRCODER_SANDBOX: 'off',
  }
  const text = steadyText(
    [
      [base, `${PLACE}${'0'.repeat(base.length - PLACE.length)}`],
      [port, '0'.repeat(port.length)],
    ],
    (shown) => void screen.output.write(shown),
  )
  let program = await begin(start, args)
  async function begin(by: Start, words: readonly string[]) {
    const { columns: cols, rows: lines } = screen.output
    const running = await by({
      command,
      args: words,
      cwd,
      env: { ...own, ...env },
      columns: cols,
      rows: lines,
      onText: text.push,
    })
    void running.ended.then(text.flush)
    return running
  }
  t.teardown(async () => {
    await program.end()
    rmSync(base, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    screen,
    cwd,
    home,
    write,
    ended: () => program.ended,
    isOver: () => program.isOver(),
    type: (keys) => program.write(keys),
    signal: (name) => program.signal(name),
    async again(words) {
      await program.ended
      program = await begin(startAgain, words)
    },
    async resize(nextColumns, nextRows) {
      await screen.resize(nextColumns, nextRows)
      program.resize(nextColumns, nextRows)
    },
  }
}
