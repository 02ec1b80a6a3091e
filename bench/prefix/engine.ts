import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { findLlama } from '../../libs/relay/engines/embedded/find_llama.js'
import type { LlamaModel, LlamaSequence } from '../../libs/relay/engines/embedded/llama_api.js'
import { type Prompt, replay } from '../ledger/parts/replay.js'
import { type Run, readRuns, windowsOf } from '../ledger/parts/runs.js'
import { messageText } from '../ledger/parts/text.js'

const GGUF =
  process.env.AIRCODER_TEST_GGUF ?? resolve('../shared/models/SmolLM2-135M-Instruct.Q4_1.gguf')
const CACHE = join(homedir(), '.cache/aircoder-optional/node-llama-cpp-3.22.1')
/** Its vocabulary needs more tokens for code than our estimate. */
const CONTEXT_SHARE = 1.5
const DEFAULT_STEPS = 30

/**
 * The reuse of the prefix by the count of a real engine: the prompts of a recorded run are read by llama.cpp with a small
 * model, which keeps its state and says how many tokens it read. What the run's model wrote is read too, and not counted:
 * an engine has written it itself.
 * @param words  as bench/ledger/recall.ts; `--steps N` of the first run (30)
 */
export default async function engine(words: string[]): Promise<object> {
  const runs = readRuns(words)
  if (typeof runs === 'string') return { skipped: runs }
  if (!existsSync(GGUF)) return { skipped: `no model at ${GGUF}; AIRCODER_TEST_GGUF names another` }
  const folder = process.env.AIRCODER_TEST_LLAMA ?? (existsSync(CACHE) ? CACHE : undefined)
  const { llama: api } = await findLlama(folder).catch(() => ({ llama: null }))
  if (api === null) return { skipped: 'node-llama-cpp is not installed: scripts/optional.mjs' }
  const [run] = runs.toSorted((a, b) => b.steps.length - a.steps.length)
  if (run === undefined) return { skipped: 'no run' }
  const at = words.indexOf('--steps')
  const steps = at === -1 ? DEFAULT_STEPS : Number(words[at + 1])
  const llama = await api.getLlama({
    gpu: false,
    build: 'never',
    maxThreads: 2,
    progressLogs: false,
    logLevel: 'error',
    logger: () => undefined,
  })
  const model = await llama.loadModel({ modelPath: GGUF })
  const sums: Record<string, object> = {}
  try {
    for (const windowTokens of windowsOf(words, [8_192, 16_384]))
      sums[windowTokens] = await measure({ model, run, steps, windowTokens })
  } finally {
    await llama.dispose()
  }
  return { run: run.name, steps, sums, targets: { reuseAt16384: 0.94 } }
}

interface Job {
  model: LlamaModel
  run: Run
  steps: number
  windowTokens: number
}

async function measure({ model, run, steps, windowTokens }: Job): Promise<object> {
  const prompts: Prompt[] = []
  const part = { ...run, steps: run.steps.slice(0, steps) }
  await replay(part, { windowTokens, mode: 'watermark' }, (prompt) => prompts.push(prompt))
  const context = await model.createContext({
    sequences: 1,
    contextSize: Math.ceil(windowTokens * CONTEXT_SHARE),
    threads: 2,
  })
  const sequence = context.getSequence()
  let prompt = 0
  let read = 0
  let brokenOutsideRebuilds = 0
  try {
    for (const { text, written, rebuilt } of prompts) {
      const tokens = model.tokenize(text, false)
      const held = sequence.nextTokenIndex
      const now = await readTokens(sequence, tokens)
      prompt += tokens.length
      read += now
      // One token may be joined with the next one where two texts meet.
      if (!rebuilt && tokens.length - now < held - 2) brokenOutsideRebuilds += 1
      await readTokens(sequence, model.tokenize(`${text}\n${messageText(written)}`, false))
    }
  } finally {
    await context.dispose()
  }
  return {
    prompts: prompts.length,
    rebuilds: prompts.filter(({ rebuilt }) => rebuilt).length,
    promptTokens: prompt,
    readTokens: read,
    readAStep: Math.round(read / prompts.length),
    reuse: Math.round((1 - read / prompt) * 1_000) / 1_000,
    brokenOutsideRebuilds,
  }
}

/** Brings the state to these tokens. @returns how many the engine read by its own meter */
async function readTokens(sequence: LlamaSequence, tokens: number[]): Promise<number> {
  const before = sequence.tokenMeter.getState().usedInputTokens
  await sequence.adaptStateToTokens(tokens, false)
  await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(sequence.nextTokenIndex))
  return sequence.tokenMeter.getState().usedInputTokens - before
}
