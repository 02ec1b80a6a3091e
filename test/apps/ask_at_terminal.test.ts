import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { serveReplies, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test('run and resume ask at a terminal, and --no-ask does not', WITH_TERMINAL, async (t) => {
  const box = openProgram(t)
  const touch = act(['run_command', { command: 'touch made' }])
  const replies = [touch, ...Array.from({ length: 9 }, () => say('I ran it.'))]
  const open = async () => {
    const endpoint = await serveReplies(replies)
    t.teardown(() => endpoint.close())
    return ['run', 'run touch made', '--base-url', endpoint.baseUrl, '-m', 'fake']
  }
  const made = join(box.cwd, 'made')
  const asked = sitDown(t, box, await open())
  await asked.sees(/allow\? y = once/)
  asked.type('/help\r')
  await asked.sees(/Type y, n or a alone/)
  asked.type('y\r')
  await asked.leaves()
  t.ok(existsSync(made), asked.screen())
  t.match(asked.screen(), '\x1b[?2026h', 'in the form of a session')
  rmSync(made)
  const silent = sitDown(t, box, [...(await open()), '--no-ask'])
  t.equal(await silent.leaves(), 3, silent.screen())
  t.notMatch(silent.screen(), /allow\?/)
  t.notOk(existsSync(made))
  const again = await startEndpoint((_, number) =>
    streamed(number === 1 ? touch : say('I ran it.')),
  )
  t.teardown(() => again.close())
  for (const words of ['/exit\r', '\x03']) {
    const left = sitDown(t, box, await open())
    await left.sees(/allow\? y = once/)
    left.type(words)
    t.equal(await left.leaves(), 130, left.screen())
    t.notOk(existsSync(made), 'no answer is no')
  }
  const resumed = sitDown(t, box, ['resume', '--base-url', again.baseUrl, '-m', 'fake'])
  await resumed.sees(/allow\? y = once/)
  resumed.type('y\r')
  await resumed.leaves()
  t.ok(existsSync(made), resumed.screen())
})
