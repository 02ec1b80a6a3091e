import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AircoderError } from '#core'

/** A person who may use the box. Only the SHA-256 of the token is kept, in hex. */
const TokenEntrySchema = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/, 'a name has letters, digits and . _ @ - only'),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, '64 lower-case hexadecimal digits'),
})

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|[0-9a-f:]*:[0-9a-f:.]*)$/i
const ms = () => z.number().int().min(10)

/**
 * Every setting of the proxy, one schema for file, environment and flags.
 * Times in milliseconds. Defaults of the timers and bounds: design page proxy.md 6.4 and 6.11.
 */
export const ProxySettingsSchema = z.strictObject({
  /** One address or several. All addresses only where `0.0.0.0` or `::` is written out. */
  host: z
    .union([z.string().regex(HOST), z.array(z.string().regex(HOST)).min(1)])
    .default('127.0.0.1'),
  /** 0 takes a free port. */
  port: z.number().int().min(0).max(65_535).default(8_765),
  engine: z.string().min(1).default('ollama'),
  /** Without /v1; absent: the engine's own default. */
  engineUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Bearer token that the engine itself asks for, e.g. another aircoder-proxy. */
  engineToken: z.string().min(1).optional(),
  /** Model ids that may be used, `*` matches any text. Absent: whatever the engine lists. */
  models: z.array(z.string().min(1)).min(1).optional(),
  /** A recording for the scripted engine. */
  script: z.string().min(1).optional(),
  tokens: z.array(TokenEntrySchema).default([]),
  /** Serve without tokens, on loopback only. */
  insecureLoopback: z.boolean().default(false),
  /** Requests that the engine works on at once; absent: the engine's own default. */
  slots: z.number().int().min(1).optional(),
  /** Of these, how many one person may hold while others wait; absent: half, rounded up. */
  userSlots: z.number().int().min(1).optional(),
  queueRequests: z.number().int().min(1).default(256),
  queueBytes: z
    .number()
    .int()
    .min(1)
    .default(256 * 1_048_576),
  /** Waiting requests of one person. */
  userQueued: z.number().int().min(1).default(16),
  queueMs: ms().default(10 * 60_000),
  /** Silence allowed before the first token: model loaded, and model still to be loaded. */
  firstTokenMs: ms().default(5 * 60_000),
  coldTokenMs: ms().default(15 * 60_000),
  /** Silence allowed between bytes of the engine once they flow. */
  idleMs: ms().default(120_000),
  /** How long a reader may leave its buffer full before it loses the slot. */
  slowReaderMs: ms().default(60_000),
  /** Waiting in the queue beyond this opens the stream, so that comments can be sent. */
  openMs: ms().default(1_000),
  /** Pause between two comments. */
  heartbeatMs: ms().default(5_000),
  /** How long running streams may go on after SIGTERM. */
  drainMs: z.number().int().min(0).default(30_000),
  /** Largest request body; base64 images need room. */
  bodyBytes: z
    .number()
    .int()
    .min(1_024)
    .default(20 * 1_048_576),
  /** How long Ollama keeps a model after a request, in its own notation. */
  keepAlive: z.string().min(1).default('30m'),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
})
export type ProxySettings = z.output<typeof ProxySettingsSchema>
export type ProxySettingName = keyof ProxySettings

export interface ProxyLayer {
  /** Named in errors: a path, `environment` or `flags`. */
  source: string
  values: unknown
}

/**
 * Merges layers, later wins, and checks the whole.
 * @returns  frozen settings
 * @throws   AircoderError SETTINGS_INVALID naming the source and the path of every fault
 */
export function resolveProxySettings(layers: ProxyLayer[]): Readonly<ProxySettings> {
  const partial = ProxySettingsSchema.partial()
  const merged: Record<string, unknown> = {}
  for (const { source, values } of layers) {
    const parsed = partial.safeParse(values)
    if (!parsed.success)
      throw new AircoderError('SETTINGS_INVALID', { source, reason: faults(parsed.error) })
    // Only what the layer itself says: a default must not cover a lower layer.
    for (const [name, value] of Object.entries(values as Record<string, unknown>))
      if (value !== undefined) merged[name] = value
  }
  return Object.freeze(ProxySettingsSchema.parse(merged))
}

function faults(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      if (issue.code === 'unrecognized_keys')
        return `${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}: unknown`
      return `${issue.path.join('.') || 'top level'}: ${issue.message}`
    })
    .join('; ')
}

const PREFIX = 'AIRCODER_PROXY_'
/** Variables of this prefix that are no settings: where the file is. */
const OTHERS = new Set(['CONFIG'])

/**
 * Reads `AIRCODER_PROXY_*` into a layer: lists are separated by commas, tokens are `name:token`
 * and leave here as digests.
 * @returns  the layer, and the variables of the prefix that no setting knows
 */
export function proxyLayerFromEnvironment(env: Record<string, string | undefined>): {
  values: Record<string, unknown>
  unknown: string[]
} {
  const values: Record<string, unknown> = {}
  const unknown: string[] = []
  const names = new Map(
    Object.keys(ProxySettingsSchema.shape).map((name) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      name as ProxySettingName,
    ]),
  )
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith(PREFIX) || text === undefined || text === '') continue
    const short = variable.slice(PREFIX.length)
    const name = names.get(short)
    if (name !== undefined) values[name] = readSetting(name, text)
    else if (!OTHERS.has(short)) unknown.push(variable)
  }
  return { values, unknown }
}

/** Turns the text of a variable or flag into the value that the schema checks. */
export function readSetting(name: ProxySettingName, text: string): unknown {
  if (name === 'tokens') return splitList(text).map(readToken)
  if (name === 'host') return text.includes(',') ? splitList(text) : text
  const kind = kindOf(ProxySettingsSchema.shape[name])
  if (kind === 'array') return splitList(text)
  // Left as text where it is no number, so that the schema names the fault.
  if (kind === 'number') return /^\d+$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return BOOLEANS[text.toLowerCase()] ?? text
  return text
}

const BOOLEANS: Record<string, boolean> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '0': false,
  false: false,
  no: false,
  off: false,
}

function kindOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return kindOf(schema.unwrap() as z.ZodType)
  return schema.def.type
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function readToken(entry: string): unknown {
  const colon = entry.indexOf(':')
  const token = entry.slice(colon + 1).trim()
  if (colon < 1 || token === '') return { name: entry.slice(0, Math.max(colon, 0)) }
  return { name: entry.slice(0, colon), sha256: digestOf(token).toString('hex') }
}

/** SHA-256 of a bearer token, 32 bytes. */
export function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
