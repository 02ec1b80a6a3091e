import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { Memory } from '#memory'

const run = promisify(execFile)

t.test(
  'row 227: the published library works from its package name, as in the example',
  async (t) => {
    const path = join(t.testdir(), 'memory.db')
    const output = execFileSync(process.execPath, ['examples/memory.mjs', path]).toString()
    t.match(output, /# Memory\n/)
    t.match(output, /function roundHalf/)
    t.match(output, /file src\/money.ts imports module src\/decimal/)
    t.match(output, /\d+ items, \d+ tokens of 800/)
  },
)

t.test('row 227: the example of docs/memory.md runs as it is written', async (t) => {
  const [, example = ''] =
    /```js\n(import \{ Memory \}.*?)```/s.exec(readFileSync('docs/memory.md', 'utf8')) ?? []
  const path = join(t.testdir(), 'memory.db')
  const source = example.replace("'memory.db'", JSON.stringify(path))
  t.not(source, example)
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString()
  t.match(output, /function checkToken/)
})

t.test('two processes write to one new memory and lose nothing', async (t) => {
  const path = join(t.testdir(), 'memory.db')
  const source = `
    const { Memory } = await import('aircoder/memory')
    const memory = new Memory({ path: process.env.MEMORY_PATH, sessionId: 'shared' })
    for (let at = 0; at < 150; at += 1) await memory.record({ type: 'note', content: process.pid + ' ' + at })
    memory.close()`
  const one = () =>
    run(process.execPath, ['--input-type=module', '-e', source], {
      env: { ...process.env, MEMORY_PATH: path },
    })
  await Promise.all([one(), one()])
  const memory = new Memory({ path })
  t.equal(memory.episodic.count(), 300)
  memory.close()
})

t.test(
  'the library loads no database, parser, graph or vectors before they are used',
  async (t) => {
    const source = `
    import Module from 'node:module'
    const seen = []
    const load = Module._load
    Module._load = function (request, ...rest) { seen.push(request); return load.call(this, request, ...rest) }
    const { Memory } = await import('aircoder/memory')
    new Memory({ path: 'nowhere/x.db', archetype: 'coding' })
    console.log(JSON.stringify(seen))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', source]).toString()
    t.notMatch(output, /better-sqlite3|sqlite-vec|graphology|tree-sitter/)
  },
)
