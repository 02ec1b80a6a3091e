import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { AircoderError } from '#core'
import { readGguf } from '../engine_facts/gguf.js'
import { type ModelShape, readShape } from '../engine_facts/model_shape.js'
import type { OllamaApi } from '../engine_facts/ollama_api.js'
import {
  askFacts,
  askInstalled,
  describeAnswer,
  type ModelFacts,
} from '../engine_facts/ollama_facts.js'
import type { Modelfile } from './modelfile.js'

/** Creating from an installed model takes a moment; a GGUF file is copied and checked. */
export const CREATE_MS = 30 * 60_000

/** What a model is baked from. */
export interface Base {
  /** null: a file, which has no name in the engine. */
  name: string | null
  /** A GGUF file to upload to the engine first. */
  file: string | null
  /** The blob of the weights as the engine names it, or its digest. */
  weights: string
  /** null: the engine does not report it. */
  shape: ModelShape | null
  weightsBytes: number
}

export interface BaseWish {
  modelfile: Modelfile
  /** Path of the Modelfile; a relative path in FROM is resolved against its folder. */
  path: string
}

/**
 * Finds what FROM means: a file beside the Modelfile, or a model of the engine.
 * @returns null where the engine has no such model
 * @throws  AircoderError GGUF_INVALID, ENGINE_UNREACHABLE
 */
export async function findBase(
  api: OllamaApi,
  { modelfile, path }: BaseWish,
): Promise<Base | null> {
  const { from } = modelfile
  const file = resolve(dirname(path), from)
  if (/\.gguf$/i.test(from) && existsSync(file)) {
    const { fileBytes, values, tensors } = readGguf(file)
    const shape = readShape({ values, tensors, projector: false })
    return { name: null, file, weights: await digestOfFile(file), shape, weightsBytes: fileBytes }
  }
  const facts = await askFacts(api, from)
  if (facts === null) return null
  const entry = (await askInstalled(api)).find(({ name }) => name === facts.name)
  const weights = facts.files[0] ?? ''
  return {
    name: facts.name,
    file: null,
    weights,
    shape: facts.shape,
    weightsBytes: entry?.sizeBytes ?? 0,
  }
}

/** Whether a model has these weights. Ollama names its blobs after their digests. */
export function isSameFile({ files: [file] }: ModelFacts, weights: string): boolean {
  if (file === undefined || weights === '') return false
  return file === weights || file.endsWith(weights.replace(':', '-'))
}

async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return `sha256:${hash.digest('hex')}`
}

/**
 * Uploads a file to the engine, unless the engine has a file with this digest.
 * @throws AircoderError ENGINE_REFUSED, ENGINE_UNREACHABLE
 */
export async function uploadFile(api: OllamaApi, file: string, digest: string): Promise<void> {
  const known = await api.ask('HEAD', `/api/blobs/${digest}`)
  if (known.status === 200) return
  const answer = await api.upload(`/api/blobs/${digest}`, file, CREATE_MS)
  if (answer.status !== 201 && answer.status !== 200)
    throw new AircoderError('ENGINE_REFUSED', {
      what: `the file ${file}`,
      reason: describeAnswer(answer),
    })
}
