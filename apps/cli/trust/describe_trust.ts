import { isSecretName, jsonLine, type Loosening } from '#core'
import type { Survey } from './survey.js'

/** A folder's own settings, and whether they count in full. */
export interface TrustState {
  /** Real path of the folder. */
  cwd: string
  survey: Survey
  /** Where trust is kept. */
  trustFile: string
  trusted: boolean
  /** Entries of its settings that do more than tighten. */
  loosening: readonly Loosening[]
}

/** A name that ends so has a value that is nobody's to see. */
const SECRET_END = /(?:token|secret|password|passwd|api[_-]?key|access[_-]?key|private[_-]?key)$/i

/** Does the folder bring anything that counts only when it is trusted? */
export function wantsTrust({
  loosening,
  survey,
}: Pick<TrustState, 'loosening' | 'survey'>): boolean {
  return survey.fault !== null || ignored({ loosening, survey }).length > 0
}

/** All that counts when the folder is trusted, one entry a line; what a terminal would hide is `\uXXXX`. */
export function tellEntries({
  loosening,
  survey,
}: Pick<TrustState, 'loosening' | 'survey'>): string[] {
  const own = loosening.flatMap(({ name, value }) => leaves([name], value))
  const other = ['hooks.json', 'mcp.json'].flatMap((name) => {
    const text = survey.texts.get(name)
    return text === undefined ? [] : leavesOf(text).map((line) => `${name}: ${line}`)
  })
  const below = survey.files.filter((path) => path.includes('/')).map((path) => jsonLine(path))
  return [...own.map((line) => `config.json: ${line}`), ...other, ...below]
}

/** One line for a run in which it does not count; null where nothing is left out. */
export function tellIgnored(project: TrustState): string | null {
  if (project.trusted || !wantsTrust(project)) return null
  const { survey } = project
  const what = ignored(project).join(', ') || 'all that does more than tighten'
  const mend =
    survey.fault === null
      ? '`aircoder trust add` shows it and lets it count'
      : `it cannot be trusted: ${jsonLine(survey.fault).slice(1, -1)}`
  return `.aircoder of this folder is not trusted; ignored: ${what}; ${mend}`
}

/** Names of what is left out, without values. */
function ignored({ loosening, survey }: Pick<TrustState, 'loosening' | 'survey'>): string[] {
  const tops = survey.files
    .filter((path) => path !== 'config.json')
    .map((path) => path.replace(/\/.*$/, '/'))
  return [...loosening.map(({ name }) => name), ...new Set(tops)]
}

function leavesOf(text: string): string[] {
  try {
    return leaves([], JSON.parse(text))
  } catch {
    return [`no JSON: ${jsonLine(text)}`]
  }
}

/** A value as `path = leaf` lines. */
function leaves(path: string[], value: unknown): string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length > 0) return entries.flatMap(([key, item]) => leaves([...path, key], item))
  const name = path.map((part) => jsonLine(part).slice(1, -1)).join('.') || 'all'
  return [`${name} = ${shown(path, value)}`]
}

/**
 * Hidden by name alone: what looks like a secret in a command could be made to look so, to hide the rest.
 */
function shown(path: readonly string[], value: unknown): string {
  const own = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (typeof value !== 'string') return jsonLine(value)
  if (isSecretName(own) || SECRET_END.test(own)) return `(hidden, ${value.length} characters)`
  return jsonLine(withoutPassword(value))
}

function withoutPassword(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.password === '') return text
  url.password = 'hidden'
  return url.href
}
