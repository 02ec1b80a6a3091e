import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Act, type Ask, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram, PROGRAM, type Program } from '../kit/program.js'
import { findPython, PTY } from '../kit/pty.js'

const python = findPython()
const options = python === null ? { skip: 'no python3 with its pty module here' } : {}

/** A person at a terminal: types, and reads what stands there. */
interface Person {
  type(keys: string): void
  /** Waits until this stands on the screen behind what was seen before. */
  sees(text: string | RegExp): Promise<string>
  leaves(): Promise<number | null>
}

interface Sitting extends Person {
  box: Program
}

const FILES = { 'value.txt': 'one\n' }

async function sit(t: Test, script: (ask: Ask) => Act, args: string[] = []): Promise<Sitting> {
  const endpoint = await startEndpoint(script)
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  return { box, ...atTerminal(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake', ...args]) }
}

function atTerminal(t: Test, box: Program, args: string[]): Person {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-pty-'))
  const helper = join(folder, 'pty_helper.py')
  writeFileSync(helper, PTY)
  const { PATH = '' } = process.env
  const env = { PATH, HOME: box.home, NO_COLOR: '1', TERM: 'xterm', AIRCODER_DATA_DIR: box.data }
  const child = spawn(python ?? '', [helper, process.execPath, PROGRAM, ...args], {
    cwd: box.cwd,
    env,
  })
  t.teardown(() => {
    if (child.exitCode === null) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let [screen, seen] = ['', 0]
  child.stdout.on('data', (chunk) => {
    screen += chunk
  })
  const ended = once(child, 'close')
  return {
    type: (keys) => void child.stdin.write(keys),
    async sees(text) {
      for (;;) {
        const rest = screen.slice(seen)
        const at = typeof text === 'string' ? rest.indexOf(text) : rest.search(text)
        if (at !== -1) {
          seen +=
            at + (typeof text === 'string' ? text.length : (rest.match(text)?.[0].length ?? 0))
          return screen.slice(0, seen)
        }
        if (child.exitCode !== null) throw new Error(`it ended without ${text}: ${screen}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async leaves() {
      const [code] = await ended
      return code
    },
  }
}

const edit = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]

t.test(
  'rows 192 and 195: each edit and command of a session is asked, through its one input line',
  options,
  async (t) => {
    const replies = [
      act(['read_file', { path: 'value.txt' }], edit('one', 'three')),
      act(edit('one', 'two')),
      act(edit('two', 'four')),
      act(edit('four', 'five')),
      act(['run_command', { command: 'echo ran > ran.txt' }]),
      act(['resolve', { cites: ['e2'], summary: 'value.txt says five' }]),
    ]
    const me = await sit(t, ({ step }) => streamed(replies[step - 1] ?? say('x')))
    await me.sees(/aircoder in .*work · fake, window 32768 tokens · \/help/)
    await me.sees('> ')
    me.type('/help\r')
    await me.sees('/exit')
    await me.sees('> ')
    me.type('/mode\r')
    await me.sees('mode default')
    me.type('/mode nonsense\r')
    await me.sees('Modes are default, acceptEdits, plan, yolo.')
    me.type('/nonsense\r')
    await me.sees('There is no /nonsense.')
    me.type('change value.txt\r')
    await me.sees(/-one\s+\+three/)
    await me.sees('patch value.txt')
    await me.sees(/allow\? y = once · n \[why\] = no · a = always \(every edit inside this folder/)
    me.type('perhaps\r')
    await me.sees('allow?')
    me.type('n, make it two\r')
    await me.sees('The user said no: make it two')
    await me.sees(/-one\s+\+two/)
    await me.sees('allow?')
    me.type('y\r')
    await me.sees('step 2 committed')
    await me.sees(/\+four/)
    me.type('a\r')
    await me.sees('step 4 committed')
    await me.sees(/run echo ran[\s\S]*allow\?/)
    me.type('y\r')
    await me.sees('value.txt says five')
    await me.sees('> ')
    me.type('/permissions\r')
    await me.sees(/always patch value\.txt · covers every edit inside this folder/)
    me.type('/permissions revoke 99\r')
    await me.sees('There is no answer 99')
    me.type('/plan\r')
    await me.sees('[x] change value.txt')
    me.type('/sessions\r')
    await me.sees(/s_\w+ {2}change value\.txt/)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    const { stdout } = await me.box.run(['ledger', 'tasks'])
    t.match(stdout, /resolved {2}6 steps {2}change value\.txt/)
  },
)

t.test(
  'Ctrl+C interrupts what runs and keeps the state; at the prompt twice leaves',
  options,
  async (t) => {
    const me = await sit(t, ({ step }) =>
      step === 1 ? streamed(act(['read_file', { path: 'value.txt' }])) : { end: 'silent' },
    )
    await me.sees('> ')
    me.type('what does it say?\r')
    await me.sees('step 1 committed')
    await new Promise((resolve) => setTimeout(resolve, 100))
    me.type('\x03')
    await me.sees('interrupted by the user')
    await me.sees(/\(interrupted; .* resume t_\w+ .* goes on\)/)
    await me.sees('> ')
    me.type('\x03')
    await me.sees('Ctrl+C again leaves; so does /exit.')
    me.type('\x03')
    t.equal(await me.leaves(), 0)
    const again = atTerminal(t, me.box, ['--script', await scriptIn(me.box)])
    await again.sees(
      /An earlier task stopped at step 1: what does it say\?\s+.* resume t_\w+ goes on with it\./,
    )
    await again.sees('> ')
    again.type('\x04')
    t.equal(await again.leaves(), 0, 'Ctrl+D leaves, too')
  },
)

async function scriptIn({ home }: Program): Promise<string> {
  const file = join(home, 'script.jsonl')
  writeFileSync(file, '{"content":"hi","finish_reason":"stop"}\n')
  return file
}

t.test('a line that is typed while it works is delivered after the step', options, async (t) => {
  let release = () => {}
  const typed = new Promise<void>((resolve) => {
    release = resolve
  })
  const bodies: string[] = []
  const endpoint = await startEndpoint(async ({ step, body }) => {
    bodies.push(body)
    if (step === 1) await typed
    return streamed(step === 1 ? act(['read_file', { path: 'value.txt' }]) : say('Understood.'))
  })
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', 'what does it say?']
  const me = atTerminal(t, box, at)
  await me.sees(/task t_\w+/)
  while (bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  me.type('and mention MARMALADE\r')
  await me.sees('MARMALADE')
  await new Promise((resolve) => setTimeout(resolve, 200))
  release()
  await me.sees('Understood.')
  t.match(JSON.parse(bodies[1] ?? '{}').messages.at(-1), {
    role: 'user',
    content: 'and mention MARMALADE',
  })
  const until = await me.sees('> ')
  t.equal(until.split('Understood.').length, 2, 'the last words stand there once')
  me.type('/clear\r/exit\r')
  t.equal(await me.leaves(), 0)
})

t.test('a session that cannot begin says why and ends', options, async (t) => {
  const box = openProgram(t, FILES)
  const me = atTerminal(t, box, ['--script', join(box.home, 'missing.jsonl')])
  await me.sees('error: The recording')
  await me.sees('hint:')
  t.equal(await me.leaves(), 2)
})
