import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'

const { Terminal } = xterm

/** Starts a program in a pseudo-terminal whose screen can be read. */
export function driveSession(file, args, { cwd, env, columns, rows }) {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1_000 })
  const pty = spawn(file, args, { cwd, env, cols: columns, rows, name: 'xterm-256color' })
  let waiting = () => {}
  let written = Promise.resolve()
  pty.onData((data) => {
    written = new Promise((done) => terminal.write(data, done)).then(() => waiting())
  })
  const ended = new Promise((done) => pty.onExit(done))
  const text = () => {
    const { active } = terminal.buffer
    return Array.from({ length: rows }, (_, at) =>
      active.getLine(active.viewportY + at).translateToString(true),
    ).join('\n')
  }
  return {
    terminal,
    text,
    press: (keys) => pty.write(keys),
    ended,
    end: () => pty.kill(),
    /** Resolves when the screen shows it. */
    async until(pattern, limitMs = 30_000) {
      const limit = Date.now() + limitMs
      while (!pattern.test(text())) {
        if (Date.now() > limit) throw new Error(`the screen never showed ${pattern}:\n${text()}`)
        await new Promise((done) => {
          waiting = done
          setTimeout(done, 200)
        })
      }
      await written
    },
  }
}
