import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { type Act, type Ask, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { findMarked, markSeconds } from '../kit/marked_sleep.js'
import { type Person, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

interface Sitting extends Person {
  box: Program
  asks: Ask[]
}

async function sit(
  t: Test,
  script: (ask: Ask) => Act | Promise<Act>,
  args: string[] = [],
): Promise<Sitting> {
  const endpoint = await startEndpoint(script)
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n', 'src/deep file.ts': '', '.env': 'KEY=1\n' })
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake', ...args])
  await me.sees(/\/help[\s\S]*> /)
  return { box, asks: endpoint.asks, ...me }
}

const SHIFT_TAB = '\x1b[Z'

t.test(
  'Shift+Tab: the next mode, and one question before yolo that names what stays denied',
  WITH_TERMINAL,
  async (t) => {
    const me = await sit(t, () => streamed(say('x')), ['--deny', 'secret/**'])
    await me.sees('default: asks')
    me.type(SHIFT_TAB)
    await me.sees('acceptEdits: edits here')
    me.type(SHIFT_TAB)
    await me.sees('plan: changes nothing')
    me.type(SHIFT_TAB)
    await me.sees(/Still denied: [^\n]*secret/)
    await me.sees('switch to yolo?')
    me.type('n\r')
    await me.sees(/> [\s\S]*plan: changes/)
    me.type(SHIFT_TAB)
    await me.sees('switch to yolo?')
    me.type('y\r')
    await me.sees('yolo: asks very rarely')
    me.type(SHIFT_TAB + SHIFT_TAB + SHIFT_TAB)
    await me.sees('plan: changes nothing')
    me.type(SHIFT_TAB)
    const shown = await me.sees('yolo: asks very rarely')
    t.notMatch(shown, 'switch to yolo?', 'it is asked once in a session')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)

t.test(
  'a mode that is changed while the agent works holds from the next call on',
  WITH_TERMINAL,
  async (t) => {
    const edits = ['two', 'three'].map((to, at) =>
      act(['patch_file', { path: 'value.txt', old_str: ['one', 'two'][at], new_str: to }]),
    )
    const replies = [act(['read_file', { path: 'value.txt' }]), ...edits]
    const end = act(['resolve', { cites: ['e1'], summary: 'value.txt says three' }])
    const me = await sit(t, ({ step }) => streamed(replies[step - 1] ?? end))
    me.type('change value.txt to three\r')
    await me.sees('allow?')
    me.type(SHIFT_TAB)
    await me.sees('allowed: the mode is acceptEdits now')
    const rest = await me.sees(/value\.txt says three[\s\S]*changed value\.txt/)
    t.notMatch(rest, /allow\? y = once[^\n]*\n[^\n]*allow\?/, 'the second edit is not asked for')
    t.equal(readFileSync(join(me.box.cwd, 'value.txt'), 'utf8'), 'three\n')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)

t.test(
  'row 273: a follow-up runs as its own task when this one has ended',
  WITH_TERMINAL,
  async (t) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    const me = await sit(t, async () => {
      asked += 1
      if (asked > 1) return streamed(say('There are three.'))
      await held
      return streamed(say('It holds one word.'))
    })
    me.type('what is in value.txt?\r')
    await me.sees('> ')
    me.type('how many files are there?\x1b\r')
    await me.sees('queued, runs when this task has ended: how many files are there?')
    release()
    await me.sees('It holds one word.')
    await me.sees('> how many files are there?')
    await me.sees('There are three.')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)

t.test(
  '! runs a shell line under the deny rules, and the model sees its output with the next message',
  WITH_TERMINAL,
  async (t) => {
    const me = await sit(t, () => streamed(say('It says forty-two.')))
    me.type('!echo out$((40+2))\r')
    await me.sees(/out42\s+\(exit code 0(?:, in the sandbox)?\)/)
    me.type('!cat .env\r')
    const refused = await me.sees(/denied \([^)]*\): [^\n]*/)
    t.notMatch(refused, 'KEY=1')
    me.type('what did it say?\r')
    await me.sees('It says forty-two.')
    t.match(
      JSON.stringify(me.asks[0]?.body),
      /I ran `echo out\$\(\(40\+2\)\)` \(exit code 0\).*out42/,
    )
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)

t.test('Tab completes commands and files, without denied ones', WITH_TERMINAL, async (t) => {
  const me = await sit(t, () => streamed(say('It is empty.')))
  await me.sees('default: asks')
  me.type('/pl')
  await me.sees('/plan')
  me.type('\t')
  me.type('\x15read @de')
  await me.sees('src/deep file.ts')
  me.type('\t')
  await me.sees('@"src/deep file.ts"')
  me.type(' @.e')
  me.type('x\r')
  await me.sees('It is empty.')
  t.notMatch(me.screen(), '→ .env', 'a denied file is not offered')
  me.type('\x04')
  t.equal(await me.leaves(), 0)
})

t.test(
  'typed lines are kept for the next session, private and without secrets',
  WITH_TERMINAL,
  async (t) => {
    const me = await sit(t, () => streamed(say('Yes.')))
    me.type('is it so, sk-proj-abcdefghijklmnopqrstuvwxyz0123456789?\r')
    await me.sees('Yes.')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
    const projects = join(me.box.data, 'projects')
    const file = join(projects, readdirSync(projects)[0] ?? '', 'history.jsonl')
    t.equal(statSync(file).mode & 0o777, 0o600)
    const kept = readFileSync(file, 'utf8')
    t.match(kept, 'is it so')
    t.notMatch(kept, 'abcdefghijkl')
  },
)

t.test('Ctrl+G edits the line in $EDITOR', WITH_TERMINAL, async (t) => {
  const endpoint = await startEndpoint(() => streamed(say('Done so.')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, {})
  const bin = join(box.home, 'bin')
  mkdirSync(bin, { recursive: true })
  const editor = join(bin, 'ed.sh')
  writeFileSync(editor, '#!/bin/sh\nprintf " and more" >> "$1"\n', { mode: 0o755 })
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'], {
    env: { EDITOR: editor },
  })
  await me.sees(/\/help[\s\S]*> /)
  await me.sees('default: asks')
  me.type('one line')
  await me.sees('one line')
  me.type('\x07')
  await me.sees('one line and more')
  me.type('\r')
  await me.sees('Done so.')
  t.match(JSON.stringify(endpoint.asks[0]?.body), 'one line and more')
  me.type('\x04')
  t.equal(await me.leaves(), 0)
})

t.test('a plan is offered, and carried out when it is accepted', WITH_TERMINAL, async (t) => {
  // Nothing was read, so the program puts "unproven: " in front of it.
  const plan = say('Plan: replace one by two in value.txt.')
  const change = act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }])
  const end = act(['resolve', { cites: ['e1'], summary: 'value.txt says two' }])
  const read = act(['read_file', { path: 'value.txt' }])
  const bodies: string[] = []
  let carried: ReturnType<typeof act>[] | null = null
  const me = await sit(
    t,
    ({ body }) => {
      bodies.push(body)
      if (carried === null && body.includes('Carry out this plan')) carried = [read, change]
      return streamed(carried === null ? plan : (carried.shift() ?? end))
    },
    ['--permission-mode', 'plan'],
  )
  me.type('replace one by two in value.txt\r')
  await me.sees('carry out this plan?')
  me.type('a\r')
  await me.sees('acceptEdits: edits here')
  await me.sees(/changed value\.txt/)
  t.equal(readFileSync(join(me.box.cwd, 'value.txt'), 'utf8'), 'two\n')
  t.match(
    bodies.at(-1),
    'Carry out this plan:\\nPlan: replace one by two',
    'in the words of the model',
  )
  me.type('\x04')
  t.equal(await me.leaves(), 0)
})

