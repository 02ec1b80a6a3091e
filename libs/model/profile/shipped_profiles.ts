import { LIMITS } from '#core'
import { placeIn, readModelName } from './model_name.js'
import type { Profile, ProfileLayer } from './profile.js'

/** Values for models of a size. */
interface SizeClass extends Omit<Profile, 'toolForm' | 'dialect' | 'editFormat' | 'topP'> {
  /** In billions of parameters. */
  below: number
}

/**
 * Default values by size: docs/models.md, thinking by row 60, retries by row 48. A model of 100 billion
 * parameters or more runs on a large server and needs none of the limits of small models.
 */
const SIZES: readonly SizeClass[] = [
  {
    below: 2.5,
    windowTokens: 4_096,
    maxOutputTokens: 1_024,
    thinkingBudget: 512,
    retries: 3,
    temperature: 0.2,
    parallelCalls: false,
  },
  {
    below: 5.5,
    windowTokens: 8_192,
    maxOutputTokens: 2_048,
    thinkingBudget: 1_024,
    retries: 2,
    temperature: 0.3,
    parallelCalls: false,
  },
  {
    below: 100,
    windowTokens: 32_768,
    maxOutputTokens: 4_096,
    thinkingBudget: 2_048,
    retries: 1,
    temperature: 0.3,
    parallelCalls: true,
  },
  {
    below: Number.POSITIVE_INFINITY,
    windowTokens: 128_000,
    maxOutputTokens: 8_192,
    thinkingBudget: 10_000,
    retries: 0,
    temperature: 0.7,
    parallelCalls: true,
  },
]

/** For families without a dialect of their own and for unknown models. */
const COMMON_DIALECT = 'hermes'
const TOP_P = 0.95

interface Row extends ProfileLayer {
  /** In billions, for families whose names usually do not include the size. */
  billions?: number
  /** Tokens of its tokenizer divided by our estimate (test/fixtures/tokens). */
  tokens?: number
}

/** For templates without tools: the prompt describes them. */
const TEXT = { toolForm: 'text' } as const

/**
 * Families and single models by the start of their plain names. The longest match wins: an exact name
 * before a prefix, a prefix before a family inside the name. Windows, limits and temperatures are from
 * docs/models.md; other temperatures are the recommendations on the model cards.
 */
const ROWS: Record<string, Row> = {
  qwen: { tokens: 0.99, dialect: 'hermes' },
  'qwen2.5': { dialect: 'hermes' },
  qwen3: { dialect: 'hermes' },
  'qwen3-coder': { dialect: 'qwen3_coder', billions: 30 },
  'qwen3.5': { dialect: 'qwen3_coder', billions: 9 },
  'qwen3.6': { dialect: 'qwen3_coder', billions: 27 },
  'qwen3.6-35b-a3b': { dialect: 'qwen3_coder', windowTokens: 16_384 },
  qwq: { tokens: 0.99, dialect: 'hermes', billions: 32, temperature: 0.6 },
  llama: { tokens: 0.97, dialect: 'llama3', billions: 8 },
  llama2: { tokens: 1.18, ...TEXT, dialect: COMMON_DIALECT, billions: 7 },
  llama3: { tokens: 0.97, ...TEXT, dialect: COMMON_DIALECT, billions: 8 },
  'llama3.1': { dialect: 'llama3', billions: 8, parallelCalls: false },
  'llama3.2': { dialect: 'llama3', billions: 3 },
  'llama3.3': { dialect: 'llama3', billions: 70, parallelCalls: false },
  llama4: { dialect: 'pythonic', billions: 109 },
  codellama: { tokens: 1.18, ...TEXT, dialect: COMMON_DIALECT, billions: 7 },
  mistral: { tokens: 1.18, dialect: 'mistral', billions: 7 },
  'mistral-nemo': { tokens: 1.03, dialect: 'mistral', billions: 12 },
  'mistral-small': { tokens: 1.03, dialect: 'mistral', billions: 24, temperature: 0.15 },
  ministral: { tokens: 1.03, dialect: 'mistral', billions: 8 },
  mixtral: { tokens: 1.18, dialect: 'mistral', billions: 46.7 },
  magistral: { tokens: 1.03, dialect: 'mistral', billions: 24, temperature: 0.7 },
  codestral: { tokens: 1.18, dialect: 'mistral', billions: 22 },
  devstral: { tokens: 1.03, dialect: 'mistral', billions: 24, temperature: 0.15 },
  deepseek: { tokens: 1.02, dialect: 'deepseek', billions: 671 },
  'deepseek-r1': { dialect: 'deepseek', billions: 671, temperature: 0.6 },
  'deepseek-r1-distill': { tokens: 0.99, ...TEXT, dialect: COMMON_DIALECT, temperature: 0.6 },
  'deepseek-v3': { dialect: 'deepseek', billions: 671 },
  'deepseek-v3.2': { dialect: 'dsml', billions: 671 },
  'deepseek-coder': { ...TEXT, dialect: COMMON_DIALECT, billions: 16 },
  glm: { dialect: 'glm', billions: 32 },
  glm4: { dialect: 'glm', billions: 9 },
  'glm4.5': { dialect: 'glm', billions: 355, temperature: 0.6 },
  'glm4.5-air': { dialect: 'glm', billions: 106, temperature: 0.6 },
  'glm4.6': { dialect: 'glm', billions: 355, temperature: 1 },
  'glm4.7-flash': { dialect: 'glm', billions: 30, temperature: 0.7 },
  kimi: { dialect: 'kimi', billions: 1_000, temperature: 0.6 },
  'gpt-oss': { dialect: 'harmony', billions: 20, temperature: 1, topP: 1, parallelCalls: false },
  gemma: { tokens: 1.06, ...TEXT, dialect: COMMON_DIALECT, billions: 7 },
  gemma3: { ...TEXT, dialect: COMMON_DIALECT, billions: 4 },
  gemma3n: { ...TEXT, dialect: COMMON_DIALECT, billions: 4 },
  'gemma3-12b': { ...TEXT, dialect: COMMON_DIALECT, temperature: 0.4 },
  'gemma3-27b': { ...TEXT, dialect: COMMON_DIALECT, temperature: 0.4 },
  functiongemma: { tokens: 1.06, dialect: 'gemma', billions: 0.27 },
  gemma4: { dialect: 'gemma', billions: 8 },
  'gemma4-e2b': { ...TEXT, dialect: COMMON_DIALECT },
  'gemma4-e4b': {
    ...TEXT,
    dialect: COMMON_DIALECT,
    windowTokens: 32_768,
    maxOutputTokens: 4_096,
    thinkingBudget: 2_048,
    retries: 1,
  },
  phi: { ...TEXT, dialect: COMMON_DIALECT, billions: 14 },
  'phi4-mini': { dialect: 'phi', billions: 3.8, windowTokens: 16_384 },
  granite: { dialect: 'granite', billions: 8 },
  'granite4.0-h-tiny': { dialect: 'granite', billions: 7 },
  'granite4.0-micro': { dialect: 'granite', billions: 3 },
  'command-r': { dialect: 'command_r', billions: 35, topP: 0.75 },
  command: { dialect: 'command_r', billions: 111, temperature: 0.3, topP: 0.75 },
  lfm2: { dialect: 'lfm2', billions: 1.2 },
  smollm: { tokens: 1.15, ...TEXT, dialect: COMMON_DIALECT, billions: 1.7, topP: 0.9 },
  smollm3: { tokens: 0.97, dialect: 'hermes', billions: 3, temperature: 0.6 },
  hermes: { dialect: 'hermes', billions: 8 },
}

