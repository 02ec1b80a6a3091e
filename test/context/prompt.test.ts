import fc from 'fast-check'
import t, { type Test } from 'tap'
import {
  assembleRequest,
  budgetFor,
  firstPrompt,
  loadSections,
  type PromptInput,
  rebuildDue,
  rebuildPrompt,
  stepMessages,
  userMessage,
} from '#context'
import { type Evidence, estimateTokens, type Message, type PlanNode, type ToolCall } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'
import { makeCall, makeNode, makeOutcome, makeReply } from '../kit/ledger.js'
import { act, openLoop, say } from '../kit/loop.js'

const sections = await loadSections()
const tools = createRegistry(await loadBuiltinTools()).schemas()

/** What every window offers. */
const CODING = [
  'grep',
  'list_dir',
  'more_tools',
  'patch_file',
  'read_file',
  'resolve',
  'run_command',
  'write_file',
]

t.test(
  'row 100: the first request for one word is at most 1,100 tokens, also in a large window',
  async (t) => {
    const loop = openLoop(t, {
      files: {
        'package.json': '{"scripts":{"test":"node --test"}}',
        'src/a.js': 'a',
        'AGENTS.md': 'x',
      },
      replies: Array.from({ length: 20 }, () => say('Hello.')),
    })
    for (const windowTokens of [4_096, 8_192, 16_384, 32_768])
      for (const word of windowTokens > 16_384 ? ['hi'] : ['hi', 'fix', 'test', 'explain', 'plan'])
        await loop.run(loop.add(word), { windowTokens, maxSteps: 1 })
    for (const request of loop.requests) {
      const [rules, head] = request.messages.map(({ content }) => content)
      const parts = [rules ?? '', head ?? '', JSON.stringify(request.tools)]
      const tokens = parts.reduce((sum, part) => sum + estimateTokens(part), 0)
      t.ok(tokens <= 1_100, `${head?.split('\n')[0]}: ${tokens} tokens`)
      t.ok(estimateTokens(rules ?? '') <= 250, 'the rules')
      const names = request.tools.map((tool) => tool.function.name)
      const lacking = CODING.filter((name) => !names.includes(name))
      t.same(lacking, [], 'the tools of a coding turn')
    }
    const [request] = loop.requests
    t.match(
      request?.messages[1]?.content,
      /^Task: hi\n\nFolder: src\/ .*\nTests: npm test\nMachine: .*\n\nGuide of the project \(AGENTS\.md\):\nx/,
    )
    t.same(
      request?.messages.map(({ role }) => role),
      ['system', 'user'],
    )
  },
)

t.test('a prompt has no clock, machine path or random id', async (t) => {
  const bodies = [0, 1].map(() => {
    const loop = openLoop(t, {
      files: { 'a.txt': 'x\n' },
      replies: [act(['read_file', { path: 'a.txt' }]), say('x')],
    })
    return loop.run(loop.add('what is in a.txt?')).then(() => JSON.stringify(loop.requests))
  })
  const [first = '', second] = await Promise.all(bodies)
  t.equal(first, second)
  t.notMatch(first, /aircoder-loop|t_\w{9}|20\d\d-\d\d/)
})

interface Drawn {
  input: PromptInput
  tail: { seq: number; taskId: string; step: number; message: Message }[]
}

const words = fc.lorem({ maxCount: 60 })
const text = fc.oneof(
  words,
  fc.string({ maxLength: 300 }),
  fc.constant('x'.repeat(9_000)),
  fc.constant('日本語のテキスト。'.repeat(200)),
  fc.array(words, { maxLength: 40 }).map((lines) => lines.join('\n')),
)
const kind = fc.constantFrom<Evidence['kind']>(
  'file_read',
  'diagnostic',
  'test_result',
  'edit_applied',
  'decision',
  'shell_output',
)
const row = fc.record({
  kind,
  subject: fc.constantFrom('a.ts', 'b/c.ts', 'npm test', 'topic'),
  summary: words,
  passed: fc.boolean(),
})
const step = fc.record({
  said: text,
  results: fc.array(text, { maxLength: 4 }),
  user: fc.option(text, { nil: undefined }),
})

