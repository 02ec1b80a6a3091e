import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openMap, type RepoMap } from '#map'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const FILES: Record<string, string> = {
  'src/store.ts': `import { flush } from './disk.js'
export class Store<T> {
  // save writes rows; see also flush()
  async save(row: T): Promise<void> {
    await flush(row)
    log('save ended')
  }
}
function log(text: string) { process.stdout.write(text) }
`,
  'src/disk.ts': `export async function flush(row: unknown) {
  return encode(row)
}
export const encode = (row: unknown) => JSON.stringify(row)
`,
  'src/main.ts': `import { Store } from './store.js'
import { flush } from './disk.js'
export function main() {
  const store = new Store()
  store.save(1)
  store.save(2)
  return flush(null)
}
`,
  'test/store.test.ts': "new Store().save('in a test')\n",
  'lib/parse_config.py':
    'def parse_config(text):\n    return clean(text)\n\ndef clean(text):\n    return text\n',
  'lib/other.py': 'def clean(rows):\n    return rows\n\nclean([])\n',
  'bin/deploy.sh': 'greet() {\n  echo hi # greet them\n}\nrun() {\n  greet\n}\n',
  'src/hidden.key.ts': 'export function flush() {}\n',
}

function openTree(t: Test, files = FILES): { root: string; map: RepoMap } {
  const root = mkdtempSync(join(tmpdir(), 'graph-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const { PATH } = process.env
  const map = openMap({ root, deny: ['*.key.ts'], env: { PATH }, cachePath: null })
  t.teardown(async () => {
    await map.close()
    rmSync(root, { recursive: true, force: true })
  })
  return { root, map }
}

const registry = createRegistry(await loadBuiltinTools())

function caller(root: string, map: RepoMap | undefined) {
  const workspace = openWorkspace({ root, deny: ['*.key.ts'], env: process.env })
  return async (name: string, args: Record<string, unknown>) => {
    const checked = registry.validate({ id: 'c', name, arguments: args })
    if (!checked.ok) throw new Error(checked.message)
    return checked.tool.run(checked.input, toolContext(workspace, { resultTokens: 2_000, map }))
  }
}

t.test('row 169: a name is explained from the index: definition, callers, callees', async (t) => {
  const { root, map } = openTree(t)
  const call = caller(root, map)
  t.equal(
    (await call('explain_symbol', { name: 'flush' })).text,
    `flush: 1 definition
src/disk.ts:1-3: export async function flush(row: unknown)
called by:
src/main.ts:7 (in main)
src/store.ts:5 (in save)
named without a call on 2 lines of 2 files: src/main.ts, src/store.ts
calls:
encode src/disk.ts:4`,
    'not the comment, the string and the denied file',
  )
  t.match(
    (await call('explain_symbol', { name: 'Store.save' })).text,
    /called by:\nsrc\/main\.ts:5,6 \(in main\)\ntest\/store\.test\.ts:1 \(in top of the file\)\ncalls:\nflush src\/disk\.ts:1\nlog src\/store\.ts:9$/,
  )
  t.match(
    (await call('explain_symbol', { name: 'clean' })).text,
    /clean: 2 definitions\n[\s\S]*The lists are upper bounds: 2 definitions have the name clean\.$/,
  )
  const one = await call('explain_symbol', { name: 'clean', path: './lib/other.py' })
  t.match(one.text, /^clean: 1 definition\nlib\/other\.py:1-2/)
  t.match((await call('explain_symbol', { name: 'greet' })).text, /bin\/deploy\.sh:5/)
  t.match(await call('explain_symbol', { name: 'nothing' }), { ok: false, text: /No file/ })
  t.match(await call('explain_symbol', { name: 'flush', path: 'src/main.ts' }), { ok: false })
  t.match((await call('explain_symbol', { name: 'flush' })).evidence?.[0], {
    kind: 'symbol_lookup',
    subject: 'flush',
    summary: 'explain_symbol flush: 1 definition, 4 uses in 2 files src/disk.ts:1',
  })
})

t.test('row 169: symbol follows the tree, and works without an index', async (t) => {
  const { root, map } = openTree(t)
  const call = caller(root, map)
  const text = async (name: string) => (await call('symbol', { name })).text
  t.match(
    await text('encode'),
    /^encode: 1 definition, 1 use in 1 file\nsrc\/disk\.ts:4: .*\nused in:\nsrc\/disk\.ts:2 \(in flush\): return encode\(row\)$/,
  )
  writeFileSync(join(root, 'src/disk.ts'), '\n\nexport function encode() {}\n')
  t.match(await text('encode'), /1 definition, 0 uses[\s\S]*src\/disk\.ts:3/)
  rmSync(join(root, 'src/disk.ts'))
  t.match(await text('encode'), /0 definitions, 0 uses/)
  const bare = caller(root, undefined)
  t.match((await bare('symbol', { name: 'main' })).text, /src\/main\.ts:3/)
  t.match(await bare('explain_symbol', { name: 'main' }), { ok: false, text: /no index/ })
  t.match(await bare('graph_search', { query: 'main' }), { ok: false, text: /no index/ })
})

t.test('row 109: definitions are found by words of their names', async (t) => {
  const { root, map } = openTree(t)
  const call = caller(root, map)
  const { text } = await call('graph_search', { query: 'where is the config parsed for zebras' })
  t.equal(
    text,
    `1 definition, best first:
lib/parse_config.py:1: def parse_config(text) (name used in no other file)
No definition has: zebra`,
  )
  t.match((await call('graph_search', { query: 'encode' })).text, /src\/disk\.ts:4: .*other file/)
  t.match((await call('graph_search', { query: '解析' })).text, /^No definition/)
})
