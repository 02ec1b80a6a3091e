import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  ageCaveat,
  changeNotes,
  chooseNotes,
  findRecords,
  Memory,
  type Note,
  searchNotes,
} from '#memory'
import { readNotes, saveNote } from '../../libs/memory/notes/note_folder.js'
import { openStore } from '../../libs/memory/store/store.js'
import type { Archetype } from '../../libs/memory/types/archetype.js'
import type { RelationDraft } from '../../libs/memory/types/entity.js'
import { chunksOf } from '../../libs/memory/vectors/chunks.js'
import { recordLine } from '../../libs/supervisor/ambient/records_for.js'
import { memorySave } from '../../libs/tools/builtin/memory_save.js'

// The numbers of features.md, sections 9: each test fails when its number changes.

const NOW = Date.parse('2026-11-27')
const DAY_MS = 86_400_000

function note(name: string, body: string, more: Partial<Note> = {}): Note {
  return {
    name,
    type: 'project',
    scope: 'project',
    description: '',
    source: 'user',
    confidence: 1,
    created: '2026-11-27',
    isRule: false,
    replacedBy: null,
    body,
    ...more,
  }
}

/** The day so many days before now. */
const dayBefore = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10)
const names = (notes: readonly { name: string }[]) => notes.map(({ name }) => name)

t.test('row 208: a head has at most five notes', (t) => {
  const many = Array.from({ length: 8 }, (_, at) => note(`n${at}`, `Exchange rate, case ${at}.`))
  t.equal(chooseNotes(many, 'Read the exchange rate').length, 5)
  const one = note('rates', 'The exchange rate comes from the bank at night.')
  t.same(chooseNotes([one], 'Print the bank'), [], 'one word of many is too little')
  t.equal(chooseNotes([note('rate', 'The bank.')], 'Print the bank').length, 1)
  t.end()
})

t.test('row 208: an index counts the files beyond the 200 that are read', (t) => {
  const place = {
    scope: 'project' as const,
    folder: t.testdir(
      Object.fromEntries(Array.from({ length: 204 }, (_, at) => [`n${at}.md`, 'Text.'])),
    ),
    trusted: () => () => true,
    willWrite: () => {},
  }
  saveNote(place, note('last', 'Last.'))
  t.equal(readNotes(place).notes.length, 200)
  t.match(readFileSync(join(place.folder, 'MEMORY.md'), 'utf8'), '\n5 more files are not listed')
  t.end()
})

t.test(
  'row 209: five results, ranked by words, confidence and exp(-days/30), of 15 candidates',
  (t) => {
    const of = (notes: readonly Note[]) => names(searchNotes(notes, 'exchange rate daily', NOW))
    const text = 'The exchange rate.'
    t.equal(of(Array.from({ length: 8 }, (_, at) => note(`n${at}`, text))).length, 5)
    t.same(of([note('a', text, { confidence: 0.5 }), note('b', text)]), ['b', 'a'])
    t.same(of([note('a', text, { created: dayBefore(9) }), note('b', text)]), ['b', 'a'])
    // After 30 days two words are worth .74 of one, three are worth 1.1.
    const old = { created: dayBefore(30) }
    t.same(of([note('a', text, old), note('b', 'The exchange.')]), ['b', 'a'])
    t.same(of([note('a', 'The daily exchange rate.', old), note('b', 'The exchange.')]), ['a', 'b'])
    const weak = Array.from({ length: 15 }, (_, at) => note(`n${at}`, text, { confidence: 0.1 }))
    t.notOk(of([...weak, note('one-word', 'The exchange.')]).includes('one-word'))
    t.end()
  },
)

t.test('row 209: a rule of years ago that has the words keeps a fifth of its rank', (t) => {
  const old = note('a', 'The daily exchange rate.', { created: dayBefore(900) })
  const weak = note('b', 'The exchange.', { confidence: 0.5 })
  t.same(names(searchNotes([old, weak], 'exchange rate daily', NOW)), ['a', 'b'])
  t.end()
})

t.test('row 210: a note of yesterday has no caveat, one of two days ago has', (t) => {
  const of = (days: number) => ageCaveat(note('a', 'x', { created: dayBefore(days) }), NOW)
  t.same([of(0), of(1)], ['', ''])
  t.equal(of(2), '2 days old: verify files and names before use')
  t.equal(ageCaveat(note('a', 'x', { created: 'yesterday' }), NOW), '', 'the day is not known')
  t.end()
})

