import { basename } from 'node:path'
import { AircoderError } from '#core'
import { fullModelName } from '#relay'
import type { OllamaApi } from '../engine_facts/ollama_api.js'
import { askInstalled, describeAnswer, factsOf } from '../engine_facts/ollama_facts.js'
import { loadModel, proveWindow } from '../engine_facts/prove_window.js'
import { gib, thousands } from '../format/numbers.js'
import {
  type Base,
  type BaseWish,
  CREATE_MS,
  findBase,
  isSameFile,
  uploadFile,
} from './base_model.js'
import { isSameModelfile } from './is_same_modelfile.js'

export interface BakePlan {
  /** With its tag. */
  name: string
  from: string
  windowTokens: number
  batch: number | null
  /** true: it is in the engine already, with this window and this file. */
  there: boolean
  /** The body for `/api/create`. */
  body: Record<string, unknown>
  source: Base
}

export interface BakeWish extends BaseWish {
  name?: string | undefined
}

export interface Baked {
  name: string
  windowTokens: number
  provedTokens: number
  sizeBytes: number
  vramBytes: number
}

/**
 * Plans a bake and rejects one that cannot work; changes nothing.
 * @throws AircoderError BAKE_REFUSED, ENGINE_UNREACHABLE
 */
export async function planBake(api: OllamaApi, wish: BakeWish): Promise<BakePlan> {
  const { from, parameters } = wish.modelfile
  const windowTokens = parameters.num_ctx
  const name = fullModelName(wish.name ?? nameFor(from, windowTokens))
  const refuse = (reason: string, fix: string) =>
    new AircoderError('BAKE_REFUSED', { model: name, reason, fix })
  if (typeof windowTokens !== 'number' || !Number.isInteger(windowTokens) || windowTokens < 1_024)
    throw refuse(
      'the Modelfile sets no window of 1,024 tokens or more',
      'Add a line such as `PARAMETER num_ctx 32768`, or pass --window 32768.',
    )

  const source = await findBase(api, wish)
  if (source === null) throw refuse(`${api.url} has no model ${from}`, `ollama pull ${from}`)
  if (source.name === name)
    throw refuse('it would replace its own base model', 'Pass another --name.')
  const trained = source.shape?.trainedWindow ?? null
  if (trained !== null && windowTokens > trained)
    throw refuse(
      `${from} was trained for ${thousands(trained)} tokens; the engine would silently reduce ${thousands(windowTokens)} to that`,
      `Pass --window ${trained} or less.`,
    )

  const others = await factsOf(api, await namesOf(api))
  const rival = others.find(
    (other) =>
      other.name !== name &&
      isSameFile(other, source.weights) &&
      other.bakedWindow !== null &&
      other.bakedWindow !== windowTokens,
  )
  if (rival !== undefined)
    throw refuse(
      `${rival.name} has a window of ${thousands(rival.bakedWindow ?? 0)} on the same file, and the engine would reload it at each change between the two`,
      `Remove the other (\`ollama rm ${rival.name}\`), or pass --window ${rival.bakedWindow}.`,
    )

  const batch = parameters.num_batch
  const old = others.find((other) => other.name === name)
  return {
    name,
    from,
    windowTokens,
    batch: typeof batch === 'number' ? batch : null,
    there:
      old !== undefined && isSameFile(old, source.weights) && isSameModelfile(old, wish.modelfile),
    source,
    body: {
      model: name,
      ...(source.file === null ? { from } : {}),
      parameters,
      ...wish.modelfile.texts,
      ...(wish.modelfile.messages.length > 0 ? { messages: wish.modelfile.messages } : {}),
      stream: false,
    },
  }
}

async function namesOf(api: OllamaApi): Promise<string[]> {
  return (await askInstalled(api)).map(({ name }) => name)
}

/**
 * Creates the model, loads it, and proves its window by a refusal.
 * @param say  called with the current step, for steps that take a while
 * @throws AircoderError BAKE_REFUSED, ENGINE_REFUSED, ENGINE_UNREACHABLE
 */
export async function bake(
  api: OllamaApi,
  plan: BakePlan,
  keepAlive: string,
  say: (text: string) => void,
): Promise<Baked> {
  const body = { ...plan.body }
  if (plan.source.file !== null) {
    say(`uploading ${plan.source.file} to the engine`)
    body.files = { [basename(plan.source.file)]: plan.source.weights }
    await uploadFile(api, plan.source.file, plan.source.weights)
  }
  say(`creating ${plan.name} from ${plan.from}`)
  const created = await api.ask('POST', '/api/create', body, CREATE_MS)
  const status = (created.body as { status?: unknown } | null)?.status
  if (created.status !== 200 || status !== 'success')
    throw new AircoderError('ENGINE_REFUSED', {
      what: `to create ${plan.name}`,
      reason: describeAnswer(created),
    })
  return proveBaked(api, plan, keepAlive, say)
}

/** Loads the model and proves its window; also for a model that was in the engine already. */
export async function proveBaked(
  api: OllamaApi,
  { name, windowTokens }: Pick<BakePlan, 'name' | 'windowTokens'>,
  keepAlive: string,
  say: (text: string) => void,
): Promise<Baked> {
  say(`loading ${name}`)
  const loaded = await loadModel(api, name, keepAlive)
  const fail = (reason: string, fix: string) =>
    new AircoderError('BAKE_REFUSED', { model: name, reason, fix })
  if (loaded.windowTokens !== windowTokens)
    throw fail(
      `the engine gives it ${thousands(loaded.windowTokens ?? 0)} tokens instead of ${thousands(windowTokens)}`,
      'Pass --window with what the model was trained for, or less.',
    )
  say(`proving the window of ${thousands(windowTokens)} tokens`)
  const proof = await proveWindow(api, name, windowTokens, keepAlive)
  if (proof.kind === 'accepted')
    throw fail(
      `the engine accepted ${thousands(proof.sentTokens)} tokens with a window of ${thousands(windowTokens)}: it silently drops text`,
      'Update Ollama: this version does not support `truncate: false`.',
    )
  if (proof.kind === 'other')
    throw fail(`its window could not be proved: ${proof.reason}`, 'See the log of the engine.')
  const { sizeBytes, vramBytes } = loaded
  return { name, windowTokens, provedTokens: proof.promptTokens, sizeBytes, vramBytes }
}

/** Describes how much of a model is in host memory; null when all of it is on the card. */
export function describeHostMemory({
  sizeBytes,
  vramBytes,
}: Pick<Baked, 'sizeBytes' | 'vramBytes'>): string | null {
  if (vramBytes >= sizeBytes) return null
  return `${gib(sizeBytes - vramBytes)} of ${gib(sizeBytes)} GiB are in host memory, which is many times slower`
}

/** `qwen3:8b` with 32,768 becomes `qwen3:8b-32k`; a file gives its own name. */
function nameFor(from: string, windowTokens: unknown): string {
  const window = Number(windowTokens)
  const short = window % 1_024 === 0 ? `${window / 1_024}k` : String(window)
  if (/\.gguf$/i.test(from))
    return `${basename(from)
      .replace(/\.gguf$/i, '')
      .toLowerCase()}:${short}`
  const [, base = from, tag = ''] = /^(.*?)(?::([^/:]*))?$/.exec(from) ?? []
  return tag === '' || tag === 'latest' ? `${base}:${short}` : `${base}:${tag}-${short}`
}