const history = fc
  .record({
    task: text,
    additions: fc.array(text, { maxLength: 3 }),
    rows: fc.array(row, { maxLength: 60 }),
    steps: fc.array(step, { maxLength: 25 }),
    disk: text,
    payload: text,
    todos: fc.array(words, { maxLength: 12 }),
  })
  .map(({ task, additions, rows, steps, disk, payload, todos }): Drawn => {
    const plan: PlanNode[] = [
      { ...makeNode('n1', ''), parentId: null, kind: 'root', text: task },
      ...todos.map((todo, n) =>
        makeNode(`n${n + 2}`, 'n1', { kind: n % 2 ? 'todo' : 'hypothesis', text: todo }),
      ),
    ]
    return {
      input: {
        task,
        additions,
        earlier: [{ text: task, status: 'resolved', summary: disk }],
        plan,
        project: { testCommand: 'npm test', entries: ['src/', 'a.ts'] },
        evidence: rows.map((drawn, n) => rowOf(drawn, rows.length - n)),
        payload: () => payload,
        current: () => disk,
      },
      tail: tailOf(steps),
    }
  })

let drawnRows = 0

function rowOf(
  drawn: { kind: Evidence['kind']; subject: string; summary: string; passed: boolean },
  n: number,
): Evidence {
  const { kind, subject, summary, passed } = drawn
  const facts = { path: subject, command: subject, passed, lines: '1-20' }
  return {
    id: `e${n}`,
    taskId: 't',
    step: n,
    kind,
    subject,
    summary,
    facts,
    payloadHash: `h${drawnRows++}`,
    payloadBytes: 1,
  }
}

function tailOf(
  steps: { said: string; results: string[]; user: string | undefined }[],
): Drawn['tail'] {
  let seq = 0
  return steps.flatMap(({ said, results, user }, n) => {
    const calls: ToolCall[] = results.map((_, at) =>
      makeCall(`c${n}.${at}`, 'grep', { pattern: 'x' }),
    )
    const outcomes = calls.map((call, at) => ({
      outcome: makeOutcome(call, [], results[at]),
      ids: [],
    }))
    const messages = stepMessages(makeReply(calls, { text: said }), outcomes, [])
    if (user !== undefined) messages.push(userMessage(user))
    return messages.map((message) => ({ seq: seq++, taskId: 't', step: n + 1, message }))
  })
}

const windows = fc.record({
  windowTokens: fc.constantFrom(6_144, 8_192, 16_384, 32_768),
  factor: fc.constantFrom(0.7, 1, 1.3, 1.5),
})

/** Holds for every drawn case; a counterexample is reported with its seed and the first line of its error. */
function holds<T>(t: Test, property: fc.IProperty<T>, numRuns: number): void {
  const { failed, seed, counterexamplePath, errorInstance } = fc.check(property, { numRuns })
  t.notOk(failed, `seed ${seed} path ${counterexamplePath}: ${String(errorInstance).slice(0, 200)}`)
}

t.test(
  'row 75: any history stays within the budget, without orphan results, with the task, and gives the same bytes',
  async (t) => {
    holds(
      t,
      fc.property(history, windows, ({ input, tail }, { windowTokens, factor }) => {
        const budget = budgetFor(windowTokens)
        const endSeq = tail.length
        const given = { prompt: input, sections, tools, tail, endSeq, budget, factor }
        const made = rebuildPrompt(given)
        const kept = tail.filter(({ seq }) => seq >= made.tailFromSeq)
        const { request, estimatedTokens } = assembleRequest({
          model: 'm',
          head: made.head,
          tail: kept.map(({ seq, message }) => made.shown[seq] ?? message),
          tools,
          budget,
          factor,
        })
        if (estimatedTokens > budget.usableTokens)
          throw new Error(`${estimatedTokens} of ${budget.usableTokens}`)
        if (rebuildDue(estimatedTokens, tools, budget, factor)) throw new Error('due again at once')
        const rules = estimateTokens(made.head[0]?.content ?? '')
        const fixed = factor * (rules + estimateTokens(JSON.stringify(tools)))
        const free = (budget.usableTokens - estimatedTokens) / (budget.usableTokens - fixed)
        if (free < 0.44) throw new Error(`${free} is free`)
        const first = kept[0]
        if (
          first !== undefined &&
          tail.some(({ seq, step }) => seq < first.seq && step === first.step)
        )
          throw new Error(`step ${first.step} is cut`)
        checkCalls(request.messages)
        const shown = made.head[1]?.content ?? ''
        const opening = input.task.slice(0, 40)
        if (!shown.startsWith(`Task: ${opening}`)) throw new Error(`no task: ${shown.slice(0, 80)}`)
        if (JSON.stringify(rebuildPrompt(given)) !== JSON.stringify(made))
          throw new Error('differs')
        if ((request.max_tokens ?? 0) > 8_192 || (request.max_tokens ?? 0) < 256)
          throw new Error('max')
      }),
      150,
    )
  },
)

