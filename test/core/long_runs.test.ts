import t from 'tap'
import { loadDialects } from '#model'
import { readQuery } from '../../libs/map/words/query_words.js'
import { errorPattern, pathsIn } from '../../libs/memory/extract/error_pattern.js'
import { slugOf } from '../../libs/memory/notes/slug.js'
import { sentencesOf } from '../../libs/memory/rules/learn/sentences.js'
import { indexText } from '../../libs/memory/words/index_text.js'
import { readComment } from '../../libs/model/endpoint/queue_comments.js'
import { hiddenWordsFor } from '../../libs/model/stream/hide_calls.js'
import { createThinkSplitter } from '../../libs/model/thinking/split_thinking.js'
import { plainSymbol } from '../../libs/tools/symbols/found.js'
import { isIgnored, parseIgnore } from '../../libs/workspace/ignores/gitignore.js'
import { applyPatch } from '../../libs/workspace/patch/apply_patch.js'
import { findPlaces } from '../../libs/workspace/patch/text/find_places.js'
import { followLinks } from '../../libs/workspace/paths/follow_links.js'
import { readTallies } from '../../libs/workspace/test_runs/test_tallies.js'
import { firstSlow } from '../kit/long_texts.js'

/** Runs without a space, in which each place may be the beginning of what is looked for. */
const PARTS = [' ', 'a', 'a/', 'a修', '.修', '-', '_', '?', 'a,', ', 1 passed', '/']
const CHARS = 6_000
/** Only the first 20,000 characters of a task are read. */
const TASK_CHARS = 2_000
/** A line of one output is read natively, so only a longer one tells. */
const OUTPUT_CHARS = 20_000

const dialects = await loadDialects()

/** Two characters at a time, as a server sends them. */
function inStream(text: string): void {
  const splitter = createThinkSplitter(hiddenWordsFor(dialects, ['read_file']))
  for (const delta of `tool: ${text}`.match(/[\s\S]{1,2}/g) ?? []) splitter.push(delta)
}

const READERS: Record<string, (text: string) => unknown> = {
  'the words of an event': indexText,
  'the files of a report': pathsIn,
  'the error of a report': (text) => errorPattern(`Error: ${text}`),
  'the name of a note': slugOf,
  'the sentences of a message': (text) => sentencesOf(`${text}x`),
  'a symbol that is asked for': (text) => plainSymbol(`${text}! 1`),
  'a reply that comes': inStream,
  'a path of new names': (text) => followLinks('/', text, true),
}
const TASKS: Record<string, (text: string) => unknown> = { 'the place of a task': readQuery }
const OUTPUTS: Record<string, (text: string) => unknown> = {
  'a comment of a server': readComment,
  'a summary of tests': (text) => readTallies(`ok  \t${text}\n1 failed${text} in 1s${text}`),
  'a package without tests': (text) => readTallies(`ok  \t${text} [no tests to run]`),
}

t.test('runs without a space are read in a time that grows with their length', async (t) => {
  for (const [readers, chars] of [
    [READERS, CHARS],
    [TASKS, TASK_CHARS],
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

t.test('a glob of many stars takes each name once', async (t) => {
  const names = (text: string) => () =>
    isIgnored([parseIgnore('/r', `${'*a'.repeat(9)}*b`)], `/r/${text}`, false)
  t.equal(firstSlow(names, ['a'], 20), null)
  const ignored = (line: string, path: string) =>
    isIgnored([parseIgnore('/r', line)], `/r/${path}`, false)
  for (const path of ['a1b2c3.log', 'x/a.b.c.log', 'abc.log'])
    t.ok(ignored('*a*b*c*.log', path), path)
  for (const path of ['acb.log', 'abc.log.gz', 'ab/c.log'])
    t.notOk(ignored('*a*b*c*.log', path), path)
  t.ok(ignored('/*a*/**/*[0-9]*.l?g', 'xay/b/c/1.log'))
  t.notOk(ignored('/*a*/**/*[!0-9]*.l?g', 'xay/b/c/1.log'))
  t.notOk(ignored('*a*b*c*/**', 'abc'), 'what lies in the folder, not the folder')
})

t.test('a line of .gitignore that is longer than a path names nothing', async (t) => {
  t.notOk(isIgnored([parseIgnore('/r', 'a'.repeat(64_000))], '/r/a', false))
  t.ok(isIgnored([parseIgnore('/r', `a${' '.repeat(64_000)}`)], '/r/a', false))
})

t.test(
  'a long text that repeats itself is found in linear time, and each place of it',
  async (t) => {
    const near = (text: string) => () =>
      applyPatch(`${text}y${text}`, {
        old_str: `${text.slice(0, text.length / 2)}z${text.slice(0, text.length / 2)}`,
        new_str: '',
      })
    t.equal(firstSlow(near, ['a'], 12_000), null)
    const places = (text: string) => () => [...findPlaces(text, text.slice(text.length / 2))].length
    t.equal(firstSlow(places, ['a'], 12_000), null)
    const text = 'ab'.repeat(400)
    t.same([...findPlaces(text, text.slice(0, 600))].length, 101)
  },
)

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
