import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Budget, budgetFor, stepMessages } from '#context'
import {
  type AssembleMode,
  LIMITS,
  type Message,
  type Outcome,
  type Reply,
  systemClock,
} from '#core'
import { type Ledger, openLedger, type View } from '#ledger'
import { loadParts, nextRequest, type PromptDeps } from '#supervisor'
import { createRegistry, loadBuiltinTools } from '#tools'
import { type CommandResult, openWorkspace, type Workspace } from '#workspace'
import { resultCaps } from '../../../libs/supervisor/call/scope/result_caps.js'
import { recallSeen } from '../../../libs/supervisor/guides/recall_seen.js'
import { messagesOfStep } from '../../../libs/supervisor/request/step_messages.js'
import { outcomeOf } from '../../../libs/supervisor/step/outcome.js'
import type { RecordedStep, Run } from './runs.js'
import { cpuMs, requestText } from './text.js'

/** The prompt before a recorded step. */
export interface Prompt {
  text: string
  /** By the estimate that the budget is checked with. */
  tokens: number
  budget: Budget
  rebuilt: boolean
  /** Processor time of view, assembly and, at a rebuild, the row of the new prompt. */
  assembleMs: number
  /** The assistant's message of the step that follows: the engine has written it, so it holds it. */
  written: Message
}

interface Replayed {
  ledgerBytes: number
  /** Steps before which each rebuild came, by reason. */
  rebuilds: readonly { step: number; reason: string }[]
}

interface Setting {
  windowTokens: number
  mode: AssembleMode
  /** Opens the ledger again before each step, as another process would. */
  reopen?: boolean
}

/**
 * Commits a recorded run row by row to a ledger, through the real tool for commands, and asks the real assembler
 * for the prompt before each step. No command runs: the workspace answers with what was recorded.
 */
export async function replay(
  run: Run,
  { windowTokens, mode, reopen = false }: Setting,
  onPrompt: (prompt: Prompt, step: number) => void,
): Promise<Replayed> {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-'))
  const path = join(folder, 'ledger.sqlite')
  const root = join(folder, 'work')
  mkdirSync(root)
  let ledger = openLedger({ path })
  try {
    const deps = await makeDeps(root, { windowTokens, mode })
    const draft = { cwd: root, model: 'recorded', mode: 'yolo' as const, title: run.name }
    const sessionId = ledger.createSession(draft)
    const taskId = ledger.createTask({ sessionId, text: run.task, message: null })
    const budget = budgetFor(windowTokens)
    for (const [at, step] of run.steps.entries()) {
      if (reopen) {
        ledger.close()
        ledger = openLedger({ path })
      }
      const begun = cpuMs()
      const next = nextRequest(ledger.view(taskId), { ...deps, ledger })
      const assembleMs = cpuMs() - begun
      const { estimatedTokens: tokens, rebuilt, view } = next
      const text = requestText(next.request)
      const written = await commit(step, { view, tokens }, { ...deps, ledger })
      onPrompt({ text, tokens, budget, rebuilt, assembleMs, written }, at)
    }
    const rebuilds = ledger.rebuilds(taskId)
    return { ledgerBytes: statSync(path).size, rebuilds }
  } finally {
    ledger.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type ReplayDeps = PromptDeps & { workspace: Workspace; ledger: Ledger }

async function makeDeps(root: string, { windowTokens, mode }: Setting) {
  return {
    workspace: openWorkspace({ root, deny: [], env: {} }),
    registry: createRegistry(await loadBuiltinTools()),
    parts: await loadParts(),
    clock: systemClock,
    endpoint: { windowTokens },
    sampling: { thinkingBudget: LIMITS.thinkingTokens },
    checks: {},
    assembleMode: mode,
  }
}

/** Commits a recorded step. @returns the reply as the engine wrote it */
async function commit(
  { said, command, exitCode, output }: RecordedStep,
  { view, tokens }: { view: View; tokens: number },
  deps: ReplayDeps,
): Promise<Message> {
  const number = view.task.step + 1
  const call = { id: `c${number}`, name: 'run_command', arguments: { command } }
  const reply: Reply = {
    text: said,
    reasoning: '',
    calls: [call],
    problem: null,
    finishReason: 'tool_calls',
    usage: null,
  }
  const { resultTokens } = resultCaps({ view, reply, number, estimatedTokens: tokens }, deps)
  const outcome = await recordedOutcome(call, { exitCode, output }, { resultTokens, deps })
  const ids = outcome.evidence.map((_, at) => `e${view.nextEvidence + at}`)
  const outcomes = new Map([[0, outcome]])
  const note = recallSeen({ view, number, reply, estimatedTokens: tokens, outcomes }, deps)
  const added = { outcomes: [{ outcome, ids }], notes: note === '' ? [] : [note] }
  const step = { view, number, reply, estimatedTokens: tokens }
  const append = messagesOfStep(step, added, deps)
  deps.ledger.commit({
    taskId: view.task.id,
    step: number,
    reply,
    estimatedTokens: tokens,
    outcomes: [outcome],
    evidence: [],
    append,
    plan: [],
    nudged: false,
  })
  // The engine holds what it wrote, also where the prompt shows less of it.
  const [written = { role: 'assistant', content: '' }] = stepMessages(reply, added.outcomes, [])
  return written
}

/** What the tool for commands makes of a recorded output. */
async function recordedOutcome(
  call: Reply['calls'][number],
  { exitCode, output }: Pick<RecordedStep, 'exitCode' | 'output'>,
  { resultTokens, deps }: { resultTokens: number; deps: ReplayDeps },
): Promise<Outcome> {
  const result: CommandResult = {
    exitCode,
    signal: null,
    output,
    timedOut: false,
    aborted: false,
    truncated: false,
    endedLeftovers: false,
  }
  const workspace: Workspace = {
    ...deps.workspace,
    blocksForeground: () => null,
    runCommand: async () => result,
  }
  const tool = deps.registry.find(call.name)
  if (tool === null) throw new Error(`no tool ${call.name}`)
  const context = {
    workspace,
    resultTokens,
    signal: new AbortController().signal,
    onSpawn: () => undefined,
    onOutput: () => undefined,
    onEnd: () => undefined,
  } as unknown as Parameters<typeof tool.run>[1]
  return outcomeOf(call, await tool.run(call.arguments, context), resultTokens)
}
