import fc from 'fast-check'
import t from 'tap'
import {
  assembleRequest,
  budgetFor,
  loadSections,
  type PromptInput,
  rebuildPrompt,
  stepMessages,
} from '#context'
import type { Evidence, ToolCall } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'
import { makeCall, makeNode, makeOutcome, makeReply } from '../kit/ledger.js'

const sections = await loadSections()
const registry = createRegistry(await loadBuiltinTools())
/** What a coding turn offers in a small window. */
const CODING = [
  'grep',
  'list_dir',
  'more_tools',
  'patch_file',
  'read_file',
  'record_evidence',
  'resolve',
  'run_command',
  'write_file',
]

/** Last steps that fill a prompt: each is a way in which results, replies or rows are large. */
const HOSTILE = {
  'whole files': (n: number) => read(n, lines(n, 200)),
  'one line of a minified file': (n: number) => read(n, `var a${n}=${'x+y*z;'.repeat(3_000)}`),
  'Chinese text': (n: number) => read(n, `第${n}行:系统在启动时读取配置文件。\n`.repeat(300)),
  'failing tests': (n: number) => failing(n, lines(n, 150)),
  'long searches': (n: number) => search(n, lines(n, 200)),
  'long edits': (n: number) => edit(n, lines(n, 60)),
  'long replies': (n: number) => ({ ...read(n, lines(n, 20)), said: lines(n, 80) }),
} as const
type Way = keyof typeof HOSTILE

interface Drawn {
  said?: string
  calls: { tool: string; given: Record<string, string>; text: string }[]
  row: Partial<Evidence>
  payload: string
}

function lines(n: number, count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `export const value_${n}_${at} = compute(${at * 37}, 'part ${at % 7}') // of opal`,
  ).join('\n')
}

function read(n: number, text: string): Drawn {
  const path = `src/file_${n}.ts`
  const row: Partial<Evidence> = { kind: 'file_read', subject: path, facts: { path } }
  return { calls: [{ tool: 'read_file', given: { path }, text }], row, payload: text }
}

function failing(n: number, text: string): Drawn {
  const command = `npm test ${n}`
  const output = `exit code 1 failed\nFAIL opal ${n}\n${text}`
  const facts = { command, passed: false, exitCode: 1 }
  const row: Partial<Evidence> = { kind: 'test_result', subject: command, facts }
  return {
    calls: [{ tool: 'run_command', given: { command }, text: output }],
    row,
    payload: output,
  }
}

function search(n: number, text: string): Drawn {
  const given = { pattern: `opal_${n}` }
  const row: Partial<Evidence> = { kind: 'symbol_lookup', subject: given.pattern, facts: {} }
  return {
    calls: [
      { tool: 'grep', given, text },
      { tool: 'grep', given, text },
    ],
    row,
    payload: text,
  }
}

function edit(n: number, text: string): Drawn {
  const path = `src/edited_${n}.ts`
  const given = { path, old_str: text, new_str: text.replaceAll('opal', 'onyx') }
  const diff = `--- ${path}\n+++ ${path}\n-${text}\n+${given.new_str}`
  const row: Partial<Evidence> = { kind: 'edit_applied', subject: path, facts: { path } }
  return { calls: [{ tool: 'patch_file', given, text: `edited ${path}` }], row, payload: diff }
}

function caseOf(ways: readonly Way[], task: string) {
  const drawn = ways.map((way, n) => HOSTILE[way](n))
  const evidence = drawn
    .map(({ row }, n) => {
      const own = { id: `e${n + 1}`, step: n + 1, taskId: 't', summary: row.subject ?? '' }
      return { ...own, payloadHash: `${n} ${task}`, payloadBytes: 10, ...row } as Evidence
    })
    .reverse()
  const payload = ({ id }: Evidence) => drawn[Number(id.slice(1)) - 1]?.payload ?? ''
  const prompt: PromptInput = {
    task,
    additions: [],
    earlier: [],
    plan: [makeNode('n1', '')],
    project: { testCommand: 'npm test', entries: ['src/', 'package.json'] },
    evidence,
    statements: drawn.map((_, n) => ({
      step: n + 1,
      text: `The base of opal_${n} is ${n * 311}.`,
    })),
    payload,
    current: (path) => {
      const row = evidence.find(({ facts }) => facts.path === path)
      return row === undefined ? null : payload(row)
    },
  }
  let seq = 0
  const tail = drawn.flatMap(({ said = '', calls: made }, n) => {
    const calls: ToolCall[] = made.map(({ tool, given }, at) =>
      makeCall(`c${n}.${at}`, tool, given),
    )
    const outcomes = calls.map((call, at) => ({
      outcome: makeOutcome(call, [], made[at]?.text ?? ''),
      ids: [`e${n + 1}`],
    }))
    return stepMessages(makeReply(calls, { text: said }), outcomes, []).map((message) => ({
      seq: seq++,
      taskId: 't',
      step: n + 1,
      message,
    }))
  })
  return { prompt, tail, endSeq: seq }
}

const TASK =
  'Set the limit of each opal in src to what docs/limits.md says, and keep the tests green.'

/** Share of the usable window that a rebuild leaves free, by estimate. */
function freeAfter(ways: readonly Way[], windowTokens: number, task: string, factor = 1): number {
  const tools = registry.schemas(CODING)
  const budget = budgetFor(windowTokens)
  const made = caseOf(ways, task)
  const { head, tailFromSeq, shown } = rebuildPrompt({ ...made, sections, tools, budget, factor })
  const kept = made.tail.filter(({ seq }) => seq >= tailFromSeq)
  const tail = kept.map(({ seq, message }) => shown[seq] ?? message)
  const request = { model: 'm', head, tail, tools, budget, factor }
  return 1 - assembleRequest(request).estimatedTokens / budget.usableTokens
}

const names = Object.keys(HOSTILE) as Way[]

t.test(
  'a rebuild leaves 45 % of the usable window free, whatever the last steps were',
  async (t) => {
    for (const windowTokens of [4_096, 8_192, 16_384, 32_768])
      for (const way of names)
        for (const factor of [1, 1.3, 1.5]) {
          const free = freeAfter(Array(9).fill(way), windowTokens, TASK, factor)
          t.ok(free >= 0.45, `${way} at ${windowTokens}, times ${factor}: ${free.toFixed(3)}`)
        }
    const property = fc.property(
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 24 }),
      fc.constantFrom(4_096, 8_192, 16_384, 32_768),
      fc.constantFrom(TASK, `${TASK}\n${'A long task has details. '.repeat(240)}`),
      fc.constantFrom(0.8, 1, 1.3, 1.5),
      (ways, windowTokens, task, factor) => {
        // The words of the user stay whole: in the smallest window a long task leaves less.
        const said = windowTokens === 4_096 ? TASK : task
        return freeAfter(ways, windowTokens, said, factor) >= 0.45
      },
    )
    const { failed, counterexample, seed } = fc.check(property, { numRuns: 50 })
    t.notOk(failed, `seed ${seed}: ${JSON.stringify(counterexample).slice(0, 300)}`)
  },
)
