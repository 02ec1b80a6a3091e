import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openLedger } from '#ledger'
import { type Act, startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const SAVED =
  /stopped by the signal SIGTERM; the session is saved\. `aircoder -r (s_\w+)` continues it\./

async function sit(t: Test, script: (number: number) => Act) {
  const endpoint = await startEndpoint((_, number) => script(number))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const me = sitDown(t, box, at)
  await me.sees(/\/help[\s\S]*> /)
  return { ...me, box, at, endpoint }
}

t.test('SIGTERM at the prompt says how the session goes on', WITH_TERMINAL, async (t) => {
  const me = await sit(t, () => streamed(say('It is so.')))
  me.type('is it so?\r')
  await me.sees('It is so.')
  await me.sees('> ')
  me.signal('SIGTERM')
  t.equal(await me.leaves(), 143)
  t.match(me.screen(), SAVED)
})

t.test('SIGTERM before the first line has nothing to go on with', WITH_TERMINAL, async (t) => {
  const me = await sit(t, () => streamed(say('x')))
  me.type('half typed')
  await me.sees('half typed')
  me.signal('SIGTERM')
  t.equal(await me.leaves(), 143)
  t.match(me.screen(), /stopped by the signal SIGTERM\r?\n/)
  t.notMatch(me.screen(), /continues it/)
})

t.test('SIGTERM during a turn keeps its steps, and says the same', WITH_TERMINAL, async (t) => {
  const read = act(['read_file', { path: 'value.txt' }])
  const me = await sit(t, (number) => (number === 1 ? streamed(read) : { end: 'hang' }))
  me.type('what is in value.txt?\r')
  await me.sees('read value.txt')
  while (me.endpoint.asks.length < 2) await new Promise((done) => setTimeout(done, 20))
  me.signal('SIGTERM')
  t.equal(await me.leaves(), 143)
  const [, id = ''] = SAVED.exec(me.screen()) ?? []
  t.not(id, '', me.screen())
})

t.test('a lost terminal during a turn loses no step', WITH_TERMINAL, async (t) => {
  const read = act(['read_file', { path: 'value.txt' }])
  const me = await sit(t, (number) =>
    number === 1 ? streamed(read) : number === 2 ? { end: 'hang' } : streamed(say('It is one.')),
  )
  me.type('what is in value.txt?\r')
  await me.sees('read value.txt')
  while (me.endpoint.asks.length < 2) await new Promise((done) => setTimeout(done, 20))
  me.hangUp()
  await me.leaves()
  const [project = ''] = readdirSync(join(me.box.data, 'projects'))
  const path = join(me.box.data, 'projects', project, 'ledger.sqlite')
  // The program may end after the one that held its terminal.
  let owner: string | null = 'unknown'
  while (owner !== null) {
    const ledger = openLedger({ path })
    owner = ledger.usedBy(ledger.tasks()[0]?.sessionId ?? '')
    t.equal(ledger.tasks()[0]?.steps, 1, 'the step is kept')
    ledger.close()
    await new Promise((done) => setTimeout(done, 20))
  }
  const again = await me.box.run(['resume', ...me.at])
  t.match(again, { code: 0, stdout: /It is one\./ }, again.stderr)
})
