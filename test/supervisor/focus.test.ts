import t from 'tap'
import { budgetFor } from '#context'
import { estimateTokens, resultTokensFor } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

/** 1,200 lines, and one that a search finds. */
const LONG = Array.from({ length: 1_200 }, (_, at) =>
  at === 899 ? 'export const factor = 8117' : `export const value${at + 1} = measure(${at})`,
).join('\n')

t.test('row 83: a result is capped by the window', async (t) => {
  t.same(
    [2_048, 4_096, 8_192, 16_384, 32_768, 131_072].map(resultTokensFor),
    [409, 600, 1_200, 2_500, 4_000, 4_000],
  )
})

t.test(
  'a long file is shown where the last search, output or edit was, also after a kill',
  async (t) => {
    const read = act(['read_file', { path: 'src/long.ts' }])
    const edit = { path: 'src/long.ts', old_str: '= measure(199)', new_str: '= 7' }
    const loop = openLoop(t, {
      files: { 'src/long.ts': `${LONG}\n` },
      replies: [
        read,
        act(['grep', { pattern: 'factor', path: 'src' }]),
        read,
        act(['run_command', { command: 'echo "Error: no at f (src/long.ts:400:3)"' }]),
        read,
        act(['patch_file', edit]),
        read,
      ],
      over: { windowTokens: 8_192 },
    })
    const task = loop.add('Find the factor')
    const first = await loop.run(task, { maxSteps: 4 })
    loop.ledger().reopen(task)
    loop.reopen()
    const second = await loop.run(task, { maxSteps: 3 })
    const texts = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'tool_result' && event.tool === 'read_file' ? [event.text] : [],
    )
    t.match(texts[0], /^src\/long\.ts lines 1-\d+ of 1200\n/)
    t.match(texts[1], /factor = 8117\n.*what the search for factor named/s)
    t.match(texts[2], /value400 = measure\(399\)\n.*what the output of echo .* named/s)
    t.match(texts[3], /value200 = 7\n.*what your last edit named/s)
    for (const text of texts)
      t.ok(estimateTokens(text) <= budgetFor(8_192).usableTokens * 0.12, `${estimateTokens(text)}`)
  },
)

/** 600 records, and the value of the file among them. */
const recordsOf = (name: string, value: number, length = 600) =>
  Array.from({ length }, (_, at) =>
    at === 410 ? `the base of ${name} is ${value} units` : `row ${at}; depth ${at * 3}; state open`,
  ).join('\n')

t.test(
  'a long file is shown where it says what the model took from a file of the same kind, also after a kill',
  async (t) => {
    const loop = openLoop(t, {
      files: {
        'data/juniper.txt': recordsOf('juniper', 370),
        'data/quarry.txt': recordsOf('quarry', 12),
        'data/opal.txt': recordsOf('opal', 77),
        'data/notes.md': recordsOf('notes', 5),
      },
      replies: [
        act(['read_file', { path: 'data/juniper.txt', start_line: 405, end_line: 415 }]),
        say('The base of juniper is 370.', ['read_file', { path: 'data/quarry.txt' }]),
        say('The base of quarry is 12.', ['read_file', { path: 'data/notes.md' }]),
        act(['read_file', { path: 'data/opal.txt' }]),
      ],
      over: { windowTokens: 8_192 },
    })
    const task = loop.add('Add up the bases')
    const first = await loop.run(task, { maxSteps: 3 })
    loop.ledger().reopen(task)
    loop.reopen()
    const second = await loop.run(task, { maxSteps: 1 })
    const texts = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'tool_result' && event.tool === 'read_file' ? [event.text] : [],
    )
    t.match(
      texts[1],
      /base of quarry is 12 units\n.*This part is what your fact from data\/juniper.txt named/s,
    )
    t.match(
      texts[2],
      /^data\/notes.md lines 1-/,
      'a file of another kind is shown from its beginning',
    )
    t.match(texts[3], /base of opal is 77 units\n.*your fact from data\/quarry.txt named/s)
    const [other, third] = [texts[1], texts[3]].map((text) => estimateTokens(text ?? ''))
    t.ok((other ?? 0) > 400, `one fact: ${other} tokens`)
    t.ok((third ?? 0) <= 347, `after two facts the value is enough: ${third} tokens`)
  },
)

