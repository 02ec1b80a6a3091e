import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundleOf } from './bundle_packages.mjs'
import { MARK } from './marks.mjs'

const START = fileURLToPath(new URL('./start.mjs', import.meta.url))
/** A process that holds more is replaced before the next file. */
const MOST_BYTES = 800 * 1_048_576
/** What a process may take to end after its last file. */
const END_MS = 30_000

/**
 * Starts a process that runs test files one after another.
 * @param env  the variables it starts with
 * @returns    run(): runs a file; full(): whether the process has to be replaced;
 *             end(): ends it, and resolves to null or to what went wrong at its end
 */
export function openRunner(env) {
  const child = spawn(process.execPath, [START, bundleOf('tap') ?? 'tap'], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  })
  const held = { out: '', err: '', bytes: 0, usedMs: 0, done: () => {} }
  const gone = new Promise((done) => {
    child.on('error', () => {})
    child.on('close', (code, signal) => {
      held.bytes = Number.POSITIVE_INFINITY
      held.done({ code, signal })
      done({ code, signal })
    })
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    held.out += text
    const mark = held.out.indexOf(`\n${MARK} `)
    if (mark < 0 || held.out.indexOf('\n', mark + 1) < 0) return
    const [bytes, usedMs] = held.out
      .slice(mark + MARK.length + 2)
      .split('\n', 1)[0]
      .split(' ')
    const processorMs = Number(usedMs) - held.usedMs
    Object.assign(held, { bytes: Number(bytes), usedMs: Number(usedMs) })
    held.out = held.out.slice(0, mark + 1)
    held.done({ code: null, signal: null, processorMs })
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    held.err += text
  })

  /** Resolves to { out, err, code, signal, processorMs }; while the process lives, code and signal are null. */
  const run = (message) => {
    const ended = new Promise((done) => {
      held.done = done
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), message.limitMs + 5_000)
    child.send(message, () => {})
    return ended.then(({ code, signal, processorMs = 0 }) => {
      clearTimeout(timer)
      const { out, err } = held
      Object.assign(held, { out: '', err: '' })
      return { out, err, code, signal, processorMs }
    })
  }
  const end = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), END_MS)
    if (child.connected) child.send({ end: true }, () => {})
    const { code, signal } = await gone
    clearTimeout(timer)
    return code === 0 ? null : `ended with ${code ?? signal}\n${held.out}${held.err}`.slice(-4_000)
  }
  return { run, end, full: () => held.bytes > MOST_BYTES }
}
