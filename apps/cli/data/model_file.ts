import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { LIMITS, makeFolders, replaceFile, type Settings } from '#core'
import { familyTokenFactor, type Measured, MeasuredSchema } from '#model'
import { dataFolder } from './ledger_path.js'

const ModelFileSchema = z.object({
  version: z.literal(1),
  model: z.string(),
  baseUrl: z.string(),
  /** Identifies the state of the model that was measured. */
  mark: z.string(),
  /** Tokens counted by the server divided by our estimate, as learned by the last session. */
  tokenFactor: z
    .number()
    .min(LIMITS.tokenFactorLeast)
    .max(LIMITS.tokenFactorMost)
    .nullable()
    .catch(null),
  /** How and when the ratio was found; absent in files of older versions. */
  factorFrom: z.object({ by: z.enum(['answers', 'probe']), atMs: z.number() }).optional(),
  measured: MeasuredSchema.nullable(),
})

/** What is stored about a model at an endpoint between sessions. */
export type ModelFile = z.infer<typeof ModelFileSchema>

/** A model at an endpoint; `mark` changes when the model changes. */
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

/** What is known of the model; null when the file is missing or invalid. */
export function readModelFile(path: string): ModelFile | null {
  try {
    const read = ModelFileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : null
  } catch {
    // Missing, unreadable or invalid JSON: everything in it can be measured again.
    return null
  }
}

/** Writes a temporary file and renames it, mode 0600. @throws the system's error */
function writeModelFile(path: string, file: ModelFile): void {
  makeFolders(dirname(path))
  replaceFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
}

/** Stores a new measurement. It replaces the ratio that answers taught; one of another state of the model is dropped. */
export function keepMeasured(path: string, place: ModelPlace, measured: Measured): void {
  const before = readModelFile(path)
  const learned = before?.mark === place.mark ? before.tokenFactor : null
  const probed = boundedFactor(measured.tokenFactor)
  const from = { by: 'probe' as const, atMs: measured.atMs }
  const factorFrom = probed === null ? before?.factorFrom : from
  writeModelFile(path, {
    version: 1,
    ...place,
    tokenFactor: probed ?? learned,
    factorFrom,
    measured,
  })
}

/** A ratio that still holds is stored again after this time, so that it does not fade. */
const AGAIN_MS = 86_400_000

/** Stores the token factor that a session learned, when it changed by 2 % or more, or was stored long ago. */
export function keepFactor(
  path: string,
  place: ModelPlace,
  { tokenFactor, atMs }: { tokenFactor: number; atMs: number },
): void {
  const before = readModelFile(path)
  const same = before?.mark === place.mark ? before : null
  // A measurement of another state stays, so that the change is reported until it is measured again.
  if (same === null && before?.measured) return
  const known = same?.tokenFactor ?? null
  const isKnown = Math.abs(tokenFactor - (known ?? familyTokenFactor(place.model))) < 0.02
  const ageMs = known === null ? 0 : atMs - (same?.factorFrom?.atMs ?? 0)
  if (isKnown && ageMs < AGAIN_MS) return
  const measured = same?.measured ?? null
  writeModelFile(path, {
    version: 1,
    ...place,
    tokenFactor: boundedFactor(tokenFactor),
    factorFrom: { by: 'answers', atMs },
    measured,
  })
}

function boundedFactor(factor: number | null): number | null {
  if (factor === null) return null
  return Math.min(LIMITS.tokenFactorMost, Math.max(LIMITS.tokenFactorLeast, factor))
}

/**
 * The ratio to begin a session with: the learned one, which fades towards that of the model's family, because a server,
 * its template and its tokenizer change.
 * @param family  ratio of the family, before anything was learned
 */
export function agedFactor(
  file: Pick<ModelFile, 'tokenFactor' | 'factorFrom'> | null,
  { family, nowMs }: { family: number; nowMs: number },
): number {
  if (file === null || file.tokenFactor === null) return family
  const { tokenFactorHalfLifeMs } = LIMITS
  const ageMs = file.factorFrom === undefined ? tokenFactorHalfLifeMs : nowMs - file.factorFrom.atMs
  const weight = 0.5 ** (Math.max(0, ageMs) / tokenFactorHalfLifeMs)
  return family + (file.tokenFactor - family) * weight
}
