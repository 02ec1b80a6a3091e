import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { AircoderError } from '#core'
import { readGguf } from '../engine_facts/gguf.js'
import { readShape } from '../engine_facts/model_shape.js'
import { openOllamaApi } from '../engine_facts/ollama_api.js'
import { askFacts, askInstalled } from '../engine_facts/ollama_facts.js'
import type { Card } from './cards.js'
import { allNeeds, drawPlan, kvTypesOf, type PlanView } from './draw_plan.js'
import {
  bytesPerToken,
  hostCache,
  KV_TYPES,
  type KvType,
  largestWindow,
  needOf,
  type PlanInput,
} from './memory_plan.js'

export interface PlanWish {
  /** A GGUF file, and one with its projector. */
  gguf?: string | undefined
  projector?: string | undefined
  /** A model of the engine, used where no file is named. */
  model?: string | undefined
  engineUrl?: string | undefined
  engineToken?: string | undefined
  /** Size of the card from --vram; overrides `cards`. */
  vramBytes?: number | undefined
  cards: readonly Card[]
  hostBytes: number
  people: number
  /** What the chart and the host's cache are computed for. */
  kvType: KvType
  slots: number
  windowTokens?: number | undefined
  batch?: number | undefined
}

export interface Plan {
  text: string
  json: Record<string, unknown>
}

/**
 * Computes what fits on a card: weights, projector, and KV cache by window, type and slots.
 * @throws AircoderError GGUF_INVALID, ENGINE_UNREACHABLE, USAGE
 */
export async function makePlan(wish: PlanWish): Promise<Plan> {
  const model =
    wish.gguf === undefined ? await fromEngine(wish) : fromFile(wish.gguf, wish.projector)
  // Ollama puts a model on one card if it fits there, so the largest card counts.
  const card = [...wish.cards].sort((a, b) => b.totalBytes - a.totalBytes)[0]
  const input: PlanInput = {
    ...model,
    cardBytes: wish.vramBytes ?? card?.totalBytes ?? null,
    ...(wish.batch === undefined ? {} : { batch: wish.batch }),
  }
  const kvType = kvTypesOf(input).includes(wish.kvType) ? wish.kvType : 'f16'
  const trained = input.shape.trainedWindow
  const usual = Math.min(32_768, trained ?? 32_768)
  const fitting = largestWindow(input, kvType, wish.slots) ?? usual
  const window = wish.windowTokens ?? Math.min(usual, fitting)
  if (trained !== null && window > trained) {
    const reason = `--window ${window} is more than the ${trained} tokens that the model was trained for`
    throw new AircoderError('USAGE', { reason })
  }
  const chosen = needOf(input, window, kvType, wish.slots)
  const host = hostCache(chosen, wish.people, wish.hostBytes)
  const view: PlanView = {
    ...input,
    title: model.title,
    card: wish.vramBytes === undefined ? describeCard(wish.cards, card) : 'from --vram',
    kvType,
    slots: wish.slots,
    chosen,
    host,
  }
  return { text: drawPlan(view), json: toJson(view, wish) }
}

type Model = Pick<PlanInput, 'shape' | 'weightsBytes' | 'projectorBytes'> & { title: string }

function fromFile(path: string, projector: string | undefined): Model {
  const { fileBytes, values, tensors } = readGguf(path)
  const shape = readShape({ values, tensors, projector: projector !== undefined })
  if (shape === null)
    throw new AircoderError('GGUF_INVALID', {
      path,
      reason: 'its header does not report the layers',
    })
  const name = values['general.name']
  return {
    title: typeof name === 'string' ? name : basename(path),
    shape,
    weightsBytes: fileBytes,
    projectorBytes: projector === undefined ? 0 : readGguf(projector).fileBytes,
  }
}

async function fromEngine({ model, engineUrl, engineToken }: PlanWish): Promise<Model> {
  if (model === undefined)
    throw new AircoderError('USAGE', {
      reason: 'name a model of the engine, or a file with --gguf',
    })
  const api = openOllamaApi(engineUrl, engineToken)
  try {
    const installed = await askInstalled(api)
    const facts = await askFacts(api, model)
    const entry = installed.find(({ name }) => name === facts?.name)
    if (facts === null || entry === undefined) {
      const models = installed.map(({ name }) => name).join(', ') || 'none'
      throw new AircoderError('USAGE', {
        reason: `${api.url} has no model ${model}; it has ${models}`,
      })
    }
    const { shape } = facts
    if (shape === null)
      throw new AircoderError('ENGINE_REFUSED', {
        what: `to report the shape of ${model}`,
        reason: 'its /api/show has no layers; pass the file with --gguf',
      })
    const projectorBytes = facts.files.slice(1).reduce((sum, file) => sum + sizeOf(file), 0)
    return {
      title: facts.name,
      shape,
      weightsBytes: entry.sizeBytes - projectorBytes,
      projectorBytes,
    }
  } finally {
    await api.close()
  }
}

/** 0 when the engine's files cannot be read: the projector then counts as weights. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

function describeCard(cards: readonly Card[], card: Card | undefined): string {
  if (card === undefined) return ''
  return cards.length > 1 ? `${card.name}, the largest of ${cards.length}` : card.name
}

function toJson(view: PlanView, { cards }: PlanWish): Record<string, unknown> {
  const { shape } = view
  return {
    model: {
      name: view.title,
      architecture: shape.architecture,
      layers: shape.layers,
      trained_window: shape.trainedWindow,
      vision: shape.vision,
      weights_bytes: view.weightsBytes,
      projector_bytes: view.projectorBytes,
      kv_bytes_per_token: Object.fromEntries(
        (Object.keys(KV_TYPES) as KvType[]).map((type) => [type, bytesPerToken(shape, type)]),
      ),
      sliding_window: shape.slidingTokens,
      notes: shape.notes,
    },
    card: { bytes: view.cardBytes, name: view.card || null, cards },
    plans: allNeeds(view).map(needRow),
    chosen: needRow(view.chosen),
    host_cache: {
      people: view.host.people,
      needed_bytes: view.host.neededBytes,
      default_bytes: view.host.defaultBytes,
      host_bytes: view.host.hostBytes,
      llama_arg_cache_ram_mib: view.host.setMib,
      fits: view.host.fits,
    },
  }
}

function needRow(need: PlanView['chosen']): Record<string, unknown> {
  return {
    window: need.windowTokens,
    kv_type: need.kvType,
    slots: need.slots,
    kv_bytes: need.kvBytes,
    overhead_bytes: need.overheadBytes,
    total_bytes: need.totalBytes,
    fits: need.fits,
  }
}
