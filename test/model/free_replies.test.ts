import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { editDistance } from '#core'
import { loadDialects, parseReply } from '#model'
import { TOOLS } from '../kit/replies.js'
import { seeded, splitsOf, streamed } from '../kit/splits.js'

/** What a real model of 135 million parameters answered; made by `node bench/run.mjs replies/free`. */
interface FreeReply {
  forced: boolean
  finish_reason: string
  content: string
}

const FOLDER = join(import.meta.dirname, '../fixtures/replies/free')
const RANDOM_SPLITS = 100
const dialects = await loadDialects()
const fixtures = new Map(
  readdirSync(FOLDER).map((file): [string, FreeReply[]] => {
    const lines = readFileSync(join(FOLDER, file), 'utf8').trimEnd().split('\n')
    return [file.replace('.jsonl', ''), lines.map((line) => JSON.parse(line))]
  }),
)

const read = (raw: ReturnType<typeof streamed>) =>
  parseReply(raw, { step: 1, tools: TOOLS, dialects })

/** A reply of the fixture that came in one piece. */
function whole({ content, finish_reason }: FreeReply): ReturnType<typeof streamed> {
  return { content, reasoning: '', tool_calls: [], finish_reason }
}

/** A text without what escapes and white space may add or take away. */
function bare(text: string): string {
  return text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[ntrbf]/g, '')
    .replace(/[\\\s]/g, '')
}

/** Letters and digits alone: how a name may be spelled. */
function plain(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase()
}

/** The tool's name stands there as a word, or for a tool that only reads one nearly like it. */
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

t.test('the model answered 500 times and more, taught each dialect in turn', (t) => {
  const all = [...fixtures.values()].flat()
  t.ok(all.length >= 500, `${all.length} replies`)
  t.equal(all.filter(({ forced }) => forced).length, all.length / 2, 'half of them begun for it')
  t.same([...fixtures.keys()].sort(), dialects.map(({ name }) => name).sort())
  for (const dialect of dialects) {
    const [one = '', other = ''] = ['a', 'z'].map((name) =>
      dialect.write([{ name, arguments: {} }]),
    )
    const opening = [...one]
      .filter((_, n) => one.slice(0, n + 1) === other.slice(0, n + 1))
      .join('')
    const begun = fixtures.get(dialect.name)?.filter(({ forced }) => forced) ?? []
    t.ok(
      begun.every(({ content }) => content.startsWith(opening)),
      `${dialect.name}: ${opening}`,
    )
  }
  t.end()
})

let calls = 0
let problems = 0
for (const [name, replies] of fixtures)
  t.test(`rows 35, 38, 39: free replies in ${name} are read, and nothing is made up`, (t) => {
    const random = seeded(13)
    for (const reply of replies) {
      const once = read(whole(reply))
      const text = JSON.stringify(once)
      const { content, finish_reason } = reply
      const other = splitsOf(content, RANDOM_SPLITS, random).find(
        (pieces) => JSON.stringify(read(streamed(pieces, finish_reason))) !== text,
      )
      t.equal(other, undefined, 'the same under every split')
      problems += once.problem === null ? 0 : 1
      calls += once.calls.length
      const mayRun = once.problem === null || finish_reason === 'length'
      t.ok(mayRun || once.calls.length === 0, 'only behind whole calls may the limit have cut')
      for (const call of once.calls) {
        t.ok(names(content, call.name), `${call.name} is named`)
        for (const leaf of leaves(call.arguments))
          t.ok(bare(content).includes(bare(leaf)), `${call.name}: ${leaf} is said`)
      }
    }
    t.end()
  })

t.test('the replies are of every kind', (t) => {
  t.ok(calls >= 20, `${calls} calls`)
  t.ok(problems >= 20, `${problems} problems`)
  t.end()
})
