import type { ModelShape } from '../engine_facts/model_shape.js'

/** Bytes an element of the KV cache takes: the block's bytes over its 32 elements. */
export const KV_TYPES = { f16: 2, q8_0: 34 / 32, q4_0: 18 / 32 } as const
export type KvType = keyof typeof KV_TYPES

const MIB = 1_048_576
/** What Ollama itself leaves free on a card for the driver's context (its MinimumMemory). */
const DRIVER_BYTES = 457 * MIB
/** Work memory of an image encoder. A guess: encoders differ, and none was measured here. */
const ENCODER_BYTES = 512 * MIB
/** Ollama's default for num_batch. */
const BATCH = 512
/** llama.cpp lays out its cache in steps of this many tokens. */
const STEP = 256
/** The runner keeps prompts in host memory up to this, unless LLAMA_ARG_CACHE_RAM says otherwise. */
const HOST_CACHE_BYTES = 8_192 * MIB

export interface Need {
  windowTokens: number
  kvType: KvType
  slots: number
  kvBytes: number
  overheadBytes: number
  totalBytes: number
  /** null: the card's size is not known. */
  fits: boolean | null
}

export interface PlanInput {
  shape: ModelShape
  weightsBytes: number
  /** 0: none, or part of the weights. */
  projectorBytes: number
  cardBytes: number | null
  batch?: number
}

/**
 * KV cache of all slots. Layers with a sliding window keep that window and one batch for each slot.
 * Ollama gives each slot the whole window: its `num_ctx` times its number of slots (docs/design/engines.md#ollama-slots).
 */
export function kvBytes(
  shape: ModelShape,
  kvType: KvType,
  windowTokens: number,
  slots: number,
  batch = BATCH,
): number {
  const full = toStep(windowTokens)
  const short = Math.min(full, toStep((shape.slidingTokens ?? 0) + batch))
  const bytes = shape.attention.reduce((sum, { kvHeads, keyLength, valueLength, slides }) => {
    return sum + kvHeads * (keyLength + valueLength) * KV_TYPES[kvType] * (slides ? short : full)
  }, 0)
  return Math.ceil((bytes + shape.stateBytes) * slots)
}

/** Bytes of KV cache that one more token of the window takes. */
export function bytesPerToken(shape: ModelShape, kvType: KvType): number {
  return shape.attention.reduce((sum, { kvHeads, keyLength, valueLength, slides }) => {
    return sum + (slides ? 0 : kvHeads * (keyLength + valueLength) * KV_TYPES[kvType])
  }, 0)
}

/** Quantised caches come in blocks of 32 elements: heads of another size can't have them. */
export function mayQuantise(shape: ModelShape): boolean {
  return shape.attention.every(
    ({ keyLength, valueLength }) => keyLength % 32 === 0 && valueLength % 32 === 0,
  )
}

/**
 * What a window, a cache type and a number of slots need on the card. Work memory is computed for
 * flash attention: logits of a batch (4 bytes a word of the vocabulary) and its mask over the window.
 */
export function needOf(
  input: PlanInput,
  windowTokens: number,
  kvType: KvType,
  slots: number,
): Need {
  const { shape, weightsBytes, projectorBytes, cardBytes, batch = BATCH } = input
  const kv = kvBytes(shape, kvType, windowTokens, slots, batch)
  const work = batch * (4 * (shape.vocabulary ?? 0) + 2 * windowTokens)
  const overheadBytes = DRIVER_BYTES + work + (shape.vision ? ENCODER_BYTES : 0)
  const totalBytes = weightsBytes + projectorBytes + kv + overheadBytes
  const fits = cardBytes === null ? null : totalBytes <= cardBytes
  return { windowTokens, kvType, slots, kvBytes: kv, overheadBytes, totalBytes, fits }
}

/** Windows worth a row: powers of two from 4,096 up to what the model was trained for, and that itself. */
export function windowsFor(shape: ModelShape): number[] {
  const most = shape.trainedWindow ?? 131_072
  const windows: number[] = []
  for (let window = 4_096; window < most; window *= 2) windows.push(window)
  return [...windows, most]
}

/** The largest window that fits, in steps of 1,024; null where none of 1,024 does, or no card is known. */
export function largestWindow(input: PlanInput, kvType: KvType, slots: number): number | null {
  const most = Math.floor((input.shape.trainedWindow ?? 131_072) / 1_024)
  let low = 0
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (needOf(input, middle * 1_024, kvType, slots).fits) low = middle
    else high = middle - 1
  }
  return low === 0 ? null : low * 1_024
}

export interface HostCache {
  people: number
  /** To keep one whole window of each person warm. */
  neededBytes: number
  /** What the runner keeps by default. */
  defaultBytes: number
  hostBytes: number
  /** For `LLAMA_ARG_CACHE_RAM` on `ollama serve`, in MiB; null: the default does. */
  setMib: number | null
  fits: boolean
}

/** Half of the host's memory may hold prompts: the rest is for weights being read, and for the system. */
const HOST_SHARE = 0.5

/** Host memory for the runner's cache of prompts: people times their window (docs/design/engines.md#ollama-cache). */
export function hostCache(need: Need, people: number, hostBytes: number): HostCache {
  const neededBytes = Math.ceil((need.kvBytes / need.slots) * people)
  const most = Math.floor(hostBytes * HOST_SHARE)
  const wanted = Math.min(neededBytes, most)
  return {
    people,
    neededBytes,
    defaultBytes: HOST_CACHE_BYTES,
    hostBytes,
    setMib: wanted > HOST_CACHE_BYTES || most < HOST_CACHE_BYTES ? Math.ceil(wanted / MIB) : null,
    fits: neededBytes <= most,
  }
}

function toStep(tokens: number): number {
  return Math.ceil(tokens / STEP) * STEP
}