t.test('row 211: a question shows 120 characters of what a text replaces', async (t) => {
  const known = { ...note('old', 'word '.repeat(100)), caveat: '' }
  const memory = { meets: () => ({ same: null, replaces: [known] }), wasRefused: () => false }
  const input = {
    text: 'New.',
    type: 'project',
    scope: 'project',
    name: '',
    description: '',
  } as const
  type Context = Parameters<typeof memorySave.run>[1]
  const made = await memorySave.run(input, { memory } as unknown as Context)
  const [line = ''] = (made.memory?.shown ?? '').split('\n')
  t.equal(line.length, '- old: '.length + 120)
})

t.test('row 211: so does the line about it; words of the model count .9', (t) => {
  const place = (scope: 'project' | 'user') => ({
    scope,
    folder: join(t.testdir(), scope),
    trusted: () => () => true,
    willWrite: () => {},
  })
  const places = { project: place('project'), user: place('user') }
  const save = (text: string) => {
    const of = { scope: 'project', type: 'project', name: 'rates', description: '' } as const
    return changeNotes({ action: 'save', ...of, text }, places, '2026-11-27')
  }
  save(`Rates ${'word '.repeat(100)}`)
  t.match(save('New.'), /It replaces rates: "Rates .{109}…"$/)
  t.match(readNotes(places.project).notes, [{ source: 'model', confidence: 0.9 }])
  const rule = (size: number) => {
    const text = 'x'.repeat(size)
    const of = { scope: 'user', type: 'feedback', name: `n${size}`, description: '' } as const
    changeNotes({ action: 'save', ...of, text }, places, '2026-11-27')
    return readNotes(places.user).notes.find(({ name }) => name === `n${size}`)?.isRule
  }
  t.same([rule(600), rule(601)], [true, false], 'row 205: a longer text is found by search')
  t.end()
})

t.test('row 216: a writer waits five seconds for another one', (t) => {
  const store = openStore(join(t.testdir(), 'a.db'), { damaged: 'refuse' })
  t.equal(store.db.pragma('busy_timeout', { simple: true }), 5_000)
  store.close()
  t.end()
})

t.test('row 218: entries take at most the budget of the kind of task', async (t) => {
  const memory = new Memory({ path: ':memory:' })
  for (let at = 0; at < 40; at += 1)
    memory.entries.save({ type: 'decision', title: `n${at}`, text: `storage ${at} `.repeat(30) })
  const used = async (task: string) => {
    const { items } = await memory.recall({ query: 'storage', maxTokens: 10_000, task })
    return items.reduce((sum, { source, tokens }) => sum + (source === 'entries' ? tokens : 0), 0)
  }
  const [few, many] = [await used('explanation'), await used('backend')]
  t.ok(few > 300 && few <= 500, `${few} tokens`)
  t.ok(many > 800 && many <= 1_000, `${many} tokens`)
  const { items } = await memory.recall({ query: 'storage', maxTokens: 1_000, task: 'backend' })
  const part = items.filter(({ source }) => source === 'entries')
  t.ok(part.length > 0 && part.reduce((sum, { tokens }) => sum + tokens, 0) <= 200, 'a fifth')
  memory.close()
})

t.test('rows 215, 216: entries of the kinds of a task, best first, with one of the words', (t) => {
  let now = NOW
  const memory = new Memory({ path: ':memory:', clock: { now: () => now } })
  const save = (type: 'decision' | 'context', title: string, text: string) =>
    memory.entries.save({ type, title, text })
  save('decision', 'both', 'storage on the kangaroo')
  now += DAY_MS
  save('decision', 'one', 'storage below the roof')
  save('context', 'team', 'storage belongs to Ada')
  const found = (task?: string) =>
    memory.entries.find('storage kangaroo', { task }).map(({ title }) => title)
  t.equal(found()[0], 'both', 'the rank decides, not the age')
  t.equal(found().length, 3, 'one of the words is enough')
  t.same(found('shell').length, 0, 'a decision and background do not help there')
  t.same(found('explanation').sort(), ['both', 'one', 'team'])
  t.same(found('coding').sort(), ['both', 'one'])
  memory.close()
  t.end()
})

