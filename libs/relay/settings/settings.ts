import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { AircoderError, nearestName } from '#core'
import { describeIssues } from './describe_issues.js'
import { ChosenTokenSchema } from './person_terms.js'

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?|[0-9a-f:]*:[0-9a-f:.]*)$/i
/** Numbers that a resolver accepts as an IPv4 address: `0` would mean all addresses of the box. */
const NUMBERS = /^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+))*$/i
/** All addresses, or all of IPv4, in another IPv6 spelling. */
const ALL = /^(?=.*[:])[0:]*(?::ffff:(?:0\.0\.0\.0|0{1,4}:0{1,4})|:0\.0\.0\.0)?$/i
const host = () =>
  z
    .string()
    .regex(HOST, 'it must be an IP address or a host name')
    .refine(
      (text) => isIP(text) !== 0 || !(text.includes(':') || NUMBERS.test(text)),
      'it must be the full address',
    )
    .refine(
      (text) => text === '::' || !ALL.test(text),
      'it must be 0.0.0.0 or :: for all addresses',
    )
const ms = () => z.number().int().min(10)

/**
 * All settings of the proxy: one schema for file, environment and flags.
 * Times in milliseconds. Defaults of the timers and bounds: docs/design/proxy.md#timers and 6.11.
 */
export const ProxySettingsSchema = z.strictObject({
  /** One address or several. For all addresses only the spellings `0.0.0.0` and `::` are valid. */
  host: z.union([host(), z.array(host()).min(1)]).default('127.0.0.1'),
  /** 0: any free port. */
  port: z.number().int().min(0).max(65_535).default(8_765),
  engine: z.string().min(1).default('ollama'),
  /** Address without /v1; for `embedded` a model file or its hub name. Absent: the engine's own default. */
  engineUrl: z
    .union(
      [z.url({ protocol: /^https?$/ }), z.string().regex(/^(?!https?:)(?!file:).+\.gguf$/is)],
      'it must be an http(s) URL; for the embedded engine the path of a .gguf file or hf:owner/repo:file.gguf',
    )
    .optional(),
  /** Bearer token for the engine, e.g. for another aircoder-proxy. */
  engineToken: z.string().min(1).optional(),
  /** Model ids that may be used, `*` matches any text. Absent: all that the engine lists. */
  models: z.array(z.string().min(1)).min(1).optional(),
  /** A recording for the scripted engine. */
  script: z.string().min(1).optional(),
  /** Folder of the package node-llama-cpp; absent: Node's package search. */
  embeddedModule: z.string().min(1).optional(),
  /** Window of one slot of the embedded engine; absent: the trained window, at most 32,768. */
  embeddedWindow: z.number().int().min(256).optional(),
  /** Processor threads of the embedded engine; absent: one less than the machine has. */
  embeddedThreads: z.number().int().min(1).max(256).optional(),
  /** false: the embedded engine does not use a graphics card. */
  embeddedGpu: z.boolean().default(true),
  /** Origin of `hf:` models. */
  hubUrl: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),
  tokens: z.array(ChosenTokenSchema).default([]),
  /** Serve without tokens, on loopback only. */
  insecureLoopback: z.boolean().default(false),
  /** Folder of the token store and the usage records. Absent: neither is stored (the program always sets it). */
  stateDir: z.string().min(1).optional(),
  /** Host names that requests may use, beside the addresses of `host`; `*` matches any text. */
  hosts: z.array(z.string().min(1).max(253)).default([]),
  /**
   * A loopback address with its port, or the path of a Unix socket, for `tailscale serve`: its identity headers
   * name the person. On other addresses these headers are ignored.
   */
  tailscaleListen: z
    .string()
    .regex(
      /^(?:(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]):\d{1,5}|\/.+)$/,
      'it must be HOST:PORT on loopback, or /path',
    )
    // The kernel silently truncates a longer socket path.
    .max(107)
    .optional(),
  /** Logins that are accepted from Tailscale, in lower case; `*` matches any text. */
  tailscaleUsers: z.array(z.string().min(1)).default(['*']),
  /** Require a token on that address, too: for a box where other people have a shell. */
  tailscaleBearer: z.boolean().default(false),
  /**
   * Addresses and networks (`10.0.0.5`, `10.0.0.0/8`) that may read `/metrics` without a token. From other
   * addresses, and through a forwarding proxy, a token is needed, and other people's figures are omitted.
   */
  metricsFrom: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .default(['127.0.0.0/8', '::1']),
  /** Invalid tokens from one address in a minute before it is refused for the rest of the minute. */
  failedAuthPerMinute: z.number().int().min(1).default(60),
  /** Connections from one address at the same time; beyond it an idle one of that address is closed. */
  connectionsPerAddress: z.number().int().min(1).default(1_024),
  /** Connections at the same time; beyond it an idle one of the address that has most is closed. */
  connections: z.number().int().min(1).default(8_192),
  /** Requests that the engine runs at the same time; absent: the engine's own default. */
  slots: z.number().int().min(1).optional(),
  /**
   * Measure at how many parallel requests a model writes most tokens, and run no more of them; not where `slots`
   * is set.
   */
  calibrate: z.boolean().default(true),
  /**
   * Tokens a second that each stream should get: fewer requests run at the same time where they would be slower.
   * 0: no such bound. Used only with `calibrate`.
   */
  slotFloor: z.number().int().min(0).default(0),
  /** Slots that one person may use while others wait; absent: half of them, rounded up. */
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
  /** Silence before the first token: of a loaded model, and of a model that must be loaded first. */
  firstTokenMs: ms().default(5 * 60_000),
  coldTokenMs: ms().default(15 * 60_000),
  /** Silence between bytes of the engine after the first one. */
  idleMs: ms().default(120_000),
  /** How long a client may leave its buffer full before it loses the slot. */
  slowReaderMs: ms().default(60_000),
  /** After this time in the queue the stream is opened, so that comments can be sent. */
  openMs: ms().default(1_000),
  /** Pause between two comments. */
  heartbeatMs: ms().default(5_000),
  /** How long running streams may take to finish after SIGTERM; the systemd unit may set a shorter time. */
  drainMs: z.number().int().min(0).default(30_000),
  /** Largest request body; base64 images are large. */
  bodyBytes: z
    .number()
    .int()
    .min(1_024)
    .default(20 * 1_048_576),
  /** Time for the headers and for a whole request: 20 MiB on a slow line. */
  headersMs: ms().default(10_000),
  bodyMs: ms().default(60_000),
  /** How long a loaded model stays before another may replace it, on an engine that swaps models. */
  residencyMs: z.number().int().min(0).default(30_000),
  /**
   * Percent of its own earlier speed below which a model is unloaded and loaded again while no request runs: 50 is
   * half. 0: never. Only on an engine that can reload a model (Ollama).
   */
  reloadBelow: z.number().int().min(0).max(90).default(0),
  /** How long no request may run or wait before that. */
  reloadIdleMs: ms().default(30_000),
  /**
   * Longest side of an image as the engine gets it; a client doubles or halves it with `detail`. A 16:9 screenshot
   * has about 400 tokens with 768 and 2,700 with 1920 x 1080; code in it is legible with both.
   */
  imageLongSide: z.number().int().min(28).max(4_096).default(768),
  /** Pixels per token and direction of the model's vision encoder. Absent: by the model's name. */
  imageTile: z.number().int().min(1).max(1_120).optional(),
  /** Number of newest images that are always sent; older ones are removed as many at a time. 0: all are sent. */
  imagesKept: z.number().int().min(0).default(4),
  /** Largest image as a file, and in pixels; both are checked before it is decoded. */
  imageBytes: z
    .number()
    .int()
    .min(1_024)
    .default(8 * 1_048_576),
  imagePixels: z.number().int().min(1_024).default(40_000_000),
  /** Requests whose images are processed at the same time: each takes a core and up to 100 MB. */
  imageLanes: z.number().int().min(1).default(2),
  /** Cache size for reduced images. */
  imageCacheBytes: z
    .number()
    .int()
    .min(0)
    .default(32 * 1_048_576),
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
 * @throws   AircoderError SETTINGS_INVALID naming the source and the path of each error
 */
