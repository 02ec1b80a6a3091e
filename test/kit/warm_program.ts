import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const HOST = fileURLToPath(new URL('./warm_host.mjs', import.meta.url))

export interface WarmRun {
  args: readonly string[]
  env: Record<string, string>
  cwd: string
  input: string
}

export interface WarmEnd {
  code: number
  stdout: string
  stderr: string
}

interface Answer extends WarmEnd {
  id: number
  /** Kinds of handles that would keep the program alive. */
  open: string[]
}

/**
 * A process that keeps the code of a built program loaded and runs its commands one after the other: a start
 * of node and of the program takes ten times as long as most commands. Environment, folder, input, output and
 * exit code are those of a process of its own; a handle that a command leaves open fails the run.
 * For what a warm process does not have, start the program: signals, terminals, closed pipes, two at a time.
 */
export function openWarm(program: string): (run: WarmRun) => Promise<WarmEnd> {
  let host: ChildProcess | null = null
  let last: Promise<unknown> = Promise.resolve()
  let count = 0

  function start(): ChildProcess {
    const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' }
    const child = fork(HOST, [program], {
      env,
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('exit', () => {
      host = null
    })
    return child
  }

  function send(child: ChildProcess, run: WarmRun): Promise<Answer> {
    count += 1
    const id = count
    return new Promise((resolve, reject) => {
      const hear = (answer: Answer) => {
        if (answer.id !== id) return
        finish()
        resolve(answer)
      }
      const fail = (code: number | null) => {
        finish()
        reject(new Error(`the warm process ended with ${code} in: ${run.args.join(' ')}`))
      }
      const finish = () => {
        child.off('message', hear).off('exit', fail)
        child.unref()
        child.channel?.unref()
      }
      child.ref()
      child.channel?.ref()
      child.on('message', hear).on('exit', fail)
      child.send({ id, ...run })
    })
  }

  async function perform(run: WarmRun): Promise<WarmEnd> {
    host ??= start()
    const { code, stdout, stderr, open } = await send(host, run)
    if (open.length > 0)
      throw new Error(`it does not end, ${open.join(', ')} stays open: ${run.args.join(' ')}`)
    return { code, stdout, stderr }
  }

  return (run) => {
    const next = last.then(() => perform(run))
    last = next.catch(() => {})
    return next
  }
}
