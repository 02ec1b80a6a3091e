import t from 'tap'
import { budgetFor } from '#context'
import type { ChatRequest, Event, RecordedReply } from '#core'
import { estimateRaw } from '../kit/estimate.js'
import { act, openLoop, say } from '../kit/loop.js'

// Two hundred steps with their transactions: minutes where the machine is busy.
t.setTimeout(600_000)

const WINDOW = 8_192
const STEPS = 200
const FILES = 12
const TASK = 'Give every part its number, and keep the word QUINCE in mind.'
const TESTS = 'sh check.sh'
/** The last steps do what the task asks. */
const CLOSING: readonly RecordedReply[] = [
  ...Array.from({ length: FILES }, (_, n) =>
    act([
      'patch_file',
      { path: `part${n}.txt`, old_str: `const number = 'unset'`, new_str: `const number = ${n}` },
    ]),
  ),
  act(['run_command', { command: TESTS }]),
  say('Every part has its number.'),
]

function partFile(n: number): string {
  const lines = Array.from({ length: 60 }, (_, line) => `  part ${n} has line ${line} of its own`)
  return [`const number = 'unset'`, ...lines].join('\n')
}

/** Some files that the model writes are long: three of them would fill the window within six steps. */
function linesOf(step: number): number {
  return step > 60 && step < 120 ? 220 : 8
}

/** Reads, searches, edits, notes, mistakes and big results, never the same twice in a row. */
function replyOf(step: number): RecordedReply {
  const closing = CLOSING[step - 1 - (STEPS - CLOSING.length)]
  if (closing !== undefined) return closing
  const path = `part${step % FILES}.txt`
  const round = Math.floor(step / FILES)
  switch (step % 5) {
    case 0:
      return act(['read_file', { path }])
    case 1:
      return act(
        ['grep', { pattern: `line ${step % 60} of`, path: '.' }],
        ['read_file', { path, start_line: 1, end_line: 20 + round }],
      )
    case 2:
      return act([
        'write_file',
        { path: `out/${step}.txt`, content: `result of step ${step}\n`.repeat(linesOf(step)) },
      ])
    case 3:
      return step % 15 === 3
        ? say(`The parser of the world cannot read this: <tool_call>{"name": "grep", ${step}`)
        : act(['patch_file', { path, old_str: `line ${round}`, new_str: `row ${round}` }])
    default:
      return act([
        'record_evidence',
        { kind: 'decision', subject: path, summary: `part ${step} gets number ${step}` },
      ])
  }
}

/** The messages that both requests begin with. */
function commonPrefix(a: ChatRequest, b: ChatRequest): number {
  let n = 0
  while (n < a.messages.length && JSON.stringify(a.messages[n]) === JSON.stringify(b.messages[n]))
    n += 1
  return n
}

t.test(
  'rows 6, 78 and 99: 200 steps in a window of 8k stay within the budget, keep the prefix and end solved',
  async (t) => {
    const files = Object.fromEntries(
      Array.from({ length: FILES }, (_, n) => [`part${n}.txt`, partFile(n)]),
    )
    files['check.sh'] =
      `for n in $(seq 0 ${FILES - 1}); do grep -q "number = $n$" part$n.txt || exit 1; done`
    const replies = Array.from({ length: STEPS }, (_, n) => replyOf(n + 1))
    // Each call counts, and a step without one counts as one.
    const maxSteps = replies.reduce(
      (sum, { tool_calls: calls }) => sum + Math.max(1, calls.length),
      0,
    )
    const over = { windowTokens: WINDOW, maxSteps, testCommand: TESTS, autoCheck: 'off' as const }
    const loop = openLoop(t, { files, replies, over })
    const { result, events } = await loop.run(loop.add(TASK))
    t.equal(result?.subtype, 'resolved')
    for (let n = 0; n < FILES; n++) t.match(loop.read(`part${n}.txt`), `const number = ${n}\n`)
    t.equal(result?.rebuilds.early, 0, 'no rebuild within six steps, whatever the model writes')
    t.equal(result?.steps, STEPS)
    t.equal(loop.requests.length, STEPS)

    const { usableTokens } = budgetFor(WINDOW)
    const sizes = loop.requests.map(estimateRaw)
    t.ok(Math.max(...sizes) <= usableTokens, `${Math.max(...sizes)} of ${usableTokens}`)
    const steps = events.filter(
      (event): event is Extract<Event, { type: 'step' }> => event.type === 'step',
    )
    const rebuilds = steps.filter((step) => step.rebuilt).length
    t.ok(rebuilds > 3 && rebuilds < STEPS / 4, `${rebuilds} rebuilds`)

    const broken: string[] = []
    for (const [n, next] of loop.requests.entries()) {
      const last = loop.requests[n - 1]
      if (last === undefined) continue
      const same = commonPrefix(last, next)
      const rebuilt = steps[n]?.rebuilt
      if (!rebuilt && same !== last.messages.length) broken.push(`step ${n + 1}: ${same}`)
      if (rebuilt && same === last.messages.length) broken.push(`step ${n + 1} claims a rebuild`)
      if (JSON.stringify(next.tools) !== JSON.stringify(last.tools)) broken.push(`tools ${n + 1}`)
      if (!JSON.stringify(next.messages).includes(TASK)) broken.push(`no task in ${n + 1}`)
      broken.push(...orphans(next).map((id) => `step ${n + 1}: ${id} has no call`))
    }
    t.same(broken, [])
    // Work done between two rebuilds is sent once: on average most of a request was sent before.
    const reused = loop.requests.map((next, n) => {
      const last = loop.requests[n - 1]
      const same = last === undefined ? [] : next.messages.slice(0, commonPrefix(last, next))
      return JSON.stringify(same).length / JSON.stringify(next.messages).length
    })
    const share = reused.reduce((sum, part) => sum + part, 0) / reused.length
    t.ok(share > 0.7, `${Math.round(share * 100)} % of the bytes were sent before`)
    t.comment(
      `${rebuilds} rebuilds, largest prompt ${Math.max(...sizes)} tokens, ${Math.round(share * 100)} % reused`,
    )
  },
)

/** Results without the call that they answer. */
function orphans({ messages }: ChatRequest): string[] {
  const called = new Set<string>()
  return messages.flatMap((message) => {
    for (const call of message.tool_calls ?? []) called.add(call.id)
    const id = message.tool_call_id
    return id === undefined || called.has(id) ? [] : [id]
  })
}
