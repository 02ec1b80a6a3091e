import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** The screen is read this often while an act waits for a text. */
const POLL_MS = 40
/** So long a text has to stay. */
const SETTLED_MS = 250
/** No text of this script takes longer, on a loaded machine too. */
const LIMIT_MS = 60_000

/**
 * Opens a tmux server of its own with one terminal that runs bash.
 * @param folder  where its socket and its settings are
 */
export async function openTmux({ folder, cwd, env, columns, rows, prompt }) {
  const settings = join(folder, 'tmux.conf')
  writeFileSync(
    settings,
    'set -g history-limit 20000\nset -g status off\nset -s escape-time 0\nset -g default-terminal tmux-256color\n',
  )
  const tmux = async (...words) => {
    const own = ['-S', join(folder, 'tmux.sock'), '-f', settings]
    return (await run('tmux', [...own, ...words], { env, maxBuffer: 1 << 24 })).stdout
  }
  const started = join(folder, 'bashrc')
  writeFileSync(started, `unset HISTFILE\nPS1='${prompt}'\n`)
  const shell = `exec bash --noprofile --rcfile '${started}' -i`
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', '-s', 'first', '-c', cwd, ...size, shell)
  return {
    first: openTerminal(tmux, 'first'),
    async open(name) {
      await tmux('new-session', '-d', '-s', name, '-c', cwd, ...size, shell)
      return openTerminal(tmux, name)
    },
    close: () => tmux('kill-server').catch(() => {}),
  }
}

function openTerminal(tmux, name) {
  let before = []
  /** All lines of the terminal. Joined: a line that the terminal wrapped is one line. */
  async function lines(isJoined) {
    const all = await tmux('capture-pane', '-p', '-t', name, '-S', '-', ...(isJoined ? ['-J'] : []))
    return all.trimEnd().split('\n')
  }
  async function sinceMark(isJoined) {
    const now = await lines(isJoined)
    const same = now.findIndex((line, at) => line !== before[isJoined ? 1 : 0]?.[at])
    return now.slice(same === -1 ? -1 : same)
  }
  return {
    name,
    /** What is shown from now on is new. */
    async mark() {
      before = [await lines(false), await lines(true)]
    },
    /** What is new. @param asShown  lines are cut where the terminal cuts them */
    shown: (asShown = false) => sinceMark(!asShown),
    /** Waits until what is new shows this, and still does a moment later: rows are replaced. */
    async sees(pattern) {
      const limit = AbortSignal.timeout(LIMIT_MS)
      const read = async () => (await sinceMark(true)).map((line) => line.trimEnd()).join('\n')
      // A message may be broken between its words.
      const isIn = (text) => pattern.test(text) || pattern.test(text.replaceAll('\n', ' '))
      for (;;) {
        const text = await read()
        if (isIn(text)) {
          await pause(SETTLED_MS)
          if (isIn(await read())) return
        }
        if (limit.aborted) throw new Error(`The terminal does not show ${pattern}:\n${text}`)
        await pause(POLL_MS)
      }
    },
    /** Types text, letter by letter. */
    type: (text) => tmux('send-keys', '-t', name, '-l', '--', text),
    /** Presses keys by their names of tmux: Enter, C-c, C-z. */
    press: (...keys) => tmux('send-keys', '-t', name, ...keys),
    async enter(text) {
      await tmux('send-keys', '-t', name, '-l', '--', text)
      await tmux('send-keys', '-t', name, 'Enter')
    },
    /** Pastes text, bracketed where the program wants that. */
    async paste(text) {
      await tmux('set-buffer', '-b', 'pasted', '--', text)
      await tmux('paste-buffer', '-p', '-r', '-b', 'pasted', '-t', name)
    },
    resize: (columns, rows) =>
      tmux('resize-window', '-t', name, '-x', String(columns), '-y', String(rows)),
  }
}
