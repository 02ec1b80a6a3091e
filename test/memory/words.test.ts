import t from 'tap'
import { chooseNotes, Memory, type Note, searchNotes } from '#memory'
import { namesRule } from '../../libs/memory/rules/compare_rules.js'
import { subjectWords } from '../../libs/memory/words/subject_words.js'

/** One of a thing and many of it, in the words of programs. */
const PLURALS =
  `policy policies, query queries, city cities, retry retries, entry entries, cookie cookies, movie movies,
  sky skies, proxy proxies, id ids, api apis, uri uris, sku skus, vm vms, db dbs, index indexes, index indices, box boxes,
  class classes, process processes, address addresses, status statuses, alias aliases, database databases, batch batches,
  match matches, case cases, bus buses, quiz quizzes, matrix matrices, vertex vertices, appendix appendices,
  schema schemas, schema schemata, child children, analysis analyses, axis axes, criterion criteria,
  formula formulae, radius radii, shelf shelves, hero heroes, menu menus, photo photos, response responses`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/))

t.test('a plural and its singular are one word of rules, notes and records', (t) => {
  for (const [one = '', many = ''] of PLURALS)
    t.same([...subjectWords(many)], [...subjectWords(one)], `${one} ${many}`)
  const apart = 'policy police, index indicate, child chill, box boxer, news new, analysis analyst'
  for (const pair of apart.split(', ')) {
    const [one = '', other = ''] = pair.split(' ')
    t.notSame([...subjectWords(one)], [...subjectWords(other)], pair)
  }
  t.equal(namesRule('forget the convention, delete the rules about retries', 'One retry.'), 1)
  t.end()
})

t.test('notes and memories are found by the other number of a word', async (t) => {
  const note = (name: string, body: string): Note => ({
    ...{ name, body, type: 'project', scope: 'project', description: '', source: 'user' },
    ...{ confidence: 1, created: '2026-11-27', isRule: false, replacedBy: null },
  })
  const memory = new Memory({ path: ':memory:', clock: { now: () => 1 } })
  t.teardown(() => memory.close())
  for (const [at, [one = '', many = '']] of PLURALS.entries()) {
    // Sessions of their own: what is beside a match is found with it.
    for (const [id, word] of [
      [`one${at}`, one],
      [`many${at}`, many],
    ] as const)
      await memory.record({ type: 'message', id, sessionId: id, content: `Kept the ${word}.` })
    memory.entries.save({ type: 'gotcha', title: `Title ${at}`, text: `Keep a ${one} here.` })
  }
  for (const [at, [one = '', many = '']] of PLURALS.entries()) {
    for (const word of [one, many]) {
      const found = (await memory.contextual.search(word, 10)).map(({ id }) => id)
      t.ok(found.includes(`one${at}`) && found.includes(`many${at}`), `${word} finds both`)
    }
    const [entry] = memory.entries.find(many)
    t.equal(entry?.text, `Keep a ${one} here.`, `an entry by ${many}`)
    t.equal(entry?.rank, memory.entries.find(one)[0]?.rank, 'with the same rank')
    t.equal(searchNotes([note('a', `The ${one}.`)], many, 0).length, 1, `a note by ${many}`)
    t.equal(chooseNotes([note('a', `The ${many}.`)], `Read a ${one}`).length, 1)
  }
})