for (const [signal, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  t.test(`${signal} restores the terminal and ends with ${code}`, WITH_TERMINAL, async (t) => {
    const me = await sit(t, () => streamed(say('x')))
    me.type('half typed')
    await me.sees('half typed')
    me.signal(signal)
    t.equal(await me.leaves(), code)
    t.ok(me.screen().lastIndexOf('[?2004l') > me.screen().lastIndexOf('[?2004h'))
  })

t.test(
  'row 172: Ctrl+B moves the running command to the background, and a ! line too',
  WITH_TERMINAL,
  async (t) => {
    const mark = markSeconds()
    const slow = `echo begun; until [ -e go ]; do sleep 0.02; done; echo it is over; : ${mark}`
    const replies = [
      act(['run_command', { command: slow }]),
      act(['write_file', { path: 'go', content: 'x' }]),
      act(['read_output', { id: 'c1' }]),
    ]
    const end = act(['resolve', { cites: ['e3'], summary: 'The command is over.' }])
    const script = async ({ step }: Ask) => {
      // Its last words and its end may come in two reads.
      while (step === 3 && findMarked(mark).length > 0) await pause(20)
      return streamed(replies[step - 1] ?? end)
    }
    const me = await sit(t, script, ['--permission-mode', 'yolo'])
    await me.sees('yolo')
    me.type('/background\r')
    await me.sees('No command runs that could move to the background.')
    me.type('run the slow command\r')
    await me.sees(/running echo begun[^\n]* s /)
    me.type('\x02')
    await me.sees('c1 in the background, running')
    await me.sees('The command is over.')
    t.match(JSON.stringify(me.asks[1]?.body), 'The user moved this command to the background.')
    t.match(JSON.stringify(me.asks[3]?.body), /c1 exit code 0[^"]*it is over/)
    me.type('!touch up; sleep 300\r')
    while (!existsSync(join(me.box.cwd, 'up'))) await pause(20)
    me.type('/background\r')
    await me.sees(/\(runs in the background as c2(?:, in the sandbox)?\)/)
    // Without a command the key moves the caret, as in a shell.
    me.type('!echo ab\x02\x02c\r')
    await me.sees('cab')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)
