import { realpathSync } from 'node:fs'
import { Readable, Writable } from 'node:stream'
import { foldersOf, handles, loadProgram, stillOpen } from './warm_parts.mjs'

// Usage: fork(warm_host.mjs, [PROGRAM]) — runs commands of a built program one after the other in this
// process, so that node and the program's code are loaded once. See warm_program.ts.

const PROGRAM = realpathSync(process.argv[2] ?? '')
const HOME_FOLDER = process.cwd()
const runProgram = await loadProgram(PROGRAM)

class Exit extends Error {}

async function run({ args, env, cwd, input }) {
  const before = handles()
  const [out, err] = [keep(), keep()]
  const listeners = new Map(process.eventNames().map((name) => [name, process.listeners(name)]))
  const exit = process.exit
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, foldersOf(env), env)
  process.argv = [process.execPath, PROGRAM, ...args]
  process.chdir(cwd)
  for (const [name, value] of Object.entries({ stdout: out, stderr: err, stdin: feed(input) }))
    Object.defineProperty(process, name, { value, configurable: true })
  process.exitCode = 0
  process.exit = (code) => {
    process.exitCode = code ?? process.exitCode
    throw new Exit()
  }
  try {
    await runProgram()
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  } finally {
    process.exit = exit
  }
  const open = await stillOpen(before)
  const code = process.exitCode
  endListeners(listeners, code)
  process.exitCode = 0
  process.chdir(HOME_FOLDER)
  return { code, stdout: out.text(), stderr: err.text(), open }
}

/** Removes the listeners of the command; those of its end are called, as at the end of a process. */
function endListeners(before, code) {
  for (const name of process.eventNames())
    for (const listener of process.listeners(name)) {
      if (before.get(name)?.includes(listener)) continue
      if (name === 'exit') listener.call(process, code)
      process.removeListener(name, listener)
    }
}

function keep() {
  const parts = []
  const stream = new Writable({
    write(part, _, done) {
      parts.push(part)
      done()
    },
  })
  return Object.assign(stream, { text: () => Buffer.concat(parts).toString() })
}

function feed(input) {
  const stream = new Readable({ read() {} })
  stream.push(input)
  stream.push(null)
  return stream
}

process.on('message', async (asked) => {
  process.send({ id: asked.id, ...(await run(asked)) })
})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send({ id: 0 })
