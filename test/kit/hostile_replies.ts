import fc from 'fast-check'
import type { Test } from 'tap'
import { type Dialect, loadDialects } from '#model'
import { anyCharacter } from './any_character.js'
import { parseText, TOOLS } from './replies.js'
import { isDue } from './rotation.js'

const dialects = await loadDialects()
const names = TOOLS.map(({ name }) => name)
const marks = dialects.flatMap((dialect) => [...dialect.marks(names)])

const PARTS = [
  ...marks,
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\n',
  ':',
  ',',
  '(',
  ')',
  '=',
  '"name"',
  '"arguments"',
  'read_file',
  '"run_command"',
  '"command"',
  'name="read_file">',
  '</tool_call>',
  '<parameter=path>',
  '</parameter>',
  '</function>',
  '<arg_key>',
  '</arg_key>',
  '<arg_value>',
  '</arg_value>',
  '<|message|>',
  ' to=functions.run_command',
  'call:run_command{',
  '<escape>',
  '[ARGS]',
  'Action Input:',
  '```json\n',
  '```',
  '`',
  '> ',
  '<think>',
  '</think>',
  '<|im_end|>',
  'For example: ',
  'prose ',
  '3',
  'null',
  '🐦',
  '\ud800',
]
const HOSTILE = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 50 }).map((parts) => parts.join('')),
)

/** No text makes the parser throw, or call an unknown tool. */
export function checkNeverThrows(t: Test, numRuns: number): void {
  fc.assert(
    fc.property(HOSTILE, fc.constantFrom('stop', 'length', null), (text, finish_reason) => {
      const reply = parseText(text, dialects, { finish_reason })
      const known = reply.calls.every(({ name }) => names.includes(name) || text.includes('action'))
      return known && (reply.problem === null || reply.calls.length === 0)
    }),
    { numRuns },
  )
  t.pass(`${numRuns} texts`)
}

/** Every string of a call is in the text, also when a valid call is damaged. */
export function checkNothingInvented(t: Test, numRuns: number): void {
  const mutated = fc.tuple(
    fc.constantFrom(...dialects),
    fc.nat(400),
    fc.nat(20),
    // A backslash may change the next character, which is correct.
    fc.constantFrom('', ...PARTS.filter((part) => part !== '\\')),
  )
  const calls = [{ name: 'run_command', arguments: { command: "cd ~ && make 'all' -k" } }]
  fc.assert(
    fc.property(mutated, ([dialect, at, gone, put]) => {
      const text = dialect.write(calls)
      const damaged = text.slice(0, at) + put + text.slice(at + gone)
      const plain = damaged.replaceAll('\\', '')
      const reply = parseText(damaged, dialects)
      return reply.calls.every((call) =>
        Object.values(call.arguments)
          .filter((value) => typeof value === 'string')
          .every((value) => plain.includes(value.replaceAll('\\', ''))),
      )
    }),
    { numRuns },
  )
  t.pass(`${numRuns} texts`)
}

/** Valid JSON is never changed. */
export function checkValidJson(t: Test, numRuns: number): void {
  const text = fc.string({ unit: anyCharacter })
  // A path with a NUL is refused.
  const name = text.map((each) => each.replaceAll('\0', ''))
  fc.assert(
    fc.property(name, text, (path, content) => {
      const call = { name: 'write_file', arguments: { path, content } }
      const reply = parseText(JSON.stringify(call), dialects)
      return JSON.stringify(reply.calls[0]?.arguments) === JSON.stringify(call.arguments)
    }),
    { numRuns },
  )
  t.pass(`${numRuns} texts`)
}

/** From the limit of work of the walk, for a mark that five dialects share. */
const MAX_READS = 10_250
/** Limit of characters that readings may examine, as a multiple of the text's length; see source.ts. */
const MAX_PASSES = 6
/** The allowance of source.ts that does not depend on the length of the text. */
const SLACK = 1_000_000

/**
 * A text of `size` characters made of any mark costs few readings and few examined characters.
 * @param every  takes one mark in so many, others each day
 */
export function checkReadings(t: Test, size: number, every = 1): void {
  const shapes = new Set([
    ...marks,
    ...marks.map((mark) => `${mark}{"a":"`),
    ...marks.map((mark) => `${mark}{"name":"x"}`),
    ...dialects.map((dialect) => dialect.write([{ name: 'read_file', arguments: { path: 'a' } }])),
    ...dialects.map((dialect) => dialect.write([{ name: 'nothing', arguments: { path: 'a' } }])),
    marks.join(''),
    marks.map((mark) => `${mark}\n`).join(''),
  ])
  for (const shape of [...shapes].filter((_, at) => every === 1 || isDue(at, every))) {
    const counted = countReads(dialects)
    parseText(shape.repeat(size / shape.length), counted.dialects)
    const { reads, looked } = counted.totals
    const most = Math.max(MAX_PASSES * size, SLACK + (MAX_PASSES - 1) * size)
    const isFew = reads <= MAX_READS && looked <= most
    t.ok(isFew, `${shape.slice(0, 60)}: ${reads} reads, ${looked} characters`)
  }
}

/**
 * Parses texts of `size` characters made of each part; a quadratic parser would not finish.
 * @param every  takes one part in so many, others each day
 */
export function checkHeaps(t: Test, size: number, every = 1): void {
  const heaps = [
    ...PARTS,
    ...marks.map((mark) => `${mark}{"a":"`),
    '{"name":"x","arguments":{"a":"',
  ]
  const starts = ['', '<tool_call>{"name":"write_file","arguments":{"content":"', '```json\n']
  const due = [...new Set(heaps)].filter((_, at) => every === 1 || isDue(at, every))
  for (const start of starts)
    for (const heap of due) {
      const { calls } = parseText(start + heap.repeat(size / heap.length), dialects)
      t.ok(calls.length < 1_000, heap)
    }
}

/** The dialects, with a count of their readings and of the characters that these looked at. */
function countReads(all: readonly Dialect[]) {
  const totals = { reads: 0, looked: 0 }
  const counted = all.map(
    (dialect): Dialect => ({
      ...dialect,
      read(source, at, context) {
        totals.reads += 1
        const watched = {
          ...source,
          find(needle: string, from: number) {
            const found = source.find(needle, from)
            // Results are cached, so only a search that moves on costs.
            totals.looked += found === -1 ? 0 : found - from
            return found
          },
          afford(characters: number) {
            totals.looked += characters
            return source.afford(characters)
          },
        }
        return dialect.read(watched, at, context)
      },
    }),
  )
  return { dialects: counted, totals }
}
