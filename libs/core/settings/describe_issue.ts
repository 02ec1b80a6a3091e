import type { z } from 'zod'
import { nearestName } from '../text/nearest_name.js'
import { plainIssue } from './plain_issue.js'
import { environmentName, kindOf, type SettingName, SettingsSchema } from './schema.js'

/** A value of each kind, for the form that a message shows; `enum` shows its own. */
const EXAMPLES: Record<string, string> = {
  array: '["TEXT"]',
  boolean: 'true',
  object: '{…}',
  string: '"TEXT"',
}
/** Settings whose kind alone shows too little. */
const OWN_EXAMPLES: Record<string, string> = {
  wait: '"5m"',
  stepLimits: '{"question": 30}',
  tiers: '{"fast": {"baseUrl": "http://127.0.0.1:11434/v1", "model": "NAME"}}',
  prices: '{"NAME": {"input": 1, "output": 3}}',
  currency: '"USD"',
  tiersBy: '["difficulty"]',
  escalation: '{"provider": "NAME"}',
}

/**
 * What is wrong with an entry, and the form that is right.
 * @param source  a file, `environment` or `flags`
 * @param values  all entries: a word that is close to one that is allowed gets it
 */
export function describeIssue(
  issue: z.core.$ZodIssue | undefined,
  source: string,
  values?: unknown,
): { reason: string; form: string } {
  const known = Object.keys(SettingsSchema.shape)
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    const near = issue.keys.map((key) => nearestName(key, known)).find((name) => name !== null)
    const keys = issue.keys.map((key) => `"${key}"`).join(', ')
    if (near != null)
      return { reason: `unknown key ${keys}. Did you mean "${near}"?`, form: formOf(near, source) }
    return { reason: `unknown key ${keys}; known are ${known.join(', ')}`, form: '' }
  }
  const at = issue?.path.join('.') ?? ''
  const [name = ''] = issue?.path ?? []
  const message = plainIssue(issue) + meantBy(issue, values)
  if (typeof name !== 'string' || !known.includes(name))
    return {
      reason: `${at || 'top level'}: ${message}`,
      form: 'The file holds one JSON object: {"maxSteps": 20}.',
    }
  const label = labelOf(name, source)
  return { reason: `${at === name ? label : at}: ${message}`, form: formOf(name, source) }
}

/** A question, after a full stop, about the allowed word that is meant; empty where none is close. */
function meantBy(issue: z.core.$ZodIssue | undefined, values: unknown): string {
  if (issue?.code !== 'invalid_value') return ''
  const given = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    values,
  )
  const near = typeof given === 'string' ? nearestName(given, issue.values.map(String)) : null
  return near === null ? '' : `. Did you mean ${near}?`
}

/** The name of a setting as the person wrote it. */
function labelOf(name: string, source: string): string {
  if (source === 'flags') return flagOf(name)
  return source === 'environment' ? environmentName(name) : name
}

function formOf(name: string, source: string): string {
  const schema = SettingsSchema.shape[name as SettingName]
  const example = exampleOf(name, schema)
  const bare = example.replace(/^\[?"|"\]?$/g, '')
  if (source === 'flags') return `The form is: ${flagOf(name)} ${bare}`
  if (source === 'environment') return `The form is: ${environmentName(name)}=${bare}`
  return `The form is: "${name}": ${example}`
}

function exampleOf(name: string, schema: z.ZodType): string {
  const own = OWN_EXAMPLES[name]
  if (own !== undefined) return own
  if (/url$/i.test(name)) return '"http://127.0.0.1:8765/v1"'
  const choices = choicesOf(schema)
  if (choices !== null) return `"${choices[0]}"`
  if (kindOf(schema) === 'number') return `${numberFor(schema)}`
  return EXAMPLES[kindOf(schema)] ?? '"TEXT"'
}

/** Numbers that a person may mean; the first that the setting takes is shown. */
const NUMBERS = [20, 0.5, 1, 0, 4_096, 32_768, 100_000, 1_000_000]

function numberFor(schema: z.ZodType): number {
  return NUMBERS.find((number) => schema.safeParse(number).success) ?? 20
}

function choicesOf(schema: z.ZodType): string[] | null {
  const { def } = schema as unknown as {
    def: { entries?: Record<string, string>; innerType?: z.ZodType }
  }
  if (def.entries !== undefined) return Object.values(def.entries)
  return def.innerType === undefined ? null : choicesOf(def.innerType)
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}
