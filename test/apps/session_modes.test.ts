import { statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Act, type Ask, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const SHIFT_TAB = '\x1b[Z'

async function sit(t: Test, script: (ask: Ask) => Act | Promise<Act>) {
  const endpoint = await startEndpoint(script)
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
  await me.sees(/\/help[\s\S]*> /)
  await me.sees('default: asks')
  return { box, ...me }
}

t.test('a change of the mode answers the open question', WITH_TERMINAL, async (t) => {
  const touch = act(['run_command', { command: 'touch made' }])
  const end = act(['resolve', { cites: ['e1'], summary: 'made is there' }])
  const me = await sit(t, ({ step }) => streamed(step === 1 ? touch : end))
  me.type('create the file made\r')
  await me.sees('allow?')
  me.type(SHIFT_TAB)
  await me.sees('acceptEdits: edits here')
  me.type('/mode plan\r')
  await me.sees('/mode has to wait until the question is answered.')
  me.type(SHIFT_TAB + SHIFT_TAB)
  await me.sees('switch to yolo?')
  me.type('y\r')
  await me.sees('allowed: the mode is yolo now')
  await me.sees('made is there')
  t.ok(statSync(join(me.box.cwd, 'made')).isFile())
  me.type('\x04')
  t.equal(await me.leaves(), 0)
})

t.test(
  'row 274: /mode works during a turn, and into yolo it asks as Shift+Tab does',
  WITH_TERMINAL,
  async (t) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const me = await sit(t, async () => {
      await held
      return streamed(say('It holds one word.'))
    })
    me.type('what is in value.txt?\r')
    await me.sees('…')
    me.type('/mode acceptEdits\r')
    await me.sees('> /mode acceptEdits')
    await me.sees('mode acceptEdits')
    me.type('/mode yolo\r')
    await me.sees(/Still denied: ([^\n]*)/)
    await me.sees('switch to yolo?')
    me.type('n\r')
    await me.sees('mode acceptEdits')
    me.type('!echo out$((40+2))\r')
    await me.sees('> !echo out$((40+2))')
    await me.sees('out42')
    me.type('# Always use tabs.\r')
    await me.sees('> # Always use tabs.')
    await me.sees('Remembered')
    release()
    await me.sees('It holds one word.')
    const [, denied = ''] = /Still denied: ([^;]*);/.exec(me.screen()) ?? []
    const paths = denied.split(', ')
    t.same(paths, [...new Set(paths)], 'each path once')
    me.type('\x14')
    await me.sees('No plan yet.')
    me.type('\x04')
    t.equal(await me.leaves(), 0)
  },
)

t.test('what is typed before the first question starts nothing', WITH_TERMINAL, async (t) => {
  const me = await sit(t, ({ step }) =>
    step === 1 ? streamed(act(['read_file', { path: 'value.txt' }])) : { end: 'silent' },
  )
  me.type('what does it say?\r')
  await me.sees('read value.txt')
  await me.sees('…')
  me.type('\x03')
  await me.sees('goes on from here')
  me.type('\x04')
  await me.leaves()
  const endpoint = await startEndpoint(() => streamed(say('It says one.')))
  t.teardown(() => endpoint.close())
  const again = sitDown(t, me.box, ['--base-url', endpoint.baseUrl, '-m', 'fake'])
  again.type('how many files are there?\r')
  await again.sees('An earlier task stopped')
  await again.sees('Typed before this question, kept for the prompt: how many files')
  await again.sees('f = forget it, then Enter: ')
  again.type('f\r')
  await again.sees('> how many files are there?')
  t.equal(endpoint.asks.length, 0)
  again.type('\r')
  await again.sees('It says one.')
  again.type('\x04')
  t.equal(await again.leaves(), 0)
})
