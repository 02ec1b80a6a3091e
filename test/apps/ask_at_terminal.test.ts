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

t.test(
  'a line that is typed while a run works survives a kill, and comes back in the next one',
  WITH_TERMINAL,
  async (t) => {
    const box = openProgram(t)
    const endpoint = await startEndpoint((_, number) =>
      number < 3 ? new Promise<never>(() => {}) : streamed(say('It is so.')),
    )
    t.teardown(() => endpoint.close())
    const args = ['--base-url', endpoint.baseUrl, '-m', 'fake']
    const first = sitDown(t, box, ['run', 'say whether it is so', ...args])
    while (endpoint.asks.length === 0) await new Promise((done) => setTimeout(done, 20))
    first.type('and say why\r')
    await first.sees('and say why')
    first.type('half typed')
    await first.sees('half typed')
    first.signal('SIGKILL')
    await first.leaves()
    for (const asked of [2, 3]) {
      const next = sitDown(t, box, ['resume', ...args])
      await next.sees('Queued when the last run ended, now in the input line: and say why')
      await next.sees('and say why')
      while (endpoint.asks.length < asked) await new Promise((done) => setTimeout(done, 20))
      if (asked === 2) next.signal('SIGKILL')
      const code = await next.leaves()
      if (asked === 3) t.equal(code, 0, next.screen())
    }
  },
)
