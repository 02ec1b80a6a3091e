import { z } from 'zod'
import { AircoderError } from '../errors/errors.js'
import { CONSTRAINED_MODES, type ConstrainedMode, MODES, type Mode } from '../types/types.js'
import { EDIT_SHAPE, type EditSettings, resolveEdits } from './edits.js'
import { LIMITS } from './limits.js'
import { AID_SHAPE, type AidSettings, aidFromText, resolveAids } from './second_models.js'

/** Whether commands are shut in. */
const SANDBOX_MODES = ['auto', 'on', 'off'] as const
type SandboxMode = (typeof SANDBOX_MODES)[number]

/** One schema for every layer. Names are the flags' own, in camel case. */
export const SettingsSchema = z.strictObject({
  /** Endpoint, with /v1 where the server has it. */
  baseUrl: z.url().optional(),
  /** Bearer token for the endpoint. Bound to `baseUrl` of the same layer or below; where there is none, to the first above. */
  token: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  permissionMode: z.enum(MODES).optional(),
  /** `tool` or `tool:glob`: calls that need no question. */
  allow: z.array(z.string().min(1)).optional(),
  /** Globs that no tool may touch, in every mode. Layers add up. */
  deny: z.array(z.string().min(1)).optional(),
  /** Beginnings of commands that need no question, beside the built-in ones. */
  safeCommands: z.array(z.string().min(1)).optional(),
  maxSteps: z.number().int().min(1).optional(),
  /** Window in tokens, where the endpoint does not tell. */
  window: z.number().int().min(2_048).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  /** Most output tokens of one reply. */
  maxOutput: z.number().int().min(256).optional(),
  /** Whether tools go in the request or are taught in the prompt's text. */
  toolForm: z.enum(['native', 'text']).optional(),
  /** Tokens of thinking before it is ended; 0 asks for none at all. Beats what a model's profile says. */
  thinkingBudget: z.number().int().min(0).optional(),
  /** When answers are held to a JSON schema: `retry` (usual) after a reply that could not be read. */
  constrained: z.enum(CONSTRAINED_MODES).optional(),
  /** Whether a model that has changed since it was measured is measured again at the start (usual), or not. */
  remeasure: z.enum(['changed', 'never']).optional(),
  /** Whether commands are shut in: `auto` where bubblewrap works, `on` or not at all, `off`. */
  sandbox: z.enum(SANDBOX_MODES).optional(),
  /** Commands in the sandbox may use the network. */
  sandboxNetwork: z.boolean().optional(),
  /** The project's test command, where discovery is wrong. */
  testCommand: z.string().min(1).optional(),
  /** Hosts (`host` or `host:port`) that web tools may reach although they lie in a private network. */
  webAllowPrivate: z.array(z.string().min(1)).optional(),
  /** Base address of a SearXNG server, for web_search. */
  searchUrl: z.url().optional(),
  /** Folder of ledgers; `projects/<hash>/ledger.sqlite` below it. */
  dataDir: z.string().min(1).optional(),
  ...AID_SHAPE,
  ...EDIT_SHAPE,
})
export type SettingsLayer = z.infer<typeof SettingsSchema>

/** What the rest of the product receives: frozen, complete, read once. */
export interface Settings extends AidSettings, EditSettings {
  readonly baseUrl: string | undefined
  readonly token: string | undefined
  readonly model: string | undefined
  readonly permissionMode: Mode
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  readonly safeCommands: readonly string[]
  readonly maxSteps: number
  readonly window: number | undefined
  readonly temperature: number | undefined
  readonly topP: number | undefined
  readonly maxOutput: number | undefined
  readonly toolForm: 'native' | 'text' | undefined
  readonly thinkingBudget: number | undefined
  readonly constrained: ConstrainedMode
  readonly remeasure: 'changed' | 'never'
  readonly sandbox: SandboxMode
  readonly sandboxNetwork: boolean
  readonly testCommand: string | undefined
  readonly webAllowPrivate: readonly string[]
  readonly searchUrl: string | null
  readonly dataDir: string | undefined
}

/** Never touched by a tool, whatever the settings say (features.md row 191). */
const BUILTIN_DENY = [
  '.env',
  '.env.*',
  '*.pem',
  '**/.git/**',
  'id_rsa',
  'id_ed25519',
  '.netrc',
  '~/.ssh/**',
  '~/.aws/**',
  '~/.gnupg/**',
  '~/.npmrc',
  // Our own tokens, settings and ledgers: what a command could read there, it could send away.
  '~/.config/aircoder/**',
  '~/.local/share/aircoder/**',
  '~/.git-credentials',
] as const

/** Strictest first: an untrusted project may only move to the left. */
const STRICTNESS: Mode[] = ['plan', 'default', 'acceptEdits', 'yolo']

export interface LayerSource {
  /** Named in errors: a path, `environment` or `flags`. */
  source: string
  values: unknown
  /** false: may only add deny globs, lower maxSteps, or choose a stricter mode. */
  trusted: boolean
}

