import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { type Person, sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

const patch = (from: string, to: string): [string, Record<string, unknown>] => [
  'patch_file',
  { path: 'value.txt', old_str: from, new_str: to },
]
const REPLIES = [
  act(['read_file', { path: 'value.txt' }], patch('one', 'two')),
  act(patch('two', 'three'), ['write_file', { path: 'new.txt', content: 'new\n' }]),
  act(['run_command', { command: 'touch waits; while [ -e waits ]; do sleep 0.05; done' }]),
  act(['resolve', { cites: ['e2', 'e3'], summary: 'value.txt says three' }]),
]

async function sit(t: Test, box: Program): Promise<Person> {
  const endpoint = await startEndpoint(({ step }) => streamed(REPLIES[step - 1] ?? say('x')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  return sitDown(t, box, at)
}

t.test(
  'rows 248-250 and 275: /diff, /undo, /redo and /rewind in a session, and not while a turn runs',
  WITH_TERMINAL,
  async (t) => {
    const box = openProgram(t, { 'value.txt': 'one\n' })
    const read = () => readFileSync(join(box.cwd, 'value.txt'), 'utf8')
    const me = await sit(t, box)
    await me.sees(/\/help[\s\S]*> /)
    me.type('/undo\r')
    await me.sees(/No task yet\./)
    me.type('change value.txt\r')
    await me.sees(/run touch waits/)
    me.type('/undo\r')
    me.type('/nonsense\r')
    const waits = join(box.cwd, 'waits')
    // The shell behind the sandbox takes its time where the machine is busy.
    while (!existsSync(waits)) await new Promise((resolve) => setTimeout(resolve, 20))
    rmSync(waits)
    await me.sees(/\/undo is not available while a turn runs/)
    await me.sees(/Unknown command \/nonsense/)
    await me.sees(/value\.txt says three[\s\S]*> /)
    t.equal(read(), 'three\n', '/undo did not run')

    me.type('/diff\r')
    const diff = await me.sees(/1 - one\s+1 \+ three/)
    t.match(diff, /1 - one/)
    me.type('/undo nonsense\r')
    await me.sees(/Type \/undo, \/undo N or \/undo turn/)
    me.type('/undo 2\r')
    await me.sees(
      /undo of 2 edits: 2 files would change[\s\S]*1 - three\s+1 \+ two[\s\S]*undo\? y = yes/,
    )
    me.type('n\r')
    await me.sees(/Nothing was changed/)
    t.equal(read(), 'three\n')
    me.type('/undo 99\r')
    await me.sees(/Only \d edits can be undone, not 99\.[\s\S]*undo\? y = yes/)
    // The line after the answer comes in the same read of the keys: it waits for the prompt.
    me.type('n\r/undo nonsense\r')
    await me.sees(/Nothing was changed[\s\S]*Type \/undo, \/undo N or \/undo turn/)
    me.type('/undo 2\r')
    await me.sees(/undo\? y = yes/)
    me.type('y\r')
    await me.sees(/put back: .*value\.txt/)
    t.equal(read(), 'two\n')
    me.type('/redo 1\r')
    await me.sees('Type /redo alone: it takes no number.')
    me.type('/redo\r')
    await me.sees(/redo\? y = yes/)
    me.type('y\r')
    await me.sees(/made again: .*value\.txt/)
    t.equal(read(), 'three\n')
    me.type('/rewind back\r/rewind 99\r')
    await me.sees(
      /Type \/rewind or \/rewind STEP\.[\s\S]*There is no step 99: the steps are 0 \(its start\) to \d\./,
    )
    me.type('/rewind 1\r')
    await me.sees(/undo of 2 edits[\s\S]*undo\? y/)
    me.type('y\r')
    await me.sees(/put back/)
    t.equal(read(), 'two\n')
    me.type('/undo turn\r')
    await me.sees(/undo of 1 edit[\s\S]*undo\? y/)
    me.type('yes\r')
    await me.sees(/put back/)
    t.equal(read(), 'one\n')
    me.type('/exit\r')
    t.equal(await me.leaves(), 0)
  },
)
