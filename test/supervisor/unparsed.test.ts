import t from 'tap'
import { openWorkspace } from '#workspace'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = {
  'package.json': '{"name":"a","scripts":{"test":"node --test"}}\n',
  'a.js': 'exports.a = 1\n',
  'b.js': 'exports.b = 1\n',
  'a.test.js': "const { a } = require('./a.js')\n\nif (a !== 2) throw new Error('a')\n",
}
const fix = act(['patch_file', { path: 'a.js', old_str: '1', new_str: '2' }])
const run = (command: string) => act(['run_command', { command }])

async function endOf(t: Parameters<typeof openLoop>[0], command: string, files = {}) {
  const end = say('a is 2 now. The tests pass.')
  const replies = [fix, run(command), run('npm test'), end, end, end]
  const loop = openLoop(t, { files: { ...FILES, ...files }, replies })
  const workspace = openWorkspace({ root: loop.root, deny: [], env: process.env })
  const snapshots = workspace.openSnapshots(`${loop.root}-snapshots`)
  const { result, events } = await loop.run(loop.add('a has to be 2'), { workspace, snapshots })
  const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
  return { result, notes: notes.filter((text) => text.includes('does not parse')) }
}

t.test(
  'a file that a command broke and no test loads is refused once, then not proven',
  async (t) => {
    const { result, notes } = await endOf(t, "printf 'exports.b = (' > b.js")
    t.match(notes, [/not done: b\.js does not parse, and no test loads it\. Fix it\./])
    t.equal(notes.length, 1)
    t.match(result, { proven: false, reason: 'b.js does not parse, and no test loads it' })
  },
)

t.test('a file that was broken before, and a fixture, are left out', async (t) => {
  const before = await endOf(t, "printf 'exports.b = ((' > b.js", { 'b.js': 'exports.b = (' })
  t.match(before, { result: { reason: 'b.js was changed, and no test loads it' }, notes: [] })
  const fixture = await endOf(t, 'mkdir -p fixtures; printf { > fixtures/bad.json')
  t.match(fixture.notes, [])
})
