import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proposalsIn } from '#memory'
import { ledgerPath } from '../../apps/cli/data/ledger_path.js'
import { openMemory, openProposals } from '../../apps/cli/memory/open_memory.js'
import { say } from '../kit/loop.js'
import { ownEndpoint } from '../kit/poison.js'
import { openProgram } from '../kit/program.js'

t.test('nothing of one project reaches another, but what the user saved for all', async (t) => {
  const box = openProgram(t)
  const endpoint = await ownEndpoint(t, box, [say('Yes.'), say('Yes.')])
  const other = join(box.cwd, '..', 'other')
  mkdirSync(other)
  await box.run(['memory', 'save', 'Always round the harbour fees up.'])
  await box.run(['memory', 'save', '--note', 'The harbour fees are in fees.ts.'])
  await box.run(['memory', 'save', '--user', 'Always answer in one line.'])
  await box.run(['-p', 'Are the harbour fees rounded?'], { cwd: other })
  const sent = JSON.stringify(endpoint.requests.at(-1)?.body)
  t.notMatch(sent, 'round the harbour fees up')
  t.notMatch(sent, 'fees.ts')
  t.match(sent, 'Always answer in one line.')
  const found = (await box.run(['memory', 'search', 'harbour'], { cwd: other })).stdout
  t.notMatch(found, /round the|fees\.ts/)
  t.match(found, /^task .*Are the harbour fees rounded/m, 'its own task')
  const back = (await box.run(['memory', 'search', 'harbour'])).stdout
  t.notMatch(back, /^task/m, 'and not the task of the other')
  await box.run(['memory', 'delete', 'round-the-harbour-fees-up'], { cwd: other })
  t.match((await box.run(['memory'])).stdout, 'Always round the harbour fees up.')
})

t.test('two folders of one name have a ledger each', (t) => {
  const path = (cwd: string) => ledgerPath({ dataDir: '/data' }, cwd)
  t.not(path('/a/shop'), path('/b/shop'))
  t.end()
})

t.test(
  'what is proposed in a folder, and what is written there, counts in that folder only',
  (t) => {
    const settings = { dataDir: t.testdir() }
    const [here, there] = ['here', 'there'].map((name) => join(settings.dataDir, name)) as [
      string,
      string,
    ]
    for (const folder of [here, there]) mkdirSync(folder)
    const change = { action: 'save', scope: 'project', type: 'project', name: '', description: '' }
    const text = 'The harbour fees are in fees.ts.'
    type Change = Parameters<ReturnType<typeof openMemory>['change']>[0]
    openMemory(here, settings).change({ ...change, text } as Change, false)
    t.equal(proposalsIn(openProposals(here, settings).folder).length, 1)
    t.same(proposalsIn(openProposals(there, settings).folder), [])
    openMemory(here, settings).teach('Always round the harbour fees up.')
    t.equal(openMemory(here, settings).notes().length, 1)
    cpSync(join(here, '.aircoder'), join(there, '.aircoder'), { recursive: true })
    t.same(openMemory(there, settings).notes(), [], 'a copy is not trusted there')
    t.end()
  },
)

t.test('the head of two tasks is equal, byte for byte, when memory did not change', async (t) => {
  const box = openProgram(t)
  const endpoint = await ownEndpoint(t, box, [say('Yes.'), say('Yes.')])
  await box.run(['memory', 'save', 'Always answer in one line.'])
  const head = async () => {
    await box.run(['-p', 'Is the harbour open?'])
    const { messages } = JSON.parse(endpoint.requests.at(-1)?.body ?? '') as { messages: unknown[] }
    return JSON.stringify(messages.slice(0, 2))
  }
  const first = await head()
  t.match(first, 'one line')
  t.equal(await head(), first)
})

t.test('processes that save rules at once lose none, and the index lists all', async (t) => {
  const box = openProgram(t)
  const words = ['harbour', 'anchor', 'lantern', 'compass']
  const runs = words.map((word) => box.start(['memory', 'save', `Always polish the ${word}.`]))
  for (const { ended } of runs) t.equal((await ended).code, 0)
  const { stdout } = await box.run(['memory'])
  const index = readFileSync(join(box.cwd, '.aircoder/memory/MEMORY.md'), 'utf8')
  for (const word of words) {
    t.match(stdout, `polish the ${word}`)
    t.match(index, `polish the ${word}`)
  }
  t.notMatch(stdout, 'not used')
})
