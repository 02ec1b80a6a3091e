import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

t.test('--assemble always writes each prompt of a run again; by default none', async (t) => {
  const reasonsOf = async (flags: string[]) => {
    const replies = ['a.txt', 'b.txt', 'c.txt'].map((path) => act(['read_file', { path }]))
    const endpoint = await startEndpoint(
      ({ step }) => streamed(replies[step - 1] ?? say('They say a, b and c.')),
      { models: [{ id: 'fake', context_window: 16_384 }] },
    )
    t.teardown(() => endpoint.close())
    const box = openProgram(t, { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
    const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', ...flags]
    const { code } = await box.run(['run', 'what do a.txt, b.txt and c.txt say?', ...at])
    t.equal(code, 0, flags.join(' '))
    const projects = join(box.data, 'projects')
    const path = join(projects, readdirSync(projects)[0] ?? '', 'ledger.sqlite')
    const ledger = new Database(path, { readonly: true })
    t.teardown(() => ledger.close())
    return ledger.prepare('SELECT reason FROM generations ORDER BY number').pluck().all()
  }
  t.same(await reasonsOf([]), ['start'])
  t.same(await reasonsOf(['--assemble', 'always']), ['start', 'always', 'always', 'always'])
})