t.test('a value that a search in one file found aims at the next file too', async (t) => {
  const loop = openLoop(t, {
    files: {
      'data/juniper.txt': recordsOf('juniper', 370),
      'data/quarry.txt': recordsOf('quarry', 12),
    },
    replies: [
      act(['grep', { pattern: 'the base of', path: 'data/juniper.txt' }]),
      say('The base of juniper is 370.', ['read_file', { path: 'data/quarry.txt' }]),
    ],
    over: { windowTokens: 8_192 },
  })
  const { events } = await loop.run(loop.add('Add up the bases'), { maxSteps: 2 })
  const read = events.find((event) => event.type === 'tool_result' && event.tool === 'read_file')
  t.match(read, { text: /base of quarry is 12 units\n.*your fact from data\/juniper.txt named/s })
})

t.test('a file above 2 MiB is not compared with facts', async (t) => {
  const loop = openLoop(t, {
    files: {
      'data/juniper.txt': recordsOf('juniper', 370),
      'data/quarry.txt': recordsOf('quarry', 12, 100_000),
    },
    replies: [
      act(['read_file', { path: 'data/juniper.txt', start_line: 405, end_line: 415 }]),
      say('The base of juniper is 370.', ['read_file', { path: 'data/quarry.txt' }]),
    ],
    over: { windowTokens: 8_192 },
  })
  const { events } = await loop.run(loop.add('Add up the bases'), { maxSteps: 2 })
  const texts = events.flatMap((event) =>
    event.type === 'tool_result' && event.tool === 'read_file' ? [event.text] : [],
  )
  t.match(texts[1], /^data\/quarry\.txt lines 1-/, 'it is shown from its beginning')
})

t.test(
  'a long list of files is shown where its files have no edit yet, also after a kill',
  async (t) => {
    const words = 'in the release of this year, which has to be on time, as the users said '.repeat(
      4,
    )
    const plan = Array.from({ length: 10 }, (_, at) => `- conf/p${at}.conf gets ${at} ${words}`)
    const edits = (...numbers: number[]) =>
      act(
        ...numbers.map((at): [string, Record<string, unknown>] => [
          'write_file',
          { path: `conf/p${at}.conf`, content: `${at}\n` },
        ]),
      )
    const read = act(['read_file', { path: 'plan.md' }])
    const loop = openLoop(t, {
      files: { 'plan.md': `${plan.join('\n')}\n` },
      replies: [edits(0, 1, 2, 3, 4), act(['grep', { pattern: 'gets', path: 'plan.md' }]), read],
      over: { windowTokens: 4_096 },
    })
    const task = loop.add('Do what plan.md says')
    const first = await loop.run(task, { maxSteps: 6 })
    loop.ledger().reopen(task)
    loop.reopen()
    const second = await loop.run(task, { maxSteps: 1 })
    const texts = [...first.events, ...second.events].flatMap((event) =>
      event.type === 'tool_result' && event.tool !== 'write_file' ? [event.text] : [],
    )
    t.match(texts[0], /\n… 5 lines left out: this task has edited .*\n6: - conf\/p5\.conf /)
    t.match(texts[1], /^plan\.md lines 5-.*what the search for gets named/s)
    const done = openLoop(t, {
      files: { 'plan.md': `${plan.slice(0, 5).join(words)}\n`.replaceAll('- conf', '\n- conf') },
      replies: [edits(0, 1, 2, 3, 4), read],
      over: { windowTokens: 4_096 },
    })
    const { events } = await done.run(done.add('Do what plan.md says'), { maxSteps: 6 })
    const shown = events.findLast(({ type }) => type === 'tool_result')
    t.match(shown, { text: /This task has edited every file that the lines of this list name\./ })
  },
)
