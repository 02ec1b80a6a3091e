import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { FILE_TEST, MARK } from './marks.mjs'

// Usage: node scripts/test_run/start.mjs TAP: runs the test files that the parent names by messages, one after another.
// Code that one file has made warm is warm for the next one. Each file is a subtest of tap's root, with an environment
// of its own; MARK, the size of the process and its processor time follow its report.

/** An ended run that does not end its process within this time has left something open. */
const OPEN_MS = 5_000

await serve()

async function serve() {
  // tap makes names of folders from the words of the program: they stay short.
  const [program, , tap] = process.argv
  process.argv = [program]
  const { default: root } = await import(tap)
  root.setTimeout(0)
  const folder = process.cwd()
  const mask = process.umask()
  const open = []
  for await (const { file, bundle, env, limitMs } of messages()) {
    process.argv = [program, file]
    process.chdir(folder)
    process.umask(mask)
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
    await root.test(file, { timeout: limitMs }, async (subtest) => {
      globalThis[Symbol.for(FILE_TEST)] = subtest
      await import(pathToFileURL(bundle).href)
    })
    process.stdout.write(`${MARK} ${process.memoryUsage.rss()} ${processorMs()}\n`)
    open.push(`${file}: ${process.getActiveResourcesInfo().join(' ')}`)
  }
  root.end()
  setTimeout(() => tellOpen(open), OPEN_MS).unref()
}

/** Of this process and its children, also of those that still run; without /proc of this process alone. */
function processorMs() {
  const { user, system } = process.cpuUsage()
  const own = process.pid
  const running = readOr(`/proc/${own}/task/${own}/children`, '').split(' ').filter(Boolean)
  // proc(5), after the name, which may hold spaces: utime, stime, cutime and cstime, in hundredths of a second.
  const times = (pid) => {
    const fields = readOr(`/proc/${pid}/stat`, '')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).map((text) => Number(text) * 10)
  }
  const ofEnded = times('self').slice(2)
  return Math.round((user + system) / 1000 + [ofEnded, ...running.map(times)].flat().reduce(add, 0))
}

function add(a, b) {
  return a + b
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return otherwise
  }
}

/** What the parent sends, until it says `end` or is gone. */
async function* messages() {
  const waiting = []
  let wake = () => {}
  process.on('message', (message) => {
    waiting.push(message)
    wake()
  })
  process.on('disconnect', () => {
    waiting.push({ end: true })
    wake()
  })
  for (;;) {
    // tap lets go of the channel of messages, and an empty loop would end its root.
    const alive = setInterval(() => {}, 60_000)
    while (waiting.length === 0)
      await new Promise((done) => {
        wake = done
      })
    clearInterval(alive)
    const message = waiting.shift()
    if (message.end === true) break
    yield message
  }
  process.removeAllListeners('message')
  process.removeAllListeners('disconnect')
  if (process.connected) process.disconnect()
}

function tellOpen(open) {
  console.error(`still open: ${process.getActiveResourcesInfo().join(' ')}. After each file:`)
  for (const line of open) console.error(line)
  process.exit(1)
}