export function resolveProxySettings(layers: ProxyLayer[]): Readonly<ProxySettings> {
  const partial = ProxySettingsSchema.partial()
  const merged: Record<string, unknown> = {}
  for (const { source, values } of layers) {
    const parsed = partial.safeParse(values)
    if (!parsed.success) {
      const reason = describeIssues(parsed.error, ProxySettingsSchema)
      throw new AircoderError('SETTINGS_INVALID', { source, reason })
    }
    // Only the values of the layer itself: a default must not replace the value of a lower layer.
    for (const [name, value] of Object.entries(values as Record<string, unknown>))
      if (value !== undefined) merged[name] = value
  }
  return Object.freeze(ProxySettingsSchema.parse(merged))
}

/** A variable that looks like a setting, and the one that it may mean. */
export interface UnknownVariable {
  variable: string
  near?: string
}

const PREFIX = 'AIRCODER_PROXY_'
/** Variables of this prefix that are not settings: the path of the settings file. */
const OTHERS = new Set(['CONFIG'])

/**
 * Reads `AIRCODER_PROXY_*` into a layer: lists are separated by commas, tokens are `name:token` and are returned
 * as digests.
 * @returns  the layer, and the variables of the prefix that are no setting, each with the closest one
 */
export function proxyLayerFromEnvironment(env: Record<string, string | undefined>): {
  values: Record<string, unknown>
  unknown: UnknownVariable[]
} {
  const values: Record<string, unknown> = {}
  const unknown: UnknownVariable[] = []
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
    else if (!OTHERS.has(short)) {
      const near = nearestName(short, [...names.keys(), ...OTHERS])
      unknown.push(near === null ? { variable } : { variable, near: `${PREFIX}${near}` })
    }
  }
  return { values, unknown }
}

/** Converts the text of a variable or flag into the value that the schema checks. */
export function readSetting(name: ProxySettingName, text: string): unknown {
  if (name === 'tokens') return splitList(text).map(readToken)
  if (name === 'host') return text.includes(',') ? splitList(text) : text
  const kind = kindOf(ProxySettingsSchema.shape[name])
  if (kind === 'array') return splitList(text)
  // A text that is not a number remains text, so that the schema reports the error.
  if (kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
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
  return hash('sha256', token, 'buffer')
}
