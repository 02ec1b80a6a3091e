import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findLlama } from '../../libs/relay/engines/embedded/find_llama.js'
import type { LlamaModel, LlamaSequence } from '../../libs/relay/engines/embedded/llama_api.js'
import { type Prompt, replay } from '../ledger/parts/replay.js'
import { type Run, readRuns, windowsOf } from '../ledger/parts/runs.js'
import { commonChars, countTokens, messageText } from '../ledger/parts/text.js'

const GGUF =
  process.env.AIRCODER_TEST_GGUF ?? resolve('../shared/models/SmolLM2-135M-Instruct.Q4_1.gguf')
const CACHE = join(homedir(), '.cache/aircoder-optional/node-llama-cpp-3.22.1')
/** Its vocabulary needs more tokens for code than our estimate. */
const CONTEXT_SHARE = 1.5
const DEFAULTS = { steps: 10, seconds: 420, window: 4_096 }
/** More threads wait for each other where other programs use the processors: 6 tokens/s with two on two busy cores. `--threads` for a quiet machine. */
const THREADS = 1
/** Tokens that are read between two checks of the clock. */
const PORTION = 256
const TARGET = 0.94

/**
 * The reuse of the prefix by the count of a real engine: the prompts of a recorded run are read by llama.cpp with a small
 * model, which keeps its state and says how many tokens it read. What the run's model wrote is read too, and not counted:
 * an engine has written it itself. Beside it the result has what our meter says of the same prompts. It ends after `--seconds`,
 * with the prompts that were read by then.
 * The model was trained on 8,192 tokens: in a larger window its words mean little, and its counts are the same.
 * @param words  as bench/ledger/recall.ts; `--steps N` of the longest run (10), `--windows N,M` (4096), `--seconds N` a window (420), `--threads N` (1)
 */
export default async function engine(
  words: string[],
  keep: (part: object) => void = () => {},
): Promise<object> {
  const runs = readRuns(words)
  if (typeof runs === 'string') return { skipped: runs }
  if (!existsSync(GGUF)) return { skipped: `no model at ${GGUF}; AIRCODER_TEST_GGUF names another` }
  const folder = process.env.AIRCODER_TEST_LLAMA ?? (existsSync(CACHE) ? CACHE : undefined)
  const { llama: api } = await findLlama(folder).catch(() => ({ llama: null }))
  if (api === null) return { skipped: 'node-llama-cpp is not installed: scripts/optional.mjs' }
  const [run] = runs.toSorted((a, b) => b.steps.length - a.steps.length)
  if (run === undefined) return { skipped: 'no run' }
  const steps = numberOf(words, '--steps', DEFAULTS.steps)
  const seconds = numberOf(words, '--seconds', DEFAULTS.seconds)
  const threads = numberOf(words, '--threads', THREADS)
  const llama = await api.getLlama({
    gpu: false,
    build: 'never',
    maxThreads: threads,
    progressLogs: false,
    logLevel: 'error',
    logger: () => undefined,
  })
  const model = await llama.loadModel({ modelPath: GGUF })
  const trainedOnTokens = model.trainContextSize
  const sums: Record<string, Sums> = {}
  const result = () => ({
    run: run.name,
    model: basename(GGUF),
    trainedOnTokens,
    threads,
    steps,
    sums,
    targets: { reuseAt16384: TARGET },
  })
  try {
    for (const windowTokens of windowsOf(words, [DEFAULTS.window])) {
      const prompts = await promptsOf(run, steps, windowTokens)
      const endsAt = performance.now() + seconds * 1_000
      const job = { model, prompts, windowTokens, threads, endsAt }
      sums[windowTokens] = await measure(job, (part) => {
        sums[windowTokens] = part
        keep(result())
      })
    }
  } finally {
    await llama.dispose()
  }
  return result()
}

function numberOf(words: readonly string[], name: string, otherwise: number): number {
  const at = words.indexOf(name)
  return at === -1 ? otherwise : Number(words[at + 1])
}

