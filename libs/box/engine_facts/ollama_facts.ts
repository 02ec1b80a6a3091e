import type { z } from 'zod'
import { AircoderError } from '#core'
import {
  DetailedShowSchema,
  fullModelName,
  RunningSchema,
  readParameters,
  TagsSchema,
  VersionSchema,
} from '#relay'
import { type ModelShape, readShape } from './model_shape.js'
import type { OllamaAnswer, OllamaApi } from './ollama_api.js'

export interface InstalledModel {
  name: string
  /** Weights, projector and all. */
  sizeBytes: number
}

export interface LoadedModel {
  name: string
  /** Effective window of a slot. */
  windowTokens: number | null
  sizeBytes: number
  vramBytes: number
}

/** What `/api/show` reports about one model. */
export interface ModelFacts {
  name: string
  /** null: the engine's default applies. */
  bakedWindow: number | null
  /** GGUF files: weights first, then projectors. Two models with the same first file share a runner. */
  files: string[]
  capabilities: string[]
  /** `template` and `system`. */
  texts: Record<string, string>
  /** As `/api/show` prints them: texts in quotes. */
  parameters: Record<string, string[]>
  shape: ModelShape | null
  /** e.g. `qwen3 8.2B Q4_K_M`. */
  kind: string
}

/** @throws AircoderError ENGINE_UNREACHABLE, also when the server is not Ollama */
export async function askVersion(
  api: OllamaApi,
): Promise<{ version: string; dateMs: number | null }> {
  const answer = await api.ask('GET', '/api/version')
  return { version: read(api, VersionSchema, answer).version, dateMs: answer.dateMs }
}

/** Models on this box, without those that run in Ollama's cloud. */
export async function askInstalled(api: OllamaApi): Promise<InstalledModel[]> {
  const { models } = read(api, TagsSchema, await api.ask('GET', '/api/tags'))
  return (models ?? [])
    .filter(({ remote_host: remote }) => !remote)
    .map(({ name, size }) => ({ name, sizeBytes: size ?? 0 }))
}

export async function askLoaded(api: OllamaApi): Promise<LoadedModel[]> {
  const { models } = read(api, RunningSchema, await api.ask('GET', '/api/ps'))
  return (models ?? []).map(({ name, size, size_vram: vram, context_length: window }) => ({
    name,
    windowTokens: window ?? null,
    sizeBytes: size ?? 0,
    vramBytes: vram ?? 0,
  }))
}

/** @returns null where the engine has no such model */
export async function askFacts(api: OllamaApi, model: string): Promise<ModelFacts | null> {
  const name = fullModelName(model)
  const answer = await api.ask('POST', '/api/show', { model: name })
  if (answer.status === 404) return null
  const show = read(api, DetailedShowSchema, answer)
  const parameters = readParameters(show.parameters ?? '')
  const window = Number(parameters.num_ctx?.[0] ?? 0)
  const { family, parameter_size: size, quantization_level: level } = show.details ?? {}
  return {
    name,
    bakedWindow: window > 0 ? window : null,
    files: filesOf(show.modelfile ?? ''),
    capabilities: show.capabilities ?? [],
    texts: { template: show.template ?? '', system: show.system ?? '' },
    parameters,
    shape: readShape({
      values: show.model_info ?? {},
      tensors: (show.tensors ?? []).map(({ name, shape }) => ({ name, shape: shape ?? [] })),
      projector: show.projector_info != null,
    }),
    kind: [family, size, level].filter(Boolean).join(' '),
  }
}

/** Facts of these models, without those removed meanwhile. */
export async function factsOf(api: OllamaApi, names: string[]): Promise<ModelFacts[]> {
  const facts: ModelFacts[] = []
  for (const name of names) {
    const found = await askFacts(api, name)
    if (found !== null) facts.push(found)
  }
  return facts
}

/** The FROM lines at the top: further down a template may hold any text. */
function filesOf(modelfile: string): string[] {
  const files: string[] = []
  for (const line of modelfile.split('\n')) {
    const found = /^FROM\s+(\S.*?)\s*$/.exec(line)?.[1]
    if (found !== undefined) files.push(found)
    else if (!/^(?:#|\s*$|ADAPTER |DRAFT )/.test(line)) break
  }
  return files
}

function read<T>(api: OllamaApi, schema: z.ZodType<T>, { status, body }: OllamaAnswer): T {
  const parsed = schema.safeParse(body)
  if (status === 200 && parsed.success) return parsed.data
  const reason =
    status === 200 ? 'the server at this address is not Ollama' : `it answers with status ${status}`
  throw new AircoderError('ENGINE_UNREACHABLE', { url: api.url, reason })
}

/** Describes an answer that is not a success, for a message. */
export function describeAnswer({ status, body, text }: OllamaAnswer): string {
  const error = (body as { error?: unknown } | null)?.error
  const reason = typeof error === 'string' ? error : text
  return `${reason.trim().slice(0, 300) || 'no reason given'} (status ${status})`
}
