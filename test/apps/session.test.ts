import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Act, type Ask, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Person, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

const FILES = { 'value.txt': 'one\n' }

async function sit(t: Test, script: (ask: Ask) => Act): Promise<Person & { box: Program }> {
  const endpoint = await startEndpoint(script)
  t.teardown(() => endpoint.close())
  const box = openProgram(t, FILES)
  return { box, ...sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake']) }
}

const edit = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]

t.test(
  'rows 192 and 195: each edit and command of a session is asked, through its one input line',
  WITH_TERMINAL,
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
    await me.sees(/aircoder in .*work · fake, window 32,768 tokens · \/help/)
    await me.sees('> ')
    me.type('/help\r')
    await me.sees('/exit')
    await me.sees('> ')
    me.type('/mode\r')
    await me.sees('mode default')
    me.type('/mode nonsense\r')
    await me.sees('Modes: default, acceptEdits, plan, yolo.')
    me.type('/nonsense\r')
    await me.sees('Unknown command /nonsense.')
    me.type('change value.txt\r')
    await me.sees(/1 - one\s+1 \+ three/)
    await me.sees(/allow\? y = once · n \[why\] = no · a = always \(every edit inside this folder/)
    me.type('you decide\r')
    await me.sees(/"you decide" is no answer\. Type y, n or a alone\.[\s\S]*allow\?/)
    me.type('/help\r')
    await me.sees(/A reason may follow n[\s\S]*allow\?/)
    me.type('n, make it two\r')
    await me.sees('you said no: make it two')
    await me.sees(/1 - one\s+1 \+ two/)
    await me.sees('allow?')
    me.type('Y\r')
    await me.sees(/\+ four/)
    me.type('a\r')
    await me.sees(/run echo ran[\s\S]*allow\?/)
    me.type('yes\r')
    await me.sees('value.txt says five')
    await me.sees(/\(done after 6 steps · changed value\.txt \+1 -1, ran\.txt \+1 -0/)
    await me.sees('> ')
    t.notMatch(me.screen(), /prompt tokens|task t_|sent to the model/, 'no bookkeeping without -v')
    t.equal(me.screen().split('value.txt says five').length, 2, 'the answer is shown once')
    me.type('Y\r')
    await me.sees('No question is open, so "Y" starts nothing.')
    me.type('/permissions\r')
    await me.sees(/always patch value\.txt · covers every edit inside this folder/)
    me.type('/permissions revoke 99\r')
    await me.sees('has no answer 99')
    me.type('/plan\r')
    await me.sees('No plan yet.')
    me.type('/sessions\r')
    await me.sees(/s_\w+ .*change value\.txt/)
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
    const { stdout } = await me.box.run(['ledger', 'tasks'])
    t.match(stdout, /resolved, unproven {2}6 steps {2}change value\.txt/)
  },
)

t.test(
  'Ctrl+C interrupts the turn and keeps the state; twice at the prompt quits',
  WITH_TERMINAL,
  async (t) => {
    let asked = () => {}
    const second = new Promise<void>((resolve) => {
      asked = resolve
    })
    const me = await sit(t, ({ step }) => {
      if (step === 1) return streamed(act(['read_file', { path: 'value.txt' }]))
      asked()
      return { end: 'silent' }
    })
    await me.sees('> ')
    me.type('what does it say?\r')
    await second
    await me.sees(/… reading the prompt \d+ s/)
    me.type('\x03')
    await me.sees(/\(interrupted after 1 step; your next message goes on from here\)/)
    await me.sees('> ')
    me.type('\x03')
    await me.sees('Press Ctrl+C again to quit, or type /exit.')
    me.type('\x03')
    t.equal(await me.leaves(), 0)
    const again = sitDown(t, me.box, ['--script', await scriptIn(me.box)])
    await again.sees(
      /An earlier task stopped at step 1: "what does it say\?" · It goes on at step 2\.\s/,
    )
    await again.sees('g = go on · l = leave it · f = forget it, then Enter: ')
    again.type('y\r')
    await again.sees('"y" is no answer. Type g, l or f alone.')
    await again.sees('forget it, then Enter: ')
    again.type('write the docs\r')
    await again.sees('"write the docs" is no answer. It is kept for the prompt. Type g, l or f')
    await again.sees('forget it, then Enter: ')
    again.type('g\r')
    await again.sees('resumed after step 1')
    await again.sees(/hi\s[\s\S]*> write the docs/)
    again.type('\x15')
    again.type('\x04')
    t.equal(await again.leaves(), 0, 'Ctrl+D quits too')
    const { stdout } = await me.box.run(['ledger', 'tasks'])
    t.match(stdout, /resolved, unproven {2}\d steps {2}what does it say\?/)
  },
)

async function scriptIn({ home }: Program): Promise<string> {
  const file = join(home, 'script.jsonl')
  writeFileSync(file, '{"content":"hi","finish_reason":"stop"}\n'.repeat(4))
  return file
}

t.test(
  'a line that is typed during a turn is delivered after the step',
  WITH_TERMINAL,
  async (t) => {
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
    const me = sitDown(t, box, at)
    while (bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    me.type('y\r')
    await me.sees('"y" answers no question, and was not sent as a message.')
    me.type('\x1b[200~and mention\nMARMALADE\n\x1b[201~')
    await me.sees('[paste 1: 2 lines]')
    me.type('\r')
    await me.sees('queued, delivered after this step: and mention MARMALADE')
    me.type('\x1a')
    await me.sees('\u001b[?2004h')
    release()
    await me.sees('Understood.')
    t.match(JSON.parse(bodies[1] ?? '{}').messages.at(-1), {
      role: 'user',
      content: 'and mention\nMARMALADE',
    })
    await me.sees('> ')
    t.equal(me.screen().split('Understood.').length, 2, 'the last words are shown once')
    me.type('/clear\r/exit\r')
    t.equal(await me.leaves(), 0)
  },
)

t.test('a session that cannot start reports why and ends', WITH_TERMINAL, async (t) => {
  const box = openProgram(t, FILES)
  const me = sitDown(t, box, ['--script', join(box.home, 'missing.jsonl')])
  await me.sees('error: The recording')
  await me.sees('hint:')
  t.equal(await me.leaves(), 2)
})
