import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createScriptModel } from '#model'
import { openWorkspace } from '#workspace'
import { act, openLoop, say } from '../kit/loop.js'

const ENDS = Array.from({ length: 4 }, () => say('That is all.'))
const COMMAND = 'echo ran >> count.txt; cat count.txt'

t.test(
  'a command that has ended is recorded, although the judgement of its result fails',
  async (t) => {
    const loop = openLoop(t)
    const taskId = loop.add('run it')
    const real = openWorkspace({ root: loop.root, deny: [], env: process.env })
    const workspace = {
      ...real,
      testScope: () => {
        throw new Error('the judgement failed')
      },
    }
    const model = createScriptModel([act(['run_command', { command: COMMAND }])])
    await t.rejects(loop.run(taskId, { workspace, model }), /the judgement failed/)
    loop.reopen()
    const { events, result } = await loop.run(taskId, { model: createScriptModel(ENDS) })
    t.not(result, null)
    t.equal(loop.read('count.txt'), 'ran\n', 'it ran once')
    t.notMatch(JSON.stringify(events), /interrupted in/)
    const [row] = loop.ledger().find({ taskId, kind: 'shell_output' })
    t.match(row, { subject: COMMAND, facts: { exitCode: 0 } })
    t.match(loop.requests[1]?.messages.at(-1)?.content, /exit code 0\nran/)
  },
)

t.test('a Makefile that is a folder does not lose the result of a command', async (t) => {
  const loop = openLoop(t)
  mkdirSync(join(loop.root, 'Makefile'))
  mkdirSync(join(loop.root, 'pyproject.toml'))
  const taskId = loop.add('run it')
  const model = createScriptModel([act(['run_command', { command: COMMAND }]), ...ENDS])
  const { result } = await loop.run(taskId, { model })
  t.not(result, null)
  t.match(loop.ledger().find({ taskId, kind: 'shell_output' })[0], { facts: { exitCode: 0 } })
})
