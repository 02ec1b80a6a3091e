import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hitsOf } from '../../libs/map/rank/field_scores.js'
import { buildGraph } from '../../libs/map/rank/page_rank.js'
import { rankFiles } from '../../libs/map/rank/rank_files.js'
import type { FileEntry } from '../../libs/map/store/entry.js'
import { bareEntry } from '../../libs/map/store/make_entry.js'
import { Names } from '../../libs/map/store/names.js'
import { readQuery } from '../../libs/map/words/query_words.js'
import { openMapTree } from '../kit/map_tree.js'

const WAIT = { waitMs: 60_000 }

t.test(
  'rows 108 and 109: files are ranked for a task, tests behind sources, with their definitions',
  async (t) => {
    const { open } = openMapTree(t)
    const map = open()
    const ranked = await map.rank('Fix the status code of redirect in Reply', WAIT)
    if (ranked === null) throw new Error('no map')
    const paths = ranked.files.map(({ path }) => path)
    t.equal(paths[0], 'src/reply.ts')
    t.ok(paths.indexOf('test/reply.test.ts') > 0)
    t.same(
      ranked.files[0]?.signatures.map(({ line, text }) => `${line}: ${text}`),
      [
        '2: export class Reply',
        '3: sendHeaders(status: number) { return parseUrl(String(status)) }',
        '4: redirect(code: number, url: string) { return this.sendHeaders(code) }',
      ],
    )
    t.ok(paths.includes('src/url.ts'), 'what the best file uses is near')
    t.notOk(paths.includes('secret.key.ts'), 'a denied file is not listed')
    const made = ranked.files.filter(({ path }) => /made|vendor|bundle/.test(path))
    t.ok(
      made.every(({ signatures }) => signatures.length === 0),
      'generated files have no definitions',
    )
    t.same(await map.find('redirectSecret', WAIT), [])
    t.match(await map.find('drainQueue', WAIT), [
      { path: 'src/queue.ts', line: 1, kind: 'function' },
    ])

    const tests = await map.rank('Fix the redirect test of reply', WAIT)
    t.equal(tests?.files[0]?.path, 'test/reply.test.ts', 'a task about tests does not demote them')
    const chinese = await map.rank('修复 drainQueue 的错误', WAIT)
    t.equal(chinese?.files[0]?.path, 'src/queue.ts')
    const bare = await map.rank('你好世界', WAIT)
    t.equal(bare?.files[0]?.path, 'src/命名.ts')
    t.equal((await map.rank('', WAIT))?.matched, false, 'an empty task has an answer')
  },
)

t.test('the index is kept, follows the tree, and is made again when it is damaged', async (t) => {
  const { open, write, cachePath, root } = openMapTree(t)
  const task = 'redirect of reply'
  const first = await open().rank(task, WAIT)
  await cacheWritten(cachePath)
  const second = open()
  t.same(
    await second.rank(task, WAIT),
    first,
    'a second thread gives the same answer from the stored index',
  )

  write('src/fresh.ts', 'export function redirectFresh() {}\n')
  rmSync(join(root, 'src/url.ts'))
  const third = await second.rank('redirectFresh', WAIT)
  t.equal(third?.files[0]?.path, 'src/fresh.ts')
  t.same(await second.find('parseUrl', WAIT), [])

  const bytes = readFileSync(cachePath)
  for (const bad of [Buffer.from('nonsense'), bytes.subarray(0, 300), flip(bytes)]) {
    writeFileSync(cachePath, bad)
    const again = await open().rank('redirectFresh', WAIT)
    t.same(again?.files[0]?.path, 'src/fresh.ts')
  }
  t.ok(
    (await open({ cachePath: '/proc/none/map.cache' }).rank(task, WAIT)) !== null,
    'no place for the index',
  )
})

t.test('a tree above the bounds says how many files are left', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`src/part${at}.lua`, `function part${at}() end\n`]),
  )
  const { open } = openMapTree(t, files)
  const ranked = await open({ mostFiles: 10, cachePath: null }).rank('part29', WAIT)
  t.equal(ranked?.left, 20)
  t.equal(ranked?.total, 30)
  t.equal(ranked?.files[0]?.path, 'src/part29.lua', 'by its path, and read first')
  t.equal((await open({ mostMs: 0, cachePath: null }).rank('part3', WAIT))?.left, 30)
  t.equal(await open({ root: '/nowhere/at/all', cachePath: null }).rank('part3', WAIT), null)
})

t.test('a file with the same size and time is not read again', async (t) => {
  const { open, write, root, cachePath } = openMapTree(t, { 'a.lua': 'function one() end\n' })
  const at = new Date(1_700_000_000_000)
  utimesSync(join(root, 'a.lua'), at, at)
  await open().rank('one', WAIT)
  await cacheWritten(cachePath)
  write('a.lua', 'function two() end\n')
  utimesSync(join(root, 'a.lua'), at, at)
  const map = open()
  t.equal((await map.find('one', WAIT))?.length, 1)
  write('a.lua', 'function three() end\n')
  t.equal((await map.find('three', WAIT))?.length, 1)
})

/** The index is written after the answer. */
async function cacheWritten(path: string): Promise<void> {
  for (;;) {
    try {
      readFileSync(path)
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

function flip(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy[copy.length - 9] = (copy[copy.length - 9] ?? 0) ^ 0xff
  return copy
}

t.test('a tree of 20,000 files is ranked in bounded work, and says what it left', async (t) => {
  const names = new Names()
  const files = new Map<string, FileEntry>()
  for (let at = 0; at < 20_000; at++) {
    const path = `src/part${at % 200}/file${at}.ts`
    const words = Uint32Array.from([names.idOf(`make${at}`), 1, names.idOf(`use${at % 500}`), 2])
    const entry = { ...bareEntry({ path, size: 1, mtimeMs: 1 }), hash: 'x', language: 'typescript' }
    files.set(path, { ...entry, words, length: 3, defines: words.slice(0, 1) })
  }
  const store = { names, files, history: null }
  const begun = process.cpuUsage().user
  const query = readQuery('make17500 fails when use3 is missing')
  const hits = hitsOf([...query.words.keys()], names)
  const [best] = rankFiles({ store, graph: buildGraph(store), query, hits })
  t.equal(best?.entry.path, 'src/part100/file17500.ts')
  const ms = (process.cpuUsage().user - begun) / 1_000
  t.ok(ms < 10_000, `${ms} ms of CPU`)
})

t.test('an empty tree, a tree without git, and odd questions have an answer', async (t) => {
  const { open } = openMapTree(t, {})
  const map = open()
  t.match(await map.rank('fix the parser', WAIT), { files: [], total: 0, matched: false })
  t.match(await map.explain('parse', { callees: true, ...WAIT }), { definitions: [], uses: [] })
  t.match(await map.search('parse the file', WAIT), { hits: [], left: 0 })
  for (const name of ['', '__proto__', 'constructor', 'a'.repeat(100_000), '\0', '解析'])
    t.match(
      await map.explain(name, { callees: true, ...WAIT }),
      { definitions: [] },
      name.slice(0, 20),
    )
})
