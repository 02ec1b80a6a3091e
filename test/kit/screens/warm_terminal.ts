import { fileURLToPath } from 'node:url'
import { PROGRAM } from '../program.js'
import {
  type Exit,
  type Running,
  type Start,
  spawnInTerminal,
  type TerminalRun,
} from './terminal_run.js'

const HOST = fileURLToPath(new URL('./warm_host.mjs', import.meta.url))
/** What the host writes between two sessions: `ready`, or `over` with the exit code and what is still open. */
const [ESC, BELL] = ['\x1b', '\x07']
const MARK_BEGIN = `${ESC}]777;`
const MARK = new RegExp(`${ESC}\\]777;(?:ready|over;(\\d+);([^${BELL}]*))${BELL}`)
/** On a busy machine a session needs seconds to save and to end. */
const END_MS = 60_000

/** A process in a pseudo-terminal that runs sessions one after the other. */
export interface WarmTerminal {
  start: Start
  close(): Promise<void>
}

/**
 * A process that keeps the code of the built program loaded: a start and its first turn cost five times as much as what
 * a flow does after them. Each session has folders, environment, words and size of its own. SIGTERM ends it, and one that
 * does not end then, or leaves a handle open, is an error.
 * For what one process cannot show there is `startCold`: kills, two starts, a first start.
 */
export function openWarmTerminal(): WarmTerminal {
  let host: Host | null = null
  return {
    async start(run) {
      if (host === null || host.isOver()) host = openHost(run)
      return await host.run(run)
    },
    async close() {
      await host?.end()
    },
  }
}

interface Host {
  run(run: TerminalRun): Promise<Running>
  isOver(): boolean
  end(): Promise<void>
}

interface Over {
  code: number
  /** Kinds of handles that would keep the program alive. */
  open: string
}

function openHost({ columns, rows }: TerminalRun): Host {
  const { PATH = '' } = process.env
  let pass = (_: string) => {}
  let [onReady, onOver] = [() => {}, (_: Over) => {}]
  const nextReady = () =>
    new Promise<void>((done) => {
      onReady = done
    })
  let ready = nextReady()
  const hear = splitMarks(
    (text) => pass(text),
    (over) => (over === null ? onReady() : onOver(over)),
  )
  const { child, resize, ended, isOver } = spawnInTerminal([HOST, PROGRAM], {
    cwd: process.cwd(),
    env: { PATH, TERM: 'xterm', NO_COLOR: '1' },
    columns,
    rows,
    onText: hear,
  })
  const kill = async () => {
    if (!isOver()) child.kill('SIGKILL')
    await ended
  }

  async function run({ onText, ...asked }: TerminalRun): Promise<Running> {
    await Promise.race([ready, ended])
    ready = nextReady()
    const over = new Promise<Over>((done) => {
      onOver = done
    })
    let hasEnded = false
    pass = onText
    resize(asked.columns, asked.rows)
    child.write(`${MARK_BEGIN}run;${Buffer.from(JSON.stringify(asked)).toString('base64')}${BELL}`)
    const died = ended.then((exit) => ({ ...exit, open: '' }))
    const end = Promise.race([over.then((found) => ({ ...found, signal: 0 })), died]).then(
      (exit) => {
        hasEnded = true
        pass = () => {}
        return exit
      },
    )
    return {
      write: (keys) => child.write(keys),
      resize,
      signal: (name) => process.kill(child.pid, name),
      ended: end as Promise<Exit>,
      isOver: () => hasEnded,
      async end() {
        if (!hasEnded) process.kill(child.pid, 'SIGTERM')
        const late = setTimeout(kill, END_MS)
        const { open, signal } = await end
        clearTimeout(late)
        if (signal !== 0) throw new Error(`SIGTERM does not end the session: signal ${signal}`)
        if (open === '') return
        await kill()
        throw new Error(`the session does not end, ${open} stays open`)
      },
    }
  }
  return { run, isOver, end: kill }
}

/** Takes the marks of the host out of what is written. */
function splitMarks(pass: (text: string) => void, mark: (over: Over | null) => void) {
  let held = ''
  const give = (to: number, from = to) => {
    const text = held.slice(0, to)
    held = held.slice(from)
    if (text !== '') pass(text)
  }
  return (part: string) => {
    held += part
    for (let found = MARK.exec(held); found !== null; found = MARK.exec(held)) {
      give(found.index, found.index + found[0].length)
      const [, code, open = ''] = found
      mark(code === undefined ? null : { code: Number(code), open })
    }
    const last = held.lastIndexOf(ESC)
    const tail = held.slice(last, last + MARK_BEGIN.length)
    give(last !== -1 && MARK_BEGIN.startsWith(tail) ? last : held.length)
  }
}