t.test('a first prompt of any task fits, too', async (t) => {
  holds(
    t,
    fc.property(history, windows, ({ input }, { windowTokens }) => {
      const budget = budgetFor(windowTokens)
      const head = firstPrompt(input, sections, budget)
      const made = assembleRequest({ model: 'm', head, tail: [], tools, budget, factor: 1 })
      if (made.estimatedTokens > budget.usableTokens)
        throw new Error(`${made.estimatedTokens} of ${budget.usableTokens}`)
    }),
    100,
  )
})

function checkCalls(messages: Message[]): void {
  const open = new Set<string>()
  for (const message of messages) {
    for (const call of message.tool_calls ?? []) open.add(call.id)
    const id = message.tool_call_id
    if (id !== undefined && !open.delete(id)) throw new Error(`${id} answers no call`)
  }
  if (open.size > 0) throw new Error(`without a result: ${[...open].join()}`)
}

t.test(
  'a step becomes messages with fixed bytes: sorted keys, notes in the newest result',
  async (t) => {
    const reply = makeReply([makeCall('c1', 'grep', { b: 1, a: { d: 1, c: [2] } })], {
      text: ' hm ',
    })
    const outcome = makeOutcome(makeCall('c1', 'grep'), [], 'found')
    t.same(stepMessages(reply, [{ outcome, ids: ['e1', 'e2'] }], ['not that one', 'and so']), [
      {
        role: 'assistant',
        content: 'hm',
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'grep', arguments: '{"a":{"c":[2],"d":1},"b":1}' },
          },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: '[e1 e2] found\n[aircoder] not that one\n[aircoder] and so',
      },
    ])
    const problem = { code: 'parser_error' as const, message: 'no JSON' }
    t.same(
      stepMessages(makeReply([], { problem }), [], []),
      [],
      'an endpoint error adds no message',
    )
    t.same(
      stepMessages(makeReply([], { problem, text: 'garbage' }), [], ['read again']).map(
        ({ content }) => content,
      ),
      ['(a reply that could not be read)', '[aircoder] read again'],
    )
    const said = 'The base of estuary is 595. {"name": "read_file", "arguments": {'
    t.same(
      stepMessages(makeReply([], { problem, text: said }), [], ['read again'])[0]?.content,
      'The base of estuary is 595.',
      'what was said before a call that cannot be read stays',
    )
  },
)

t.test(
  'row 18: a rebuilt prompt has the task, the hypotheses, and edited files as they are on disk',
  async (t) => {
    const noise = Array.from({ length: 70 }, (_, n) => `filler line ${n} for the window`).join('\n')
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`noise${n}.txt`, noise]))
    const loop = openLoop(t, {
      files: { ...files, 'target.js': `const SENTINEL = 'stale'\n// end\n` },
      replies: [
        act(['read_file', { path: 'target.js' }]),
        act(['patch_file', { path: 'target.js', old_str: `'stale'`, new_str: `'fresh'` }]),
        act([
          'record_evidence',
          { kind: 'decision', subject: 'target.js', summary: 'keep the NEEDLE' },
        ]),
        act(['spawn_child', { hypothesis: 'the sentinel is stale' }]),
        ...Array.from({ length: 12 }, (_, n) => act(['read_file', { path: `noise${n}.txt` }])),
        act(['resolve', { cites: ['e1'], summary: 'it was stale' }]),
        act(['resolve', { cites: ['e2'], summary: 'edited target.js' }]),
      ],
      over: { windowTokens: 8_192 },
    })
    const { events } = await loop.run(loop.add('make target.js fresh'))
    const at = events
      .flatMap((event) => (event.type === 'step' ? [event] : []))
      .findIndex(({ rebuilt }) => rebuilt)
    t.ok(at > 3)
    const head = loop.requests[at]?.messages[1]?.content ?? ''
    t.match(head, /target\.js.* \(current text\)\nconst SENTINEL = 'fresh'/)
    t.notMatch(head.slice(head.indexOf('Evidence:')), /SENTINEL = 'stale'/)
    t.match(head, /^Task: make target\.js fresh/)
    t.match(head, /hypothesis: \[.\] the sentinel is stale/)
    t.match(head, /decision: e3 target\.js: keep the NEEDLE/, 'noted facts stay')
    t.match(head, /e2 target\.js: \+const SENTINEL = 'fresh'/, 'finished edits stay visible')
    t.match(head, /\[aircoder\] Continue the task from here\.$/)
  },
)