async function promptsOf(run: Run, steps: number, windowTokens: number): Promise<Prompt[]> {
  const prompts: Prompt[] = []
  const part = { ...run, steps: run.steps.slice(0, steps) }
  await replay(part, { windowTokens, mode: 'watermark' }, (prompt) => prompts.push(prompt))
  return prompts
}

interface Job {
  model: LlamaModel
  prompts: readonly Prompt[]
  windowTokens: number
  threads: number
  endsAt: number
}

/** What the engine and our meter say of the same prompts; a token of theirs is not one of ours. */
interface Sums {
  /** Prompts that were read, and of how many. */
  prompts: number
  of: number
  rebuilds: number
  promptTokens: number
  readTokens: number
  readAStep: number
  reuse: number
  meter: { readTokens: number; reuse: number }
  /** Prompts without a rebuild of which the engine held less than the whole prompt before. */
  brokenOutsideRebuilds: number
  seconds: number
  tokensASecond: number
}

async function measure(
  { model, prompts, windowTokens, threads, endsAt }: Job,
  onPrompt: (part: Sums) => void,
): Promise<Sums> {
  const context = await model.createContext({
    sequences: 1,
    contextSize: Math.ceil(windowTokens * CONTEXT_SHARE),
    threads,
  })
  const sequence = context.getSequence()
  const begun = performance.now()
  const total = { prompts: 0, rebuilds: 0, prompt: 0, read: 0, broken: 0 }
  const meter = { prompt: 0, read: 0 }
  let before = ''
  let promptBefore = 0
  const sums = (): Sums => {
    const seconds = (performance.now() - begun) / 1_000
    return {
      prompts: total.prompts,
      of: prompts.length,
      rebuilds: total.rebuilds,
      promptTokens: total.prompt,
      readTokens: total.read,
      readAStep: Math.round(total.read / Math.max(1, total.prompts)),
      reuse: share(total.read, total.prompt),
      meter: { readTokens: meter.read, reuse: share(meter.read, meter.prompt) },
      brokenOutsideRebuilds: total.broken,
      seconds: Math.round(seconds),
      tokensASecond: Math.round(sequence.tokenMeter.getState().usedInputTokens / seconds),
    }
  }
  try {
    for (const { text, written, rebuilt } of prompts) {
      const tokens = model.tokenize(text, false)
      const read = await readTokens(sequence, tokens, endsAt)
      const whole = `${text}\n${messageText(written)}`
      const wrote =
        read === null ? null : await readTokens(sequence, model.tokenize(whole, false), endsAt)
      if (read === null || wrote === null) break
      total.prompts += 1
      total.rebuilds += Number(rebuilt)
      total.prompt += tokens.length
      total.read += read
      // One token may be joined with the next one where two texts meet.
      if (!rebuilt && tokens.length - read < promptBefore - 2) total.broken += 1
      promptBefore = tokens.length
      meter.prompt += countTokens(text)
      meter.read += countTokens(text.slice(commonChars(before, text)))
      before = whole
      const now = sums()
      console.error(
        `${windowTokens}: prompt ${now.prompts} of ${now.of}${rebuilt ? ', rebuilt' : ''}: ${tokens.length} tokens, ${read} read; reuse ${now.reuse}, by our meter ${now.meter.reuse}; ${now.seconds} s`,
      )
      onPrompt(now)
    }
  } finally {
    await context.dispose()
  }
  return sums()
}

function share(read: number, all: number): number {
  return all === 0 ? 0 : Math.round((1 - read / all) * 1_000) / 1_000
}

/** Brings the state to these tokens. @returns how many the engine read by its own meter; null: the time was over */
async function readTokens(
  sequence: LlamaSequence,
  tokens: number[],
  endsAt: number,
): Promise<number | null> {
  const before = sequence.tokenMeter.getState().usedInputTokens
  await sequence.adaptStateToTokens(tokens, false)
  for (let at = sequence.nextTokenIndex; at < tokens.length; at += PORTION) {
    if (performance.now() > endsAt) return null
    await sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + PORTION))
  }
  return sequence.tokenMeter.getState().usedInputTokens - before
}
