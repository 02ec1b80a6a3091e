import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { replaceFile, type Settings } from '#core'
import { type Measured, MeasuredSchema } from '#model'
import { dataFolder } from './ledger_path.js'

const ModelFileSchema = z.object({
  version: z.literal(1),
  model: z.string(),
  baseUrl: z.string(),
  /** Of the model's state that the rest is about. */
  mark: z.string(),
  /** Tokens counted by the server to tokens of our estimate, as the last session had learned it. */
  tokenFactor: z.number().min(0.3).max(3).nullable(),
  measured: MeasuredSchema.nullable(),
})

/** What is kept of a model at an endpoint between sessions. */
export type ModelFile = z.infer<typeof ModelFileSchema>

/** Which model, where; `mark` is another when the model is another. */
export interface ModelPlace {
  model: string
  baseUrl: string
  mark: string
}

/** `<data>/models/<hash of endpoint and name>.json`. */
export function modelFilePath(
  settings: Pick<Settings, 'dataDir'>,
  { baseUrl, model }: Omit<ModelPlace, 'mark'>,
): string {
  const hash = createHash('sha256').update(`${baseUrl}\n${model}`).digest('hex').slice(0, 16)
  return join(dataFolder(settings), 'models', `${hash}.json`)
}

/** What is known; null: nothing, or nothing that can be read, which is then measured again. */
export function readModelFile(path: string): ModelFile | null {
  try {
    const read = ModelFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : null
  } catch {
    // Missing, unreadable or no JSON: all the same, since everything in it can be had again.
    return null
  }
}

/** Puts the file in place whole, for its owner only. @throws the system's error */
function writeModelFile(path: string, file: ModelFile): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  replaceFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
}

/** Keeps a new measurement. What was learned of another state of the model goes with it. */
export function keepMeasured(path: string, place: ModelPlace, measured: Measured): void {
  const before = readModelFile(path)
  const learned = before?.mark === place.mark ? before.tokenFactor : null
  const tokenFactor = learned ?? boundedFactor(measured.tokenFactor)
  writeModelFile(path, { version: 1, ...place, tokenFactor, measured })
}

/** Keeps what a session learned of the model's tokens, where it has moved by 2 % or more. */
export function keepFactor(path: string, place: ModelPlace, tokenFactor: number): void {
  const before = readModelFile(path)
  const same = before?.mark === place.mark ? before : null
  // A measurement of another state stays, so that the person is told of it until it is made anew.
  if (same === null && before?.measured) return
  if (Math.abs(tokenFactor - (same?.tokenFactor ?? 1)) < 0.02) return
  const measured = same?.measured ?? null
  writeModelFile(path, { version: 1, ...place, tokenFactor: boundedFactor(tokenFactor), measured })
}

function boundedFactor(factor: number | null): number | null {
  return factor === null ? null : Math.min(3, Math.max(0.3, factor))
}
