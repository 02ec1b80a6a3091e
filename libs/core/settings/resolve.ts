import { AircoderError } from '../errors/aircoder_error.js'
import type { Mode } from '../types/modes.js'
import { describeIssue } from './describe_issue.js'
import { type Settings, type SettingsLayer, SettingsSchema } from './schema.js'
import { joinLimits, lowerLimits } from './step_limits.js'

/** Strictest first: an untrusted project may only move to the left. */
const STRICTNESS: Mode[] = ['plan', 'default', 'acceptEdits', 'yolo']

export interface LayerSource {
  /** Named in errors: a path, `environment` or `flags`. */
  source: string
  values: unknown
  /** false: may only tighten: deny more, take fewer steps, choose a stricter mode or the sandbox. */
  trusted: boolean
}

/**
 * Merges layers over the defaults. Later layers win, `deny` and `allow` are joined.
 * @returns  complete and frozen
 * @throws AircoderError SETTINGS_INVALID naming source and entry; OPTION_INVALID for a flag
 */
export function resolveSettings(layers: LayerSource[]): Settings {
  let merged: Settings = SettingsSchema.parse({})
  for (const layer of layers) {
    const values = parseLayer(layer)
    merged = layer.trusted ? merge(merged, values) : tighten(merged, values)
  }
  for (const value of Object.values(merged)) Object.freeze(value)
  return Object.freeze(merged)
}

const LayerSchema = SettingsSchema.partial()

function parseLayer({ source, values }: LayerSource): SettingsLayer {
  const parsed = LayerSchema.safeParse(values)
  if (parsed.success) {
    // Only what the layer itself sets: a default must not cover a lower layer.
    const given = values as Record<string, unknown>
    const own = Object.entries(parsed.data).filter(([name]) => given[name] !== undefined)
    return Object.fromEntries(own)
  }
  const { reason, form } = describeIssue(parsed.error.issues[0], source, values)
  if (source !== 'flags') throw new AircoderError('SETTINGS_INVALID', { source, reason, form })
  const [option = '', ...why] = reason.split(': ')
  throw new AircoderError('OPTION_INVALID', { option, reason: why.join(': '), form })
}

function merge(below: Settings, above: SettingsLayer): Settings {
  // A token belongs to the endpoint that it was set for: a new endpoint without a token does not inherit it.
  // A token without an endpoint (AIRCODER_TOKEN beside --base-url) belongs to the first endpoint above.
  const moved =
    above.baseUrl !== undefined &&
    above.token === undefined &&
    below.baseUrl !== undefined &&
    originOf(above.baseUrl) !== originOf(below.baseUrl)
  const belongsTo = moved && below.token !== undefined ? originOf(below.baseUrl) : undefined
  return {
    ...below,
    ...(moved ? { token: undefined } : {}),
    ...(belongsTo === undefined ? {} : { tokenBelongsTo: belongsTo }),
    ...above,
    allow: [...below.allow, ...(above.allow ?? [])],
    deny: joined(below.deny, above.deny),
    ...joinLimits(below, above),
  }
}

function tighten(below: Settings, project: SettingsLayer): Settings {
  const { permissionMode: mode } = below
  const wanted = project.permissionMode ?? mode
  return {
    ...below,
    permissionMode: STRICTNESS.indexOf(wanted) < STRICTNESS.indexOf(mode) ? wanted : mode,
    sandbox: project.sandbox === 'on' ? 'on' : below.sandbox,
    sandboxNetwork: project.sandboxNetwork === false ? false : below.sandboxNetwork,
    ...lowerLimits(below, project),
    deny: joined(below.deny, project.deny),
  }
}

function joined(below: readonly string[], above: readonly string[] = []): string[] {
  return [...new Set([...below, ...above])]
}

function originOf(url: string): string {
  return new URL(url).origin
}

/** Settings whose layers are joined: each layer that adds something is a source. */
const JOINED = ['allow', 'deny', 'stepLimits']

/**
 * The layers that each setting has its value from, lowest first: several only where layers are joined.
 * @param layers  as for `resolveSettings`
 * @returns  by name of the setting; empty where the value is the default
 * @throws AircoderError as `resolveSettings`
 */
export function settingSources(layers: readonly LayerSource[]): Record<string, string[]> {
  const names = Object.keys(SettingsSchema.shape)
  const sources: Record<string, string[]> = Object.fromEntries(names.map((name) => [name, []]))
  let below = valuesOf([])
  for (const [at, { source, values, trusted }] of layers.entries()) {
    const above = valuesOf(layers.slice(0, at + 1))
    for (const name of names) {
      const isGiven = (values as Record<string, unknown> | null)?.[name] !== undefined
      // A layer that may only tighten has no part in a value that it could not change.
      if (below[name] === above[name] && !(trusted && isGiven)) continue
      const former = JOINED.includes(name) ? (sources[name] ?? []) : []
      sources[name] = [...former, source]
    }
    below = above
  }
  return sources
}

/** Values as text, to compare them. */
function valuesOf(layers: readonly LayerSource[]): Record<string, string> {
  const settings = Object.entries(resolveSettings([...layers]))
  return Object.fromEntries(settings.map(([name, value]) => [name, JSON.stringify(value) ?? '']))
}
