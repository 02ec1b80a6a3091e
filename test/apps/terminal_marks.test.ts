import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram, PROGRAM, type Program } from '../kit/program.js'
import { findPython, PTY } from '../kit/pty.js'

const python = findPython()
const options = python === null ? { skip: 'no python3 with its pty module here' } : {}

/** Cursor, title, clipboard and colour codes, 8-bit codes, bells, turned and unseen text. */
const HOSTILE =
  '\x1b[2J\x1b[?2004h\x1b[?2004l\x1b]0;owned\x07\x1b]52;c;cm0=\x1b\\\x1bP1$q\x1b\\\x9b31m\u0090q\u009c\u202egnp\u2066\u200b\u{e0041}\ufeff\u00ad\x7f\b\x00over\rwritten'
/** What no path can hold is left out. */
const NAME = `${HOSTILE.replaceAll('\x00', '').replaceAll('/', '')}.txt`
/**
 * What the area of a session and the line of a wait write themselves: the cursor moved and shown, rows cleared, styles ended,
 * lines wrapped, synchronised output, reports of focus and keys. No hostile text has one of them.
 */
const OWN_MARKS = /\r*\p{Cc}\[(?:\d*[ABCG]|0?[JKm]|2K|[<>]\d?u|\?(?:7|25|1004|2026)[hl])\r*/gu
/** Control codes but the terminal's own line ends, and what is unseen or turns the text. */
const OBEYED = /(?![\r\n\t])\p{Cc}|\p{Cf}|\r(?!\r*\n)/u

/** Everything that the program wrote to a real pseudo-terminal. */
async function shownAtTerminal(box: Program, args: string[]): Promise<string> {
  const child = spawn(python ?? '', ['-c', PTY, process.execPath, PROGRAM, ...args], {
    cwd: box.cwd,
    env: box.env({ TERM: 'xterm' }),
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stdin.end()
  await once(child, 'close')
  // The pseudo-terminal echoes the end of input, with two steps back, before the program speaks.
  const shown = Buffer.concat(parts).toString('utf8')
  return withoutOwnMarks(shown.startsWith('^D\b\b') ? shown.slice(4) : shown)
}

/**
 * A program that reads keys turns marked pastes on before it prints anything and off after it printed all. One that
 * held the keys while it waited for its server turns them off and on once more, which no hostile text does. These marks are
 * removed at these places only: the same bytes anywhere else come from data, and the check finds them.
 */
function withoutOwnMarks(all: string): string {
  // A step that takes a second shows what it waits for in a line that is drawn again. No text of ours has these marks.
  const shown = all.replace(OWN_MARKS, '')
  const [on, off] = ['\x1b[?2004h', '\x1b[?2004l']
  if (!shown.startsWith(on)) return shown
  const read = shown.slice(on.length).replace(off + on, '')
  const at = read.lastIndexOf(off)
  return at === -1 ? shown : read.slice(0, at) + read.slice(at + off.length)
}

t.test('no byte that a terminal obeys comes through, whatever said it', options, async (t) => {
  const replies = [
    act(
      ['read_file', { path: NAME }],
      ['read_file', { path: `${NAME}.missing` }],
      ['grep', { pattern: 'over' }],
    ),
    act(
      ['run_command', { command: `printf '%s' '${HOSTILE.replaceAll('\x00', '')}'` }],
      [`no_${HOSTILE}`, { x: HOSTILE }],
    ),
    say(`Here: ${HOSTILE}`, ['todo_write', { items: [HOSTILE] }]),
  ]
  // The last reply again and again: an endpoint without one would be asked four times for each step.
  const last = say(`The end: ${HOSTILE}`)
  const endpoint = await startEndpoint(({ step }) => streamed(replies[step - 1] ?? last))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, {})
  mkdirSync(box.cwd, { recursive: true })
  writeFileSync(join(box.cwd, NAME), `content ${HOSTILE}\n`)
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const task = `Look at ${HOSTILE.replaceAll('\x00', '')}`
  const commands = [
    ['run', task, '-v', ...at],
    ['sessions'],
    ['sessions', 'show', 'last'],
    ['ledger', 'tasks'],
    ['ledger', 'search', 'over'],
    ['ledger', 'show', 'e1'],
    ['ledger', 'export'],
    ['ledger', 'sql', 'SELECT text FROM tasks'],
    ['egress'],
    [
      'run',
      task,
      '--base-url',
      'http://127.0.0.1:9/v1',
      '-m',
      `m${HOSTILE.replaceAll('\x00', '')}`,
    ],
    ['run', task, '--output-format', 'stream-json', ...at],
  ]
  for (const command of commands) {
    const shown = await shownAtTerminal(box, command)
    const name = command.slice(0, 2).join(' ').slice(0, 30)
    t.ok(shown.length > 10, `${name} shows something`)
    if (command.includes('-v')) t.match(shown, '<1b>[2J', `${name} shows marks`)
    const found = OBEYED.exec(shown)
    t.equal(
      found,
      null,
      `${name}: ${JSON.stringify(shown.slice(Math.max(0, (found?.index ?? 0) - 80), (found?.index ?? 0) + 20))}`,
    )
  }
})
