import { type Budget, budgetFor, estimateMessages } from '#context'
import type { Message } from '#core'
import { type Chunk, chunksOf, rankChunks } from './chunks.js'
import type { Prompt } from './replay.js'
import type { RecordedStep, Run } from './runs.js'
import { countTokens, cpuMs, messageText } from './text.js'

/** System text, tools and map of the baselines, as in the replay of docs/design/prompt.md#rebuild; tokens. */
const FIXED = 2_400
const FIXED_TEXT = 'rule '.repeat(FIXED)
/** Steps that are always shown when each prompt is assembled again. */
const LAST = 5
/** Steps whose words are searched for. */
const QUERY = 3

export type Baseline = (run: Run, windowTokens: number, onPrompt: OnPrompt) => void
type OnPrompt = (prompt: Prompt, step: number) => void

/** The newest steps that fit. The oldest go as soon as one more does not. */
export const sliding: Baseline = (run, windowTokens, onPrompt) => {
  const steps = run.steps.map(messagesOf)
  walk(run, { windowTokens, onPrompt }, (at, room) => newestOf(steps.slice(0, at), room))
}

/** The last five steps, and before them the chunks of 16 lines that fit what the last steps said and called best. */
export const reassemble: Baseline = (run, windowTokens, onPrompt) => {
  const steps = run.steps.map(messagesOf)
  const chunks = run.steps.map(({ output }, at) => chunksOf(output, at))
  walk(run, { windowTokens, onPrompt }, (at, room) => {
    const last = newestOf(steps.slice(Math.max(0, at - LAST), at), room)
    const old = chunks.slice(0, Math.max(0, at - LAST)).flat()
    return [found(old, queryOf(run, at), room - estimateMessages(last)), ...last]
  })
}

function queryOf({ steps }: Run, at: number): string {
  const newest = steps.slice(Math.max(0, at - QUERY), at)
  return newest.flatMap(({ said, command }) => [said, command]).join('\n')
}

/** The best chunks that fit, as one message. */
function found(chunks: readonly Chunk[], query: string, room: number): Message {
  let left = room
  const kept: string[] = []
  for (const { text } of rankChunks(chunks, query)) {
    const cost = countTokens(text) + 4
    if (cost > left) continue
    left -= cost
    kept.push(text)
  }
  return { role: 'user', content: kept.join('\n…\n') }
}

/** The newest step, and the chunks of 16 lines that fit what the last steps said and called best. */
export const bm25: Baseline = (run, windowTokens, onPrompt) => {
  const steps = run.steps.map(messagesOf)
  const chunks = run.steps.map(({ output }, at) => chunksOf(output, at))
  walk(run, { windowTokens, onPrompt }, (at, room) => {
    const last = newestOf(steps.slice(Math.max(0, at - 1), at), room)
    const old = chunks.slice(0, Math.max(0, at - 1)).flat()
    return [found(old, queryOf(run, at), room - estimateMessages(last)), ...last]
  })
}

interface Walk {
  windowTokens: number
  onPrompt: OnPrompt
}

function walk(
  { task, steps }: Run,
  { windowTokens, onPrompt }: Walk,
  fill: (at: number, room: number) => Message[],
): void {
  const budget: Budget = budgetFor(windowTokens)
  const head: Message[] = [{ role: 'user', content: task }]
  const room = budget.usableTokens - FIXED - estimateMessages(head) - 16
  for (const [at, step] of steps.entries()) {
    const begun = cpuMs()
    const messages = [...head, ...fill(at, room)]
    const assembleMs = cpuMs() - begun
    const tokens = FIXED + estimateMessages(messages)
    const [written = { role: 'assistant', content: '' }] = messagesOf(step, at)
    const text = [FIXED_TEXT, ...messages.map(messageText)].join('\n')
    onPrompt({ text, tokens, budget, rebuilt: false, assembleMs, written }, at)
  }
}

function newestOf(steps: readonly Message[][], room: number): Message[] {
  const kept: Message[] = []
  let left = room
  for (const group of steps.toReversed()) {
    left -= estimateMessages(group)
    if (left < 0) break
    kept.unshift(...group)
  }
  return kept
}

function messagesOf({ said, command, output }: RecordedStep, at: number): Message[] {
  const given = JSON.stringify({ command })
  const call = {
    id: `c${at}`,
    type: 'function' as const,
    function: { name: 'bash', arguments: given },
  }
  return [
    { role: 'assistant', content: said, tool_calls: [call] },
    { role: 'tool', content: output, tool_call_id: call.id },
  ]
}
