import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Reply } from '#core'
import { joinChunks, loadDialects, parseReply } from '#model'
import { loadCases, TOOLS } from './replies.js'
import { seeded, splitsOf, streamed } from './splits.js'

type Raw = ReturnType<typeof joinChunks>

/** What a real model of 135 million parameters answered; created by `node bench/run.mjs replies/free`. */
export interface FreeReply {
  forced: boolean
  finish_reason: string
  content: string
}

const FIXTURES = join(import.meta.dirname, '../fixtures/replies')
const FREE = join(FIXTURES, 'free')
const dialects = await loadDialects()

/** Family -> replies written by hand. */
export const handwritten = loadCases(FIXTURES)
/** Dialect -> replies of a real model. */
export const freeReplies = new Map(
  readdirSync(FREE).map((file): [string, FreeReply[]] => {
    const lines = readFileSync(join(FREE, file), 'utf8').trimEnd().split('\n')
    return [file.replace('.jsonl', ''), lines.map((line) => JSON.parse(line))]
  }),
)

export function parseRaw(raw: Raw): Reply {
  return parseReply(raw, { step: 1, tools: TOOLS, dialects })
}

/** A reply that arrived in one piece. */
export function whole(content: string, finish_reason: string): Raw {
  return { content, reasoning: '', tool_calls: [], finish_reason }
}

/** So many ways of cutting a reply; another turn has others. */
export interface Cuts {
  splits: number
  turn?: number
}

/** Every handwritten reply of a family is read the same in all `splits` ways of cutting it. */
export function checkHandwritten(t: Test, family: string, { splits, turn = 0 }: Cuts): void {
  const random = seeded(7 + turn)
  for (const { name, content } of handwritten.get(family) ?? [])
    for (const finish of ['stop', 'length']) {
      const count = finish === 'stop' ? splits : Math.min(5, splits)
      t.equal(differingSplit(content, finish, splitsOf(content, count, random)), undefined, name)
    }
}

/** Every reply of the real model in a dialect is read the same in all `splits` ways of cutting it. */
export function checkFree(t: Test, dialect: string, { splits, turn = 0 }: Cuts): void {
  const random = seeded(13 + turn)
  for (const { content, finish_reason } of freeReplies.get(dialect) ?? []) {
    const other = differingSplit(content, finish_reason, splitsOf(content, splits, random))
    t.equal(other, undefined, 'the same for every split')
  }
}

function differingSplit(content: string, finish: string, splits: string[][]) {
  const expected = JSON.stringify(parseRaw(whole(content, finish)))
  return splits.find((pieces) => JSON.stringify(parseRaw(streamed(pieces, finish))) !== expected)
}

const ARGUMENTS = [
  '{"path": "a", "content": "one\\n\\t\\"two\\" \\u00e9 🐦 </tool_call>"}',
  "{'path': 'a', 'content': 'x',}",
  '{"path": "a", "content": "cut he',
  '"{\\"path\\": \\"a\\", \\"content\\": \\"\\"}"',
  '',
]

/** Native calls are read the same in all `splits` ways of cutting their arguments. */
export function checkNative(t: Test, { splits, turn = 0 }: Cuts): void {
  const random = seeded(11 + turn)
  for (const given of ARGUMENTS)
    for (const finish of ['tool_calls', 'length']) {
      const call = { id: 'c1', name: 'write_file', arguments: given }
      const expected = JSON.stringify(parseRaw({ ...whole('', finish), tool_calls: [call] }))
      const other = splitsOf(given, splits, random).find((pieces) => {
        const head = { index: 0, id: 'c1', function: { name: 'write_file', arguments: '' } }
        const rest = pieces.map((piece) => ({ index: 0, function: { arguments: piece } }))
        const end = { choices: [{ delta: {}, finish_reason: finish }] }
        return JSON.stringify(parseRaw(joinChunks([head, ...rest, end]))) !== expected
      })
      t.equal(other, undefined, `${given} (${finish})`)
    }
}
