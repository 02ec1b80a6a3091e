import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openWorkspace } from '#workspace'
import { readsOnce } from '../../libs/supervisor/request/input/current_text.js'

t.test('a rebuild reads a long file once for each part, not once for each chunk', async (t) => {
  const root = t.testdir()
  const lines = Array.from({ length: 9_001 }, (_, at) => `line ${at + 1}`)
  writeFileSync(join(root, 'long.txt'), `${lines.join('\n')}\n`)
  writeFileSync(join(root, 'empty.txt'), '')
  const workspace = openWorkspace({ root, deny: [], env: {} })
  let reads = 0
  const current = readsOnce({
    readFile: (path, range) => {
      reads += 1
      return workspace.readFile(path, range)
    },
  })
  const plain = (path: string, range: { start: number; end: number } | null) => {
    const file = workspace.readFile(path, range ?? {})
    return file.ok ? file.text : null
  }
  const ranges = [
    null,
    { start: 1, end: 20 },
    { start: 1_990, end: 2_010 },
    { start: 2_000, end: 2_001 },
    { start: 500, end: 6_500 },
    { start: 8_990, end: 9_001 },
    { start: 8_990, end: 9_900 },
    { start: 9_001, end: 9_001 },
    { start: 9_002, end: 9_002 },
    { start: 12_000, end: 12_010 },
    { start: 30, end: 20 },
  ]
  for (const range of ranges) {
    t.equal(current('long.txt', range), plain('long.txt', range), JSON.stringify(range))
    t.equal(current('absent.txt', range), null)
  }
  t.equal(current('empty.txt', null), '')
  reads = 0
  for (let at = 1; at < 9_000; at += 20) current('long.txt', { start: at, end: at + 19 })
  t.ok(reads <= 5, 'the file has five parts')
})
