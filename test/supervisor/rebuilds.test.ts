import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { budgetFor, estimateMessages, loadSections } from '#context'
import {
  type ChatRequest,
  type EvidenceDraft,
  estimateTokens,
  type Outcome,
  systemClock,
  type ToolCall,
} from '#core'
import { openLedger } from '#ledger'
import { createRegistry, cutResult, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { resultCaps } from '../../libs/supervisor/call/scope/result_caps.js'
import { recallSeen } from '../../libs/supervisor/guides/recall_seen.js'
import { earlyRebuilds } from '../../libs/supervisor/request/gap.js'
import { nextRequest } from '../../libs/supervisor/request/next_request.js'
import { messagesOfStep } from '../../libs/supervisor/request/step_messages.js'
import { numberOutcomes, openFrame } from '../../libs/supervisor/step/frame.js'
import { learnedFactor } from '../../libs/supervisor/window/token_factor.js'
import { makeReply } from '../kit/ledger.js'

/** One step of a run: what the model wrote, its commands, and their outputs. */
interface Step {
  said: string
  commands: string[]
  outputs: string[]
}

const RECORDED = process.env.AIRCODER_TEST_RUNS ?? resolve('../shared/data/trajectories')
/** The recorded run in which the model wrote most of a window of 8k within two steps. */
const WRITING = 'django__django-12470'
const sections = await loadSections()
const tools = await loadBuiltinTools()

/** An engine that needs more tokens for schemas than for text, and adds some of its own to them. */
function countTokens({ messages, tools }: ChatRequest): number {
  const schemas = estimateTokens(JSON.stringify(tools ?? []))
  return Math.round(estimateMessages(messages) * 1.05 + schemas * 1.45) + 40
}

/** Replays a run row by row through the ledger and the real assembler. */
function replay(t: Test, { task, steps }: { task: string; steps: Step[] }, windowTokens: number) {
  const base = t.testdir({ work: {} })
  const path = join(base, 'data', 'ledger.sqlite')
  mkdirSync(join(base, 'data'))
  let ledger = openLedger({ path })
  const workspace = openWorkspace({ root: join(base, 'work'), deny: [], env: process.env })
  const registry = createRegistry(tools)
  const deps = () => ({
    ledger,
    workspace,
    registry,
    clock: systemClock,
    checks: {},
    parts: { guards: [], sections, programs: [] as never },
    endpoint: { windowTokens },
    sampling: { thinkingBudget: 0 },
  })
  const sessionId = ledger.createSession({
    cwd: base,
    model: 'm',
    mode: 'yolo',
    title: 'x',
  } as never)
  const taskId = ledger.createTask({ sessionId, text: task, message: null })
  const requests: {
    request: ChatRequest
    estimatedTokens: number
    rebuilt: boolean
    free: number
  }[] = []
  for (const [at, step] of steps.entries()) {
    const made = nextRequest(ledger.view(taskId), deps())
    const { usableTokens } = budgetFor(windowTokens)
    const promptTokens = countTokens(made.request)
    const free = (usableTokens - promptTokens) / usableTokens
    requests.push({ ...made, free })
    if (at % 40 === 39) {
      ledger.close()
      ledger = openLedger({ path })
      const again = nextRequest(ledger.view(taskId), deps())
      t.equal(JSON.stringify(again.request), JSON.stringify(made.request), 'reopened: same bytes')
    }
    const calls = step.commands.map(
      (command, n): ToolCall => ({
        id: `c${at}.${n}`,
        name: 'run_command',
        arguments: { command },
      }),
    )
    const frame = openFrame(made.view, {
      reply: makeReply(calls, {
        text: step.said,
        usage: { promptTokens, completionTokens: 1, reusedPrefixTokens: 0 },
      }),
      estimatedTokens: made.estimatedTokens,
    })
    const { resultTokens } = resultCaps(frame, deps())
    for (const [n, call] of calls.entries())
      frame.outcomes.set(n, outcomeOf(call, step.outputs[n] ?? '', resultTokens))
    const note = recallSeen(frame, deps())
    const added = { outcomes: numberOutcomes(frame), notes: note === '' ? [] : [note] }
    ledger.commit({
      taskId,
      step: frame.number,
      reply: frame.reply,
      estimatedTokens: frame.estimatedTokens,
      outcomes: [...frame.outcomes.values()],
      evidence: [],
      append: messagesOfStep(frame, added, deps()),
      plan: [],
      nudged: false,
      ...learned(frame),
    })
  }
  const rebuilds = ledger.rebuilds(taskId)
  ledger.close()
  return { requests, rebuilds }
}

function learned(frame: Parameters<typeof learnedFactor>[0]): { tokenFactor?: number } {
  const tokenFactor = learnedFactor(frame)
  return tokenFactor === null ? {} : { tokenFactor }
}

function outcomeOf(call: ToolCall, output: string, resultTokens: number): Outcome {
  const command = String(call.arguments.command)
  const evidence: EvidenceDraft = {
    kind: 'shell_output',
    subject: command.slice(0, 200),
    summary: output.slice(0, 200),
    payload: Buffer.from(output),
    facts: { command, exitCode: 0 },
  }
  const text = cutResult(output, resultTokens)
  return {
    callId: call.id,
    tool: call.name,
    ok: true,
    text,
    evidence: [evidence],
    changes: [],
    plan: [],
  }
}

interface RecordedMessage {
  role: string
  content: string
  tool_calls?: { function: { arguments: string } }[]
}

function recorded(name: string): { task: string; steps: Step[] } {
  const { messages } = JSON.parse(
    gunzipSync(readFileSync(join(RECORDED, name))).toString('utf8'),
  ) as { messages: RecordedMessage[] }
  const steps: Step[] = []
  for (const { role, content, tool_calls: calls } of messages.slice(2)) {
    if (role === 'assistant')
      steps.push({
        said: content ?? '',
        commands: (calls ?? []).map(
          (call) => (JSON.parse(call.function.arguments) as { command: string }).command,
        ),
        outputs: [],
      })
    else steps.at(-1)?.outputs.push(content)
  }
  const text = messages[1]?.content ?? ''
  return { task: /<pr_description>(.*?)<\/pr_description>/s.exec(text)?.[1]?.trim() ?? text, steps }
}

/** Steps as they are in investigations along large files: each result fills its cap. With `slips` every third reply misbehaves. */
function generated(count: number, slips = false): { task: string; steps: Step[] } {
  const page = (n: number) =>
    Array.from(
      { length: 400 },
      (_, line) => `${line}: row ${n} of ledger_${line % 7} = ${n * line}`,
    )
  const stepOf = (n: number): Step => ({
    said: n % 9 === 0 ? `The value of part${n} is ${n * 7}.` : `Let me read part${n}.`,
    commands: [`cat part${n}.txt`, ...(n % 3 === 0 ? [`grep -n row part${n}.txt`] : [])],
    outputs: [
      page(n).join('\n'),
      page(n + 1)
        .slice(0, 40)
        .join('\n'),
    ],
  })
  const steps = Array.from({ length: count }, (_, n) => {
    const step = stepOf(n)
    if (!slips || n % 3 !== 1) return step
    // A claim without a call, the call of the step before, or a call as text.
    if (n % 9 === 1) return { said: 'Done. All tests pass.', commands: [], outputs: [] }
    if (n % 9 === 4) return { ...stepOf(n - 1), said: '' }
    const text = `{"name": "run_command", "arguments": ${JSON.stringify({ command: step.commands[0] })}}`
    return { said: `\`\`\`json\n${text}\n\`\`\``.repeat(6), commands: [], outputs: [] }
  })
  return { task: 'Add up the values of part0, part9 and part18.', steps }
}

/** A model that writes a script of 1,400 to 2,600 tokens in most steps, and little where it only reads. */
function writing(count: number): { task: string; steps: Step[] } {
  const script = (n: number) =>
    Array.from(
      { length: 60 + ((n * 37) % 50) },
      (_, line) => `  assert compute_${n}(${line}, "value ${line * n}") == ${line + n}`,
    ).join('\n')
  const steps = Array.from({ length: count }, (_, n): Step => {
    if (n % 5 === 4) return { said: '', commands: [`cat part${n}.txt`], outputs: ['value 7'] }
    const command = `cat > check_${n}.py << 'EOF'\n${script(n)}\nEOF`
    return {
      said: `The value of part${n} is ${n * 7}.`,
      commands: [command],
      outputs: ['(no output)'],
    }
  })
  return { task: 'Write a check for each part.', steps }
}

function check(t: Test, name: string, run: { task: string; steps: Step[] }, windowTokens: number) {
  const { usableTokens } = budgetFor(windowTokens)
  const { requests, rebuilds } = replay(t, run, windowTokens)
  const over = requests.filter(({ estimatedTokens }) => estimatedTokens > usableTokens)
  t.equal(over.length, 0, `${name}: within the budget`)
  t.equal(earlyRebuilds(rebuilds), 0, `${name}: no rebuild within six steps`)
  const full = requests.filter(({ rebuilt, free }) => rebuilt && free < 0.45)
  t.same(
    full.map(({ free }) => Math.round(free * 100)),
    [],
    `${name}: every rebuild leaves 45 % free`,
  )
  let prefill = 0
  for (const [at, { request, rebuilt }] of requests.entries()) {
    const before = requests[at - 1]?.request.messages ?? []
    const isPrefix = before.every(
      (message, n) => JSON.stringify(message) === JSON.stringify(request.messages[n]),
    )
    if (at > 0 && !rebuilt && !isPrefix) t.fail(`${name}: the prefix breaks at request ${at + 1}`)
    prefill +=
      rebuilt || at === 0
        ? estimateMessages(request.messages)
        : estimateMessages(request.messages.slice(before.length + 1))
  }
  t.comment(
    `${name}: ${rebuilds.length} rebuilds in ${requests.length} steps, ${Math.round(prefill / requests.length)} prefill`,
  )
  return requests
}

const RUNS = [
  [4_096, 40, false],
  [8_192, 40, false],
  [32_768, 30, false],
  [8_192, 40, true],
  [16_384, 30, true],
  [32_768, 30, true],
] as const

t.test('rebuilds of generated investigations keep their distance and the stated values', (t) => {
  // Thirty steps bring three rebuilds.
  for (const [windowTokens, count, slips] of RUNS) {
    const name = `generated at ${windowTokens}${slips ? ' with misbehaviour' : ''}`
    const requests = check(t, name, generated(count, slips), windowTokens)
    const last = requests.findLast(({ rebuilt }) => rebuilt)?.request.messages[1]?.content ?? ''
    for (const n of [0, 9, 18]) t.match(last, `The value of part${n} is ${n * 7}`)
    t.ok(estimateTokens(last) > 100)
  }
  t.end()
})

t.test('a model that writes long scripts brings no rebuild within six steps', (t) => {
  for (const windowTokens of [4_096, 8_192, 16_384])
    check(t, `scripts at ${windowTokens}`, writing(24), windowTokens)
  t.end()
})

const names = existsSync(RECORDED)
  ? readdirSync(RECORDED).filter((name) => name.endsWith('.gz'))
  : []
const skip = names.length === 0 ? `no recorded runs in ${RECORDED}` : false

t.test('rebuilds of recorded runs keep their distance', { skip }, (t) => {
  // The one in which the model wrote the most between two rebuilds.
  const [first] = names
  const name = names.find((each) => each.startsWith(WRITING)) ?? first
  if (name !== undefined)
    for (const window of [8_192, 16_384])
      check(t, `${name.slice(0, 24)} at ${window}`, recorded(name), window)
  t.end()
})