t.test(
  'row 216: of two entries with the same words the newer one, then the used one comes first',
  (t) => {
    let now = NOW
    const memory = new Memory({ path: ':memory:', clock: { now: () => now } })
    const save = (title: string) =>
      memory.entries.save({ type: 'decision', title, text: `storage of the ${title}` }).entry.id
    const old = save('anchor')
    now += DAY_MS
    save('bucket')
    const found = () => memory.entries.find('storage')
    t.match(found(), [
      { title: 'bucket', rank: 0.6 + 0.3 },
      { title: 'anchor', rank: 0.6 + 0.3 / 2 },
    ])
    for (let uses = 0; uses < 8; uses += 1) memory.entries.touch([old])
    t.equal(found()[0]?.title, 'bucket', 'eight uses are worth .08')
    now += 30 * DAY_MS
    t.equal(found()[0]?.title, 'anchor', 'age tells the two no longer apart')
    memory.close()
    t.end()
  },
)

t.test('row 217: evidence lives 7 days, background 30, a decision for ever', (t) => {
  let now = NOW
  const memory = new Memory({ path: ':memory:', clock: { now: () => now } })
  memory.entries.save({ type: 'gotcha', title: 'a', text: 'first', life: 'evidence' })
  memory.entries.save({ type: 'context', title: 'b', text: 'second' })
  memory.entries.save({ type: 'decision', title: 'c', text: 'third' })
  const after = (ms: number) => {
    now = NOW + ms
    return memory.entries.list().map(({ title }) => title)
  }
  t.same(after(7 * DAY_MS - 1), ['c', 'b', 'a'])
  t.same(after(7 * DAY_MS), ['c', 'b'])
  t.same(after(30 * DAY_MS - 1), ['c', 'b'])
  t.same(after(30 * DAY_MS), ['c'])
  t.same(after(9_000 * DAY_MS), ['c'])
  memory.close()
  t.end()
})

t.test('row 219: a record has at most ten files and 1,500 characters', (t) => {
  const task = { id: 't', sessionId: 's', text: 'Fix the totals', status: 'resolved', endText: '' }
  const paths = Array.from({ length: 14 }, (_, at) => `src/${'deep/'.repeat(40)}file-${at}.ts`)
  const ledger = {
    tasks: () => [{ ...task, createdMs: NOW, endedMs: NOW, proven: true }],
    callsOf: () => [],
    find: ({ kind }: { kind?: string }) =>
      kind === 'edit_applied' ? paths.map((subject) => ({ subject, taskId: 't' })) : [],
  }
  const rows = ledger as unknown as Parameters<typeof findRecords>[0]
  const [record] = findRecords(rows, { text: 'Fix the totals', files: paths, limit: 1 })
  t.equal(record?.files.length, 10)
  t.equal(record && recordLine(record).length, 1_500)
  t.end()
})

/** An archetype whose events say what connects. */
function graphOf(relations: (event: string) => [string, string][]): Archetype {
  const thing = (name: string) => ({ type: 'thing', name })
  return {
    name: 'graph',
    description: 'A graph.',
    eventTypes: ['edge'],
    entityTypes: ['thing'],
    relationTypes: ['knows'],
    extractors: {
      edge: (event) =>
        typeof event.content === 'string' ? [{ ...thing('Ada'), aliases: [event.content] }] : [],
    },
    relationExtractors: {
      edge: ({ id }) =>
        relations(id).map(
          ([source, target]): RelationDraft => ({
            type: 'knows',
            source: thing(source),
            target: thing(target),
          }),
        ),
    },
    contextStrategy: {
      recencyWeight: 0.3,
      relevanceWeight: 0.5,
      salientWeight: 0.2,
      budgetAllocation: { recent: 15, semantic: 40, entities: 25, relations: 20 },
    },
    tools: [],
  }
}

const idOf = (memory: Memory, name: string) => memory.semantic.get('thing', name)?.id ?? ''

t.test('row 223: an entity keeps every alias that it was given', async (t) => {
  const memory = new Memory({ path: ':memory:', archetype: graphOf(() => []) })
  for (const content of ['Countess', 'Lovelace']) await memory.record({ type: 'edge', content })
  t.same(memory.semantic.get('thing', 'Ada')?.aliases, ['Countess', 'Lovelace'])
  t.equal(memory.semantic.find('Lovelace')[0]?.name, 'Ada')
  memory.close()
})

