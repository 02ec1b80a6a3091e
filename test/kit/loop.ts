import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Test } from 'tap'
import {
  type ChatRequest,
  type Clock,
  type Event,
  LIMITS,
  type RecordedReply,
  resolveSettings,
  systemClock,
  type TaskResult,
} from '#core'
import { type Ledger, openLedger } from '#ledger'
import { createScriptModel, type Model } from '#model'
import { type Deps, loadParts, supervise } from '#supervisor'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { putEmptyLedger } from './empty_ledger.js'

type Call = [name: string, args: Record<string, unknown>]

/** A reply that calls tools. */
export function act(...calls: Call[]): RecordedReply {
  return withCalls('', calls)
}

/** A reply with words, and perhaps calls. */
export function say(content: string, ...calls: Call[]): RecordedReply {
  return withCalls(content, calls)
}

function withCalls(content: string, calls: Call[]): RecordedReply {
  const tool_calls = calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }))
  return {
    content,
    reasoning: '',
    tool_calls,
    finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
  }
}

/** What one drive of the loop came to. */
export interface Ran {
  events: Event[]
  /** null when the drive was cut short. */
  result: TaskResult | null
}

type Group = 'endpoint' | 'sampling' | 'gate' | 'checks' | 'undo' | 'help' | 'person' | 'parts'
/** The dependencies of the loop without their groups, for tests that change one or two of them. */
export type FlatDeps = Omit<Deps, Group> & Members<Group>
type Members<G extends Group> = { [K in G]: (group: Deps[K]) => void }[G] extends (
  members: infer All,
) => void
  ? All
  : never

/** What is different in one drive. */
export type Drive = Partial<FlatDeps> & { signal?: AbortSignal }

export interface Loop {
  root: string
  /** The handle of the last opening; `reopen` makes another. */
  ledger(): Ledger
  /** Every request that a model got, over all drives. */
  requests: ChatRequest[]
  /** Writes a task to the ledger, in a new session unless one is given. */
  add(text: string, sessionId?: string): string
  /** Runs the task with new dependencies, to its end or until `cut` returns true: then it stops like a killed process. */
  run(taskId: string, over?: Drive, cut?: (event: Event) => boolean): Promise<Ran>
  /** Closes the ledger and opens it again, as another process would. */
  reopen(): Ledger
  read(path: string): string
  write(path: string, text: string): void
  canonical(): string
  /** What a drive with these differences gets. */
  deps(over: Partial<FlatDeps>): Promise<Deps>
}

export interface LoopOptions {
  /** The folder of project and ledger, which stays; without it a temporary one. */
  base?: string
  files?: Record<string, string>
  replies?: readonly RecordedReply[]
  /** Instead of replies. */
  model?: Model
  deny?: string[]
  /** false: `run` returns no events, for long runs. */
  keepsEvents?: boolean
  /** What the ledger takes for the time. */
  clock?: Clock
  over?: Partial<FlatDeps>
}

/** A temporary project, a real ledger and the real tools; the model alone is scripted. */
export function openLoop(t: Test, options: LoopOptions = {}): Loop {
  const base = options.base ?? mkdtempSync(join(tmpdir(), 'aircoder-loop-'))
  const root = join(base, 'work')
  const path = join(base, 'data', 'ledger.sqlite')
  mkdirSync(root, { recursive: true })
  // What kills and losses of power leave of a ledger begins with its creation.
  if (options.base === undefined) putEmptyLedger(path)
  let ledger = openLedger({ path, clock: options.clock })
  t.teardown(() => {
    ledger.close()
    if (options.base === undefined) rmSync(base, { recursive: true, force: true })
  })
  const requests: ChatRequest[] = []
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  for (const [name, text] of Object.entries(options.files ?? {})) write(name, text)

  async function makeDeps(over: Partial<FlatDeps>): Promise<Deps> {
    const model = options.model ?? createScriptModel(options.replies ?? [])
    const { deny } = resolveSettings([
      { source: 'test', values: { deny: options.deny }, trusted: true },
    ])
    const flat: FlatDeps = {
      ledger,
      model,
      workspace: openWorkspace({ root, deny, env: process.env }),
      registry: createRegistry(await loadBuiltinTools()),
      ...(await loadParts()),
      clock: systemClock,
      mode: () => 'yolo',
      allow: [],
      maxSteps: 500,
      windowTokens: 32_768,
      thinkingBudget: LIMITS.thinkingTokens,
      ...options.over,
      ...over,
    }
    return { ...groupDeps(flat), model: spied(flat.model, requests) }
  }

  return {
    root,
    ledger: () => ledger,
    requests,
    add(text, sessionId) {
      const message =
        sessionId === undefined ? null : { role: 'user' as const, content: `Task: ${text}` }
      const session =
        sessionId ?? ledger.createSession({ cwd: root, model: 'script', mode: 'yolo', title: text })
      return ledger.createTask({ sessionId: session, text, message })
    },
    async run(taskId, { signal = new AbortController().signal, ...over } = {}, cut = () => false) {
      const run = supervise(taskId, await makeDeps(over), signal)
      const events: Event[] = []
      for (;;) {
        const next = await run.next()
        if (next.done) return { events, result: next.value }
        if (options.keepsEvents !== false) events.push(next.value)
        if (cut(next.value)) return { events, result: null }
      }
    },
    reopen() {
      ledger.close()
      ledger = openLedger({ path, clock: options.clock })
      return ledger
    },
    read: (name) => readFileSync(join(root, name), 'utf8'),
    write,
    deps: makeDeps,
    canonical: () => [...ledger.exportCanonical()].join('\n'),
  }
}

function groupDeps(flat: FlatDeps): Deps {
  const { ledger, model, workspace, registry, clock, maxSteps, questionSteps } = flat
  const { guards, sections, programs } = flat
  const { windowTokens, servedWindow, usualFactor, textTools, vision, prefillPerS } = flat
  const { temperature, topP, maxOutputTokens, thinkingBudget, constrained } = flat
  const { mode, allow, safeCommands, web, capabilities, testCommand, lintCommand, autoCheck } = flat
  const { ownTest, explore, readBeforeEdit, snapshots, rollback, side, cloud, ask } = flat
  const { takeMessages, stillWaiting, offerMove } = flat
  const {
    autoCommit,
    persistentShell,
    ablate,
    assembleMode,
    taskTokens,
    memory,
    guides: texts,
  } = flat
  return {
    ledger,
    model,
    workspace,
    registry,
    clock,
    maxSteps,
    autoCommit,
    persistentShell,
    ablate,
    assembleMode,
    questionSteps,
    taskTokens,
    memory,
    guides: texts,
    parts: { guards, sections, programs },
    endpoint: { windowTokens, servedWindow, usualFactor, textTools, vision, prefillPerS },
    sampling: { temperature, topP, maxOutputTokens, thinkingBudget, constrained },
    gate: { mode, allow, safeCommands, web, capabilities, ownTest },
    checks: { testCommand, lintCommand, autoCheck, readBeforeEdit, explore },
    undo: { snapshots, rollback },
    help: { side, cloud },
    person: { ask, takeMessages, stillWaiting, offerMove },
  }
}

/** The same model. Its requests are recorded. */
function spied(model: Model, requests: ChatRequest[]): Model {
  return {
    ask(request, options) {
      requests.push(structuredClone(request))
      return model.ask(request, options)
    },
  }
}
