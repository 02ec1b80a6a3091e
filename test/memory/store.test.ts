import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { Memory, type MemoryOptions, type RecallRequest } from '#memory'
import { translate } from '../../libs/memory/store/errors.js'
import { M001_START } from '../../libs/memory/store/schema/m001_start.js'
import { APPLICATION_ID } from '../../libs/memory/store/schema/migrations.js'

async function failure(path: string, options: { damaged?: 'set_aside' } = {}): Promise<unknown> {
  const memory = new Memory({ path, ...options })
  try {
    await memory.record({ type: 'note', content: 'x' })
    return null
  } catch (error) {
    return error
  } finally {
    memory.close()
  }
}

t.test('a memory of a newer version is refused, an older one is migrated', async (t) => {
  const folder = t.testdir()
  const newer = join(folder, 'newer.db')
  t.equal(await failure(newer), null)
  let db = new Database(newer)
  db.pragma('user_version = 99')
  db.close()
  const bytes = readFileSync(newer)
  t.match(await failure(newer), { code: 'MEMORY_NEWER', message: /version 99; this one knows 2/ })
  t.match(await failure(newer, { damaged: 'set_aside' }), { code: 'MEMORY_NEWER' })
  t.ok(readFileSync(newer).equals(bytes), 'the file is unchanged, and keeps its name')

  const older = join(folder, 'older.db')
  db = new Database(older)
  db.exec(M001_START)
  db.exec(
    "INSERT INTO entries (type, title, text, life, created_ms) VALUES ('decision','a','old text','high',1)",
  )
  db.pragma(`application_id = ${APPLICATION_ID}`)
  db.pragma('user_version = 1')
  db.close()
  const memory = new Memory({ path: older })
  t.match(memory.entries.list(), [{ text: 'old text' }])
  t.same(memory.patterns.list(), [])
  memory.close()
})

t.test('a damaged or foreign file is one clear error and stays as it is', async (t) => {
  const folder = t.testdir({
    'noise.db': 'this is no database, but it is long enough to be read'.repeat(99),
  })
  const noise = join(folder, 'noise.db')
  t.match(await failure(noise), { code: 'MEMORY_UNREADABLE', hint: /Rename the file/ })
  const before = readFileSync(noise)
  t.equal(await failure(noise, { damaged: 'set_aside' }), null, 'a new memory begins')
  t.ok(readFileSync(`${noise}.damaged-1`).equals(before), 'the old file is kept')

  const foreign = join(folder, 'foreign.db')
  const db = new Database(foreign)
  db.exec('CREATE TABLE mine (x)')
  db.close()
  t.match(await failure(foreign), {
    code: 'MEMORY_UNREADABLE',
    message: /not a memory of aircoder/,
  })

  const half = join(folder, 'half.db')
  const memory = new Memory({ path: half })
  for (let at = 0; at < 50; at += 1)
    await memory.record({ type: 'note', content: 'y'.repeat(2_000) })
  memory.close()
  truncateSync(half, 20_000)
  t.match(await failure(half), { code: 'MEMORY_UNREADABLE' })
  symlinkSync(half, join(folder, 'link.db'))
  t.match(await failure(join(folder, 'link.db')), { message: /symbolic link/ })
  writeFileSync(join(folder, 'file'), '')
  t.match(await failure(join(folder, 'file', 'x.db')), { code: 'MEMORY_UNWRITABLE' })
})

t.test('a full disk, a lock and a value that cannot be stored are coded errors', async (t) => {
  const error = (code: string) => Object.assign(new Error('reason'), { code })
  t.match(translate(error('SQLITE_FULL'), '/x'), { code: 'MEMORY_DISK_FULL', hint: /is kept/ })
  t.match(translate(error('ENOSPC'), '/x'), { code: 'MEMORY_DISK_FULL' })
  const notBuilt = 'Could not locate the bindings file. Tried:\n → /a/node_modules/better-sqlite3/x'
  t.match(translate(new Error(notBuilt), '/x'), { code: 'DRIVER_MISSING', hint: /npm rebuild/ })
  t.match(translate(error('SQLITE_BUSY'), '/x'), { code: 'MEMORY_LOCKED' })
  const memory = new Memory({ path: join(t.testdir(), 'a.db') })
  await memory.record({ type: 'note', id: 'one' })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  for (const draft of [
    { type: '' },
    { type: 'x', content: circle },
    { type: 'x', content: 1n },
    { type: 'x', timestamp: Number.NaN },
    { type: 'x', id: 'one' },
  ])
    await t.rejects(memory.record(draft), { code: 'MEMORY_INPUT' })
  t.equal(memory.episodic.count(), 1)
  memory.close()
  memory.close()
  await t.rejects(memory.record({ type: 'x' }), /closed/)
})

