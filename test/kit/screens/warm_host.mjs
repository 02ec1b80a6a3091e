import { realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { foldersOf, handles, loadProgram, stillOpen } from '../warm_parts.mjs'

// Usage, under a pseudo-terminal: node warm_host.mjs PROGRAM — runs sessions of the built program one after the
// other in this process, so that its code is loaded and compiled once. See warm_terminal.ts.

const PROGRAM = realpathSync(process.argv[2] ?? '')
const HOME_FOLDER = process.cwd()
const [ESC, BELL] = ['\x1b', '\x07']
const RUN = new RegExp(`${ESC}\\]777;run;([\\w+/=]*)${BELL}`)
const STREAMS = [process.stdin, process.stdout, process.stderr]

const runProgram = await loadProgram(PROGRAM)
const writes = new Map(STREAMS.map((stream) => [stream, stream.write]))

for (;;) {
  const { command, args, env, cwd, columns, rows } = await asked()
  while (process.stdout.columns !== columns || process.stdout.rows !== rows) await pause(1)
  process.off('SIGTERM', ignore)
  const before = { handles: handles(), listeners: listenersOf([process, ...STREAMS]) }
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, foldersOf(env), env)
  process.argv = [process.execPath, command, ...args]
  process.chdir(cwd)
  process.exitCode = 0
  await runProgram()
  const open = await stillOpen(before.handles)
  const code = process.exitCode
  process.exitCode = 0
  // A SIGTERM that crosses the end of a session is for that session.
  process.on('SIGTERM', ignore)
  for (const [emitter, listeners] of before.listeners) endListeners(emitter, listeners, code)
  forgetKeypress()
  for (const [stream, write] of writes) stream.write = write
  process.chdir(HOME_FOLDER)
  process.stdout.write(`${ESC}]777;over;${code};${open.join(',')}${BELL}`)
}

function ignore() {}

/** What to run; keys that nobody read before it are dropped. */
async function asked() {
  const { stdin } = process
  stdin.setRawMode(true)
  let text = ''
  return await new Promise((done) => {
    const hear = (part) => {
      text += part
      const found = RUN.exec(text)
      if (found === null) return
      stdin.off('data', hear)
      stdin.pause()
      stdin.setRawMode(false)
      done(JSON.parse(Buffer.from(found[1], 'base64').toString()))
    }
    stdin.on('data', hear)
    stdin.resume()
    process.stdout.write(`${ESC}]777;ready${BELL}`)
  })
}

function listenersOf(emitters) {
  const own = (emitter) => emitter.eventNames().map((name) => [name, emitter.listeners(name)])
  return emitters.map((emitter) => [emitter, new Map(own(emitter))])
}

/** Node reads keys of a stream by a listener that it adds once; it was removed with the others. */
function forgetKeypress() {
  const own = Object.getOwnPropertySymbols(process.stdin)
  for (const symbol of own)
    if (/^(?:keypress|escape)-decoder$/.test(symbol.description)) delete process.stdin[symbol]
}

/** Removes the listeners of a session; those of its end are called, as at the end of a process. */
function endListeners(emitter, before, code) {
  for (const name of emitter.eventNames())
    for (const listener of emitter.listeners(name)) {
      if (listener === ignore || before.get(name)?.includes(listener)) continue
      if (emitter === process && name === 'exit') listener.call(process, code)
      emitter.removeListener(name, listener)
    }
}
