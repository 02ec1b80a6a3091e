import t from 'tap'
import { editDistance } from '#core'
import { loadDialects } from '#model'
import { checkFree, freeReplies, parseRaw, whole } from '../kit/reply_splits.js'

/** 100 in test/long/reply_splits.test.ts. */
const SPLITS = 8
const dialects = await loadDialects()

/** A text without escapes and white space. */
function bare(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[ntrbf]/g, '')
    .replace(/[\\\s]/g, '')
}

/** A name without case and separators. */
function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/** True when the text has the tool's name as a word, or a similar one for a tool that only reads. */
function names(content: string, name: string): boolean {
  const slips = /^(?:read|list|grep|git)/.test(name) ? 2 : 0
  const words = content.match(/[\w.:-]+/g) ?? []
  return words.some((word) => {
    const said = plain(word.replace(/:\d+$/, ''))
    return said.endsWith(plain(name)) || editDistance(said, plain(name)) <= slips
  })
}

/** Every string and number inside a value. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

/** YAML calls and child tags came after the recording. */
const NOT_RECORDED = ['yaml', 'child_tags']

t.test('there are at least 500 real replies, with each dialect in the prompt', (t) => {
  const all = [...freeReplies.values()].flat()
  t.ok(all.length >= 500, `${all.length} replies`)
  t.equal(
    all.filter(({ forced }) => forced).length,
    all.length / 2,
    'half of them with the start of the call given',
  )
  const recorded = dialects.filter(({ name }) => !NOT_RECORDED.includes(name))
  t.same([...freeReplies.keys()].sort(), recorded.map(({ name }) => name).sort())
  for (const dialect of recorded) {
    const [one = '', other = ''] = ['a', 'z'].map((name) =>
      dialect.write([{ name, arguments: {} }]),
    )
    const opening = [...one]
      .filter((_, n) => one.slice(0, n + 1) === other.slice(0, n + 1))
      .join('')
    const begun = freeReplies.get(dialect.name)?.filter(({ forced }) => forced) ?? []
    t.ok(
      begun.every(({ content }) => content.startsWith(opening)),
      `${dialect.name}: ${opening}`,
    )
  }
  t.end()
})

let calls = 0
let problems = 0
for (const [name, replies] of freeReplies)
  t.test(`rows 35, 38, 39: real replies in ${name} are read, and nothing is invented`, (t) => {
    checkFree(t, name, { splits: SPLITS })
    for (const reply of replies) {
      const { content, finish_reason } = reply
      const once = parseRaw(whole(content, finish_reason))
      problems += once.problem === null ? 0 : 1
      calls += once.calls.length
      const mayRun = once.problem === null || finish_reason === 'length'
      t.ok(
        mayRun || once.calls.length === 0,
        'calls with a problem only after a cut by the token limit',
      )
      for (const call of once.calls) {
        t.ok(names(content, call.name), `${call.name} is named`)
        for (const leaf of leaves(call.arguments))
          t.ok(bare(content).includes(bare(leaf)), `${call.name}: ${leaf} is in the text`)
      }
    }
    t.end()
  })

t.test('there are enough calls and problems', (t) => {
  t.ok(calls >= 20, `${calls} calls`)
  t.ok(problems >= 20, `${problems} problems`)
  t.end()
})
