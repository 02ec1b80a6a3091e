import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

const { writeResult } = await import(
  pathToFileURL(join(process.cwd(), 'bench/write_result.mjs')).href
)

t.test('a bench keeps the last whole result', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'results', 'a.json')
  const runs = () => JSON.parse(readFileSync(path, 'utf8')).result.runs
  writeResult(path, 'a/b', { runs: [1] })
  const whole = { runs: [1, 2] }
  writeResult(path, 'a/b', whole)
  t.same(runs(), [1, 2])
  // What cannot be written leaves what was written before.
  t.throws(() => writeResult(path, 'a/b', { runs: [1n] }))
  t.same(runs(), [1, 2])
  t.same(readdirSync(join(folder, 'results')), ['a.json'])
  t.match(JSON.parse(readFileSync(path, 'utf8')), { bench: 'a/b', machine: { cores: Number } })
})
