import t from 'tap'
import { readQuery } from '../../libs/map/words/query_words.js'
import { errorPattern, pathsIn } from '../../libs/memory/extract/error_pattern.js'
import { slugOf } from '../../libs/memory/notes/slug.js'
import { sentencesOf } from '../../libs/memory/rules/learn/sentences.js'
import { indexText } from '../../libs/memory/words/index_text.js'
import { readComment } from '../../libs/model/endpoint/queue_comments.js'
import { plainSymbol } from '../../libs/tools/symbols/found.js'
import { followLinks } from '../../libs/workspace/paths/follow_links.js'
import { readTallies } from '../../libs/workspace/test_runs/test_tallies.js'
import { firstSlow } from '../kit/long_texts.js'

/** Runs without a space, in which each place may be the beginning of what is looked for. */
const PARTS = ['a', 'a/', 'a修', '.修', '-', '_', '?', 'a,', ', 1 passed', '/']
const CHARS = 2_000
/** A line of one output is read natively, so only a longer one tells. */
const OUTPUT_CHARS = 20_000

const READERS: Record<string, (text: string) => unknown> = {
  'the words of an event': indexText,
  'the files of a report': pathsIn,
  'the error of a report': (text) => errorPattern(`Error: ${text}`),
  'the place of a task': readQuery,
  'the name of a note': slugOf,
  'the sentences of a message': sentencesOf,
  'a symbol that is asked for': plainSymbol,
  'a path of new names': (text) => followLinks('/', text, true),
}
const OUTPUTS: Record<string, (text: string) => unknown> = {
  'a comment of a server': readComment,
  'a summary of tests': (text) => readTallies(`ok  \t${text}\n1 failed${text} in 1s${text}`),
  'a package without tests': (text) => readTallies(`ok  \t${text} [no tests to run]`),
}

t.test('runs without a space are read in a time that grows with their length', async (t) => {
  for (const [readers, chars] of [
    [READERS, CHARS],
    [OUTPUTS, OUTPUT_CHARS],
  ] as const)
    for (const [name, read] of Object.entries(readers))
      t.equal(
        firstSlow((text) => () => read(text), PARTS, chars),
        null,
        name,
      )
})

t.test('a path beside a run that is no path is found', async (t) => {
  const run = 'a/'.repeat(300)
  t.same(pathsIn(`${run} src/a.ts ${run}`), ['src/a.ts'])
  t.same(readQuery(`${run} src/a.ts`).paths, ['src/a.ts'])
})

t.test('the last name of what is asked for is the symbol', async (t) => {
  for (const asked of ['Store.get', 'get()', 'Store::get', 'a get ! '])
    t.equal(plainSymbol(asked), 'get')
  for (const asked of ['', '12', 'get 12']) t.equal(plainSymbol(asked), null, asked)
})

t.test('the last clause of a line of pytest counts', async (t) => {
  const [tally] = readTallies('3 failed, 12 passed, 1 error in 0.5s')
  t.match(tally, { runner: 'pytest', passed: 12, failed: 4 })
  t.same(readTallies('3 failed, 12 passed'), [], 'without the time it is no summary')
})