/** The shipped profile of a model, and its row in the table. */
export interface ShippedProfile {
  /** The row's name; null when no row matches. */
  row: string | null
  /** How the row was found. */
  match: 'exact' | 'prefix' | 'family' | 'default'
  profile: Profile
}

/** The shipped profile for a model's id. Never throws: an unknown model gets a cautious profile. */
export function shippedProfile(id: string): ShippedProfile {
  const { plain, billions } = readModelName(id)
  const found = bestRow(plain)
  const {
    billions: usual,
    tokens: _tokens,
    ...row
  } = found === null ? {} : (ROWS[found.name] ?? {})
  const { below: _, ...sized } = sizeClass(billions ?? usual)
  return {
    row: found?.name ?? null,
    match: found?.match ?? 'default',
    profile: {
      ...sized,
      topP: TOP_P,
      toolForm: 'native',
      dialect: COMMON_DIALECT,
      editFormat: 'json',
      ...row,
    } as Profile,
  }
}

/**
 * Tokens that the tokenizer of a model's family needs for one estimated token; 1 for an unknown family. It corrects
 * the first prompt, before the server has counted one.
 */
export function familyTokenFactor(id: string): number {
  const rows = Object.fromEntries(Object.entries(ROWS).filter(([, { tokens }]) => tokens))
  const found = bestRow(readModelName(id).plain, rows)
  return found === null ? 1 : (rows[found.name]?.tokens ?? 1)
}

function bestRow(
  plain: string,
  rows: Record<string, Row> = ROWS,
): { name: string; match: Exclude<ShippedProfile['match'], 'default'> } | null {
  if (Object.hasOwn(rows, plain)) return { name: plain, match: 'exact' }
  const places = Object.keys(rows).map((name) => ({ name, at: placeIn(plain, name) }))
  const longest = (fits: (at: number) => boolean) =>
    places.filter(({ at }) => fits(at)).sort((a, b) => b.name.length - a.name.length)[0]?.name
  const prefix = longest((at) => at === 0)
  if (prefix !== undefined) return { name: prefix, match: 'prefix' }
  const family = longest((at) => at > 0)
  return family === undefined ? null : { name: family, match: 'family' }
}

/** For an unknown size: the values of a small model with the window of rows 71 and 107. */
function sizeClass(billions: number | undefined): SizeClass {
  const [first] = SIZES
  const known = SIZES.find(({ below }) => (billions ?? 4) < below) ?? (first as SizeClass)
  return billions === undefined
    ? {
        ...known,
        windowTokens: LIMITS.defaultWindowTokens,
        maxOutputTokens: LIMITS.maxOutputTokens,
      }
    : known
}
