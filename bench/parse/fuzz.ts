import { loadDialects } from '#model'
import { parseText, TOOLS } from '../../test/kit/replies.js'
import { seeded } from '../../test/kit/splits.js'

const SEED = 2_026
const USUAL = 1_000_000
const MAX_PARTS = 40
const ENDS = ['stop', 'length', 'tool_calls', null]
const FRAGMENTS =
  '{ } [ ] " \' \\ : , ( ) = | # * - . 3 null true " \n ` ~ <!-- --> </ /> ``` ```json\n > </s> read_file write_file "name" "arguments" "path" path= {"a": \u0000 \ud800 🐦 ü ﷽ <|im_end|> <think> </think> Observation: Action: resolve'
    .split(' ')
    .concat(' ', 'For example: ', 'Then I look. ')

/**
 * Reads `AIRCODER_FUZZ` (default 1,000,000) texts from a seed: a third are random pieces of marks and JSON, a
 * third are written calls with a range removed, doubled or replaced, a third are random characters.
 * @returns exceptions (with the first text), calls of tools that were not offered, and processor ms
 */
export default async function fuzz(): Promise<object> {
  const count = Number(process.env.AIRCODER_FUZZ ?? USUAL)
  const dialects = await loadDialects()
  const names = TOOLS.map(({ name }) => name)
  const random = seeded(SEED)
  const below = (limit: number): number => Math.floor(random() * limit)
  const marks = dialects.flatMap((dialect) => [...dialect.marks(names)])
  const parts = [...marks, ...FRAGMENTS]
  const calls = [
    {
      name: 'write_file',
      arguments: { path: 'a "b".ts', content: 'x = {"k": [1]}\n\t</tool_call>' },
    },
    { name: 'grep', arguments: { pattern: '\\d+', ignore_case: true } },
  ]
  const written = dialects.flatMap((each) => [each.write(calls), each.write(calls.slice(1))])

  const soup = (): string =>
    Array.from({ length: 1 + below(MAX_PARTS) }, () => parts[below(parts.length)]).join('')
  const mutant = (): string => {
    const text = written[below(written.length)] ?? ''
    const at = below(text.length)
    const end = at + below(30)
    const put = [text.slice(at, end).repeat(2), parts[below(parts.length)] ?? '', '', soup()]
    return (
      text.slice(0, at) + put[below(put.length)] + text.slice(end, below(9) === 0 ? -1 : undefined)
    )
  }
  const noise = (): string =>
    Array.from({ length: below(200) }, () => String.fromCharCode(below(0x300))).join('')
  const makers = [soup, mutant, noise]

  const totals = { throws: 0, unoffered: 0, withCalls: 0, problems: 0 }
  const times = new Float32Array(count)
  let firstThrow: string | null = null
  const begun = performance.now()
  for (let n = 0; n < count; n += 1) {
    const text = makers[n % makers.length]?.() ?? ''
    const started = process.cpuUsage()
    try {
      const reply = parseText(text, dialects, { finish_reason: ENDS[below(ENDS.length)] ?? null })
      totals.withCalls += reply.calls.length > 0 ? 1 : 0
      totals.problems += reply.problem === null ? 0 : 1
      const known = reply.calls.every(({ name }) => names.includes(name) || text.includes('action'))
      totals.unoffered += known ? 0 : 1
    } catch {
      totals.throws += 1
      firstThrow ??= text
    }
    const { user, system } = process.cpuUsage(started)
    times[n] = (user + system) / 1_000
  }
  times.sort()
  const at = (share: number) =>
    Math.round((times[Math.floor(share * (count - 1))] ?? 0) * 1e3) / 1e3
  const processorMs = { p50: at(0.5), p99: at(0.99), max: at(1) }
  const seconds = Math.round((performance.now() - begun) / 1_000)
  return { seed: SEED, inputs: count, ...totals, firstThrow, processorMs, seconds }
}