t.test('a value that a program passes by mistake is one error that names it', async (t) => {
  const make = (options: object) => new Memory({ path: ':memory:', ...options } as MemoryOptions)
  const cases: [reason: string, run: (memory: Memory) => unknown][] = [
    ['needs { path }', () => new Memory(undefined as unknown as MemoryOptions)],
    ['path must be', () => make({ path: '' })],
    ['no option archtype; options are', () => make({ archtype: 'coding' })],
    ['archetype must be coding, research, support', () => make({ archetype: 'codding' })],
    ['eventTypes of the archetype must be a list', () => make({ archetype: {} })],
    ['sessionId must be', () => make({ sessionId: 5 })],
    ['damaged must be', () => make({ damaged: 'x' })],
    ['embeddings must be', () => make({ embeddings: {} })],
    ['recall needs { query }', (memory) => memory.recall({} as RecallRequest)],
    ['recall has no max', (memory) => memory.recall({ query: '', max: 1 } as RecallRequest)],
    ['maxTokens must be', (memory) => memory.recall({ query: '', maxTokens: Number.NaN })],
    ['a strategy needs', (memory) => memory.recall({ query: '', strategy: {} as never })],
    ['an event is an object', (memory) => memory.record(undefined as never)],
    ['no contents; it has type, content', (memory) => memory.record({ contents: 1 } as never)],
    ['keywords must be', (memory) => memory.record({ type: 'x', keywords: 'a' as never })],
    ['duration must be', (memory) => memory.record({ type: 'x', duration: 'a' as never })],
    ['content is no JSON', (memory) => memory.record({ type: 'x', content: () => 1 })],
    ['argument 1 of entries.save has a type', ({ entries }) => entries.save({} as never)],
    ['entries.find must be a text', ({ entries }) => entries.find(undefined as never)],
    ['entries.touch must be a list', ({ entries }) => entries.touch('note1' as never)],
    ['argument 2 of semantic.find must', ({ semantic }) => semantic.find('x', 1.5)],
    ['relational.expand must be', ({ relational }) => relational.expand('x' as never)],
    ['contextual.search must', ({ contextual }) => contextual.search(5 as never)],
    ['must be { name, text, worked }', ({ patterns }) => patterns.learn({} as never)],
    ['must be what recall returned', ({ snapshots }) => snapshots.save('x', {} as never)],
    ['an item needs id, type', (memory) => memory.prune([{} as never])],
    ['writePages needs', (memory) => memory.writePages('')],
  ]
  for (const [reason, run] of cases) {
    const memory = make({})
    const error = await Promise.resolve()
      .then(() => run(memory))
      .then(
        () => null,
        (thrown: unknown) => thrown,
      )
    t.match(error, { code: 'MEMORY_INPUT', hint: /Nothing was stored/ }, reason)
    t.match(String(error), reason)
    const { episodic } = memory
    memory.close()
    t.throws(() => episodic.count(), { code: 'MEMORY_INPUT', message: /it is closed/ })
  }
})

t.test('a failing extractor loses no event, and what a kill left is derived later', async (t) => {
  const path = join(t.testdir(), 'a.db')
  const archetype = (work: () => { type: string; name: string }[]) => ({
    name: 'test',
    description: '',
    eventTypes: ['seen'],
    entityTypes: ['thing'],
    relationTypes: [],
    extractors: { seen: work },
    relationExtractors: {},
    contextStrategy: {
      recencyWeight: 0.3,
      relevanceWeight: 0.5,
      salientWeight: 0.2,
      budgetAllocation: { recent: 15, semantic: 40, entities: 25, relations: 20 },
    },
    tools: [],
  })
  const failing = new Memory({
    path,
    archetype: archetype(() => {
      throw new Error('no')
    }),
  })
  await failing.record({ type: 'seen', content: 'stone' })
  t.match(failing.problems, ['the extractor of seen failed: no'])
  failing.close()
  const db = new Database(path)
  db.exec('UPDATE events SET pending = 1')
  db.close()
  const memory = new Memory({
    path,
    archetype: archetype(() => [{ type: 'thing', name: 'stone' }]),
  })
  await memory.recall({ query: 'stone' })
  t.match(memory.semantic.get('thing', 'stone'), { mentionCount: 1 })
  memory.close()
})