/**
 * Merges layers, later wins, lists of deny and allow add up; an untrusted layer may only tighten.
 * @throws AircoderError SETTINGS_INVALID naming source and entry
 */
export function resolveSettings(layers: LayerSource[]): Settings {
  let merged: SettingsLayer = { deny: [...BUILTIN_DENY] }
  for (const layer of layers) {
    const values = parseLayer(layer)
    merged = layer.trusted ? merge(merged, values) : tighten(merged, values)
  }
  return Object.freeze({
    baseUrl: merged.baseUrl,
    token: merged.token,
    model: merged.model,
    permissionMode: merged.permissionMode ?? 'default',
    allow: Object.freeze(merged.allow ?? []),
    deny: Object.freeze(merged.deny ?? []),
    safeCommands: Object.freeze(merged.safeCommands ?? []),
    maxSteps: merged.maxSteps ?? LIMITS.maxSteps,
    window: merged.window,
    temperature: merged.temperature,
    topP: merged.topP,
    maxOutput: merged.maxOutput,
    toolForm: merged.toolForm,
    thinkingBudget: merged.thinkingBudget,
    constrained: merged.constrained ?? 'retry',
    remeasure: merged.remeasure ?? 'changed',
    sandbox: merged.sandbox ?? 'auto',
    sandboxNetwork: merged.sandboxNetwork ?? false,
    testCommand: merged.testCommand,
    webAllowPrivate: Object.freeze(merged.webAllowPrivate ?? []),
    searchUrl: merged.searchUrl ?? null,
    dataDir: merged.dataDir,
    ...resolveAids(merged),
    ...resolveEdits(merged),
  })
}

function parseLayer(layer: LayerSource): SettingsLayer {
  const parsed = SettingsSchema.safeParse(layer.values)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const at = issue?.path.join('.') || 'top level'
  const reason =
    issue?.code === 'unrecognized_keys'
      ? `unknown key ${issue.keys.map((key) => `"${key}"`).join(', ')}; known are ${Object.keys(SettingsSchema.shape).join(', ')}`
      : `${at}: ${issue?.message ?? 'invalid'}`
  throw new AircoderError('SETTINGS_INVALID', { source: layer.source, reason })
}

function merge(below: SettingsLayer, above: SettingsLayer): SettingsLayer {
  const defined = Object.fromEntries(
    Object.entries(above).filter(([, value]) => value !== undefined),
  )
  // A token belongs to the endpoint it was set for: a new endpoint without a token does not inherit it.
  // One that no endpoint was named for yet (AIRCODER_TOKEN beside --base-url) belongs to the first.
  const moved =
    above.baseUrl !== undefined &&
    above.token === undefined &&
    below.baseUrl !== undefined &&
    originOf(above.baseUrl) !== originOf(below.baseUrl)
  return {
    ...below,
    ...(moved ? { token: undefined } : {}),
    ...defined,
    allow: [...(below.allow ?? []), ...(above.allow ?? [])],
    deny: [...new Set([...(below.deny ?? []), ...(above.deny ?? [])])],
  }
}

function tighten(below: SettingsLayer, project: SettingsLayer): SettingsLayer {
  const mode = below.permissionMode ?? 'default'
  const wanted = project.permissionMode ?? mode
  return {
    ...below,
    permissionMode:
      STRICTNESS.indexOf(wanted) < STRICTNESS.indexOf(mode) ? wanted : below.permissionMode,
    sandbox: project.sandbox === 'on' ? 'on' : below.sandbox,
    sandboxNetwork: project.sandboxNetwork === false ? false : below.sandboxNetwork,
    maxSteps: Math.min(below.maxSteps ?? LIMITS.maxSteps, project.maxSteps ?? LIMITS.maxSteps),
    deny: [...new Set([...(below.deny ?? []), ...(project.deny ?? [])])],
  }
}

function originOf(url: string): string {
  return new URL(url).origin
}

/** Reads `AIRCODER_*` into a layer; lists are separated by commas. */
export function layerFromEnvironment(
  env: Record<string, string | undefined>,
): Record<string, unknown> {
  const layer: Record<string, unknown> = {}
  for (const key of Object.keys(SettingsSchema.shape)) {
    const name = `AIRCODER_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
    const value = env[name]
    if (value === undefined || value === '') continue
    layer[key] = convert(key, value)
  }
  return layer
}

const NUMBERS = new Set([
  'maxSteps',
  'window',
  'temperature',
  'topP',
  'maxOutput',
  'thinkingBudget',
])
const LISTS = new Set(['allow', 'deny', 'safeCommands', 'features', 'webAllowPrivate'])
const SWITCHES = new Set(['sandboxNetwork'])
const AIDS = new Set(['escalate', 'escalation', 'tiers'])

function convert(key: string, value: string): unknown {
  if (NUMBERS.has(key)) return Number(value)
  if (SWITCHES.has(key)) return { true: true, '1': true, false: false, '0': false }[value] ?? value
  if (AIDS.has(key)) return aidFromText(key, value)
  if (LISTS.has(key))
    return value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  return value
}