t.test('row 224: two steps away and no further; a way has at most six', async (t) => {
  const chain = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const pairs = chain.slice(1).map((to, at): [string, string] => [chain[at] ?? '', to])
  const memory = new Memory({ path: ':memory:', archetype: graphOf(() => pairs) })
  await memory.record({ type: 'edge' })
  const { entities, relations } = await memory.relational.expand([idOf(memory, 'a')])
  t.same(
    entities.map(({ name, depth }) => [name, depth]),
    [
      ['b', 1],
      ['c', 2],
    ],
  )
  t.equal(relations.length, 2)
  t.equal((await memory.relational.path(idOf(memory, 'a'), idOf(memory, 'g')))?.length, 7)
  t.equal(await memory.relational.path(idOf(memory, 'a'), idOf(memory, 'h')), null)
  memory.close()
})

t.test('row 224: of a hub the 30 heaviest, of an expansion 60 of at most 400', async (t) => {
  const range = (count: number) => Array.from({ length: count }, (_, at) => at)
  const wide = range(40).flatMap((one): [string, string][] => [
    ['hub', `n${one}`],
    ...range(25).map((two): [string, string] => [`n${one}`, `n${one}-${two}`]),
  ])
  const pairs = (id: string): [string, string][] => (id === 'all' ? wide : [['hub', 'n39']])
  const memory = new Memory({ path: ':memory:', archetype: graphOf(pairs) })
  await memory.record({ type: 'edge', id: 'all' })
  for (const at of range(104)) await memory.record({ type: 'edge', id: `again${at}` })
  const hub = idOf(memory, 'hub')
  const near = memory.relational.of(hub)
  t.equal(near.length, 30)
  t.match(near[0], { weight: 105, targetId: idOf(memory, 'n39') })
  t.equal(near[0]?.evidence.length, 100)
  const { entities, relations } = await memory.relational.expand([hub])
  t.equal(relations.length, 60)
  t.equal(entities.length, 400, 'one more for each relation')
  const ends = [idOf(memory, 'n1-1'), idOf(memory, 'n39')]
  const [heaviest] = (await memory.relational.expand(ends, { depth: 1 })).relations
  t.equal(heaviest?.weight, 105, 'of all starts the heaviest is first')
  memory.close()
})

t.test('row 222: what comes after a match counts more than what comes before it', async (t) => {
  const memory = new Memory({ path: ':memory:' })
  const ids: string[] = []
  for (const content of ['Nice day.', 'How was the pottery class?', 'Two bowls are done.'])
    ids.push((await memory.record({ type: 'message', content })).id)
  const found = await memory.contextual.search('pottery class', 3)
  t.same(
    found.map(({ id }) => id),
    [ids[1], ids[2], ids[0]],
  )
  memory.close()
})

t.test('row 227: without a limit a context has up to 8,000 tokens', async (t) => {
  const memory = new Memory({ path: ':memory:' })
  const content = `storage ${'仓库里的记录'.repeat(100)}`
  for (let at = 0; at < 100; at += 1)
    await memory.record({ type: 'note', content: `${at} ${content}` })
  const { tokens } = await memory.recall({ query: 'storage' })
  t.ok(tokens > 4_000 && tokens <= 8_000, `${tokens} tokens`)
  memory.close()
})

t.test('row 228: a cosine of .55 is near enough; ten results; chunks of 50 lines', async (t) => {
  const cosine = (text: string) => Number(/cosine (\S+)/.exec(text)?.[1] ?? 1)
  const embeddings = async (texts: readonly string[]) =>
    texts.map((text) => [cosine(text), Math.sqrt(1 - cosine(text) ** 2), ...Array(30).fill(0)])
  const memory = new Memory({ path: ':memory:', embeddings })
  const near = await memory.record({ type: 'note', content: 'cosine 0.56' })
  await memory.record({ type: 'note', content: 'cosine 0.54' })
  t.same(
    (await memory.contextual.search('kiln')).map(({ id }) => id),
    [near.id],
  )
  for (let at = 0; at < 14; at += 1)
    await memory.record({ type: 'note', sessionId: `s${at}`, content: 'cosine 0.9' })
  t.equal((await memory.contextual.search('kiln', 50)).length, 10)
  t.equal(chunksOf(Array(101).fill('line').join('\n')).length, 3)
  t.equal(chunksOf(Array(100).fill('line').join('\n')).length, 2)
  memory.close()
})
