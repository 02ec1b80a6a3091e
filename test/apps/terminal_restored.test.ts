import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { chunk, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Person, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

/** Throws where nothing catches it, when it gets SIGUSR2. */
const CRASH = "process.on('SIGUSR2', () => { throw new Error('thrown by the test') })\n"
const REJECT = "process.on('SIGUSR2', () => { Promise.reject(new Error('thrown by the test')) })\n"

/** The limit of the end, shortened. */
const SOON = `const own = setTimeout
globalThis.setTimeout = (run, ms, ...rest) => own(run, ms === ${LIMITS.leaveMs} ? 300 : ms, ...rest)
`
/** From SIGUSR2 on nothing that is interrupted ends. */
const DEAF = `${SOON}process.on('SIGUSR2', () => {
  AbortController.prototype.abort = () => {}
  console.log('deaf')
})
`
const OPEN = `${SOON}setInterval(() => {}, 1000)\n`

const WORDS = 'Let me look at the file first.\n\nThen I will say what is in it, and '

interface Sitting extends Person {
  box: Program
}

async function sit(
  t: Test,
  { args = [] as string[], preload = '', env = {} } = {},
): Promise<Sitting> {
  const endpoint = await startEndpoint(({ step, body }) => {
    if (body.includes('does it hang')) return { body: [chunk({ content: WORDS })], end: 'hang' }
    const command = body.includes('sleep now') ? 'sleep 600' : 'touch made'
    if (step === 1 && /sleep now|touch now/.test(body))
      return streamed(act(['run_command', { command }]))
    return streamed(say('It is so.'))
  })
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const file = join(box.home, 'preload.mjs')
  writeFileSync(file, preload)
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake', ...args], {
    env: { ...(preload === '' ? {} : { NODE_OPTIONS: `--import=${file}` }), ...env },
    after: 'echo "code $?"; stty -a; echo the end',
  })
  return { box, ...me }
}

/** The shell behind the program finds the terminal as it was. */
async function isRestored(t: Test, me: Person, code: number): Promise<void> {
  const rest = await me.sees('the end')
  t.match(rest, `code ${code}`)
  for (const mode of ['icanon', 'echo', 'isig', 'icrnl', 'opost'])
    t.match(rest, new RegExp(`[\\s;]${mode}\\b`), mode)
  const all = me.screen()
  for (const mode of ['2004', '1004'])
    t.ok(
      all.lastIndexOf(`\x1b[?${mode}l`) > all.lastIndexOf(`\x1b[?${mode}h`),
      `mode ${mode} is off`,
    )
  for (const mode of ['25', '7'])
    t.ok(
      all.lastIndexOf(`\x1b[?${mode}h`) >= all.lastIndexOf(`\x1b[?${mode}l`),
      `mode ${mode} is on`,
    )
  t.ok(all.lastIndexOf('\x1b[<u') > all.lastIndexOf('\x1b[>1u'), 'the keyboard is as before')
}

const STATES: readonly [name: string, reach: (me: Person) => Promise<void>][] = [
  ['at the prompt', async (me) => void me.type('half typed')],
  [
    'while a reply is written',
    async (me) => {
      me.type('does it hang?\r')
      await me.sees('Let me')
    },
  ],
  [
    'in a question',
    async (me) => {
      me.type('touch now the file made\r')
      await me.sees('allow?')
    },
  ],
]

for (const [name, reach] of STATES) {
  for (const [what, preload] of [
    ['an exception', CRASH],
    ['a rejection that nobody handles', REJECT],
  ] as const)
    t.test(`${what} ${name} restores the terminal`, WITH_TERMINAL, async (t) => {
      const me = await sit(t, { preload })
      await me.sees('default: asks')
      await reach(me)
      me.signal('SIGUSR2')
      await isRestored(t, me, 1)
      t.match(me.screen(), 'thrown by the test')
    })

  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)
    t.test(`${signal} ${name} restores the terminal`, WITH_TERMINAL, async (t) => {
      const me = await sit(t)
      await me.sees('default: asks')
      await reach(me)
      me.signal(signal)
      await isRestored(t, me, code)
    })
  t.test(`SIGINT ${name} is one Ctrl+C, and the second one ends`, WITH_TERMINAL, async (t) => {
    const me = await sit(t)
    await me.sees('default: asks')
    await reach(me)
    me.signal('SIGINT')
    if (name !== 'at the prompt') {
      await me.sees('interrupted')
      await me.sees('> ')
      me.signal('SIGINT')
    }
    await me.sees('Press Ctrl+C again')
    me.signal('SIGINT')
    await isRestored(t, me, 130)
  })
}

t.test(
  'a signal in front of the list of sessions restores the terminal',
  WITH_TERMINAL,
  async (t) => {
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGHUP', 129],
    ] as const) {
      const me = await sit(t)
      await me.sees('default: asks')
      me.type('is it so?\r')
      await me.sees('It is so.')
      me.type('\x04')
      await isRestored(t, me, 0)
      const again = sitDown(
        t,
        me.box,
        ['-r', '--base-url', 'http://127.0.0.1:9/v1', '-m', 'fake'],
        {
          after: 'echo "code $?"; stty -a; echo the end',
        },
      )
      await again.sees('Continue which')
      again.signal(signal)
      await isRestored(t, again, code)
    }
  },
)

t.test('an editor that leaves the terminal raw and is killed', WITH_TERMINAL, async (t) => {
  const me = await sit(t, { env: { EDITOR: 'sh -c "stty raw -echo; kill -9 $$"' } })
  await me.sees('default: asks')
  me.type('half')
  await me.sees('half')
  me.type('\x07')
  await me.sees('The editor')
  me.type(' typed')
  await me.sees('half typed')
  me.type('\x03\x04')
  await isRestored(t, me, 0)
})

for (const [what, keys] of [
  ['Ctrl+D', '\x04'],
  ['Ctrl+C twice', '\x03\x03'],
] as const)
  t.test(
    `a line and ${what} in one read of the keys: its turn is interrupted`,
    WITH_TERMINAL,
    async (t) => {
      const me = await sit(t)
      await me.sees('default: asks')
      me.type(`does it hang?\r${keys}`)
      await isRestored(t, me, 0)
      t.match(me.screen(), 'interrupted after 0 steps')
    },
  )

t.test('a turn that does not end after Ctrl+D is left', WITH_TERMINAL, async (t) => {
  const me = await sit(t, { preload: DEAF })
  await me.sees('default: asks')
  me.type('does it hang?\r')
  await me.sees('Let me')
  me.signal('SIGUSR2')
  await me.sees('deaf')
  me.type('\x04')
  await isRestored(t, me, 0)
  t.match(me.screen(), 'What still ran did not end in time and was stopped')
  t.match((await me.box.run(['ledger', 'verify'])).stdout, /^ok/)
})

t.test('what is left open when a session has ended does not keep it', WITH_TERMINAL, async (t) => {
  const me = await sit(t, { preload: OPEN })
  await me.sees('default: asks')
  me.type('\x04')
  await isRestored(t, me, 0)
})

t.test('a window that is closed leaves no process', WITH_TERMINAL, async (t) => {
  const me = await sit(t)
  await me.sees('default: asks')
  me.type('sleep now, for ten minutes\r')
  await me.sees('running sleep')
  me.hangUp()
  while (processesIn(me.box.cwd).length > 0) await pause(20)
  t.pass('all have ended')
})

/** Processes that work in a folder. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PWD=${folder}`)
    } catch {
      return false
    }
  })
}
