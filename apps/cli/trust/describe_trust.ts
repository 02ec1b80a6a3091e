import { countNoun, isSecretName, jsonLine, type Loosening } from '#core'
import type { Survey } from './survey.js'

/** A folder's own settings, and whether they apply in full. */
export interface TrustState {
  /** Real path of the folder. */
  cwd: string
  survey: Survey
  /** Where trust is kept. */
  trustFile: string
  trusted: boolean
  /** Paths below `.aircoder/memory`, and of shared skills, that neither aircoder wrote nor the person trusted. */
  strange: readonly string[]
  /** Entries of its settings that do more than tighten. */
  loosening: readonly Loosening[]
}

type Entries = Pick<TrustState, 'loosening' | 'survey' | 'strange'>

/** The value of a name that ends like this is hidden. */
const SECRET_END = /(?:token|secret|password|passwd|api[_-]?key|access[_-]?key|private[_-]?key)$/i

/** Does the folder have entries that apply only when it is trusted? */
export function wantsTrust(project: Entries): boolean {
  return project.survey.error !== null || ignored(project).length > 0
}

/** Does something in the folder still wait for the person? */
export function waitsForTrust(project: TrustState): boolean {
  return wantsTrust(project) && (!project.trusted || project.strange.length > 0)
}

/** All entries that need trust, one per line; characters that a terminal hides are written as `\uXXXX`. */
export function describeEntries({ loosening, survey, strange }: Entries): string[] {
  const own = loosening.flatMap(({ name, value }) => leaves([name], value))
  const other = ['hooks.json', 'mcp.json'].flatMap((name) => {
    const text = survey.texts.get(name)
    return text === undefined ? [] : leavesOf(text).map((line) => `${name}: ${line}`)
  })
  const below = survey.files.filter((path) => path.includes('/')).map((path) => jsonLine(path))
  const notes = strange.map((path) => jsonLine(path))
  return [...own.map((line) => `config.json: ${line}`), ...other, ...below, ...notes]
}

/** One line about ignored entries; null when nothing is ignored. */
export function describeIgnored(project: TrustState): string | null {
  if (!waitsForTrust(project)) return null
  const { survey, trusted } = project
  const what =
    (trusted ? foldersOf(project.strange) : ignored(project)).join(', ') ||
    'all entries that do more than restrict'
  const fix =
    survey.error === null
      ? 'run `aircoder trust add` to read and trust it'
      : `it cannot be trusted: ${jsonLine(survey.error).slice(1, -1)}`
  return `.aircoder of this folder is not trusted; ignored: ${what}; ${fix}`
}

/** Names of the ignored entries, without values. */
function ignored({ loosening, survey, strange }: Entries): string[] {
  const tops = survey.files
    .filter((path) => path !== 'config.json')
    .map((path) => path.replace(/\/.*$/, '/'))
  return [...loosening.map(({ name }) => name), ...new Set(tops), ...foldersOf(strange)]
}

/** Notes and shared skills are trusted one by one, whatever else is trusted. */
function foldersOf(paths: readonly string[]): string[] {
  const folder = /^(?:\.\w+\/)?[^/]+\//
  return [...new Set(paths.map((path) => folder.exec(path)?.[0] ?? path))]
}

function leavesOf(text: string): string[] {
  try {
    return leaves([], JSON.parse(text))
  } catch {
    return [`invalid JSON: ${jsonLine(text)}`]
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
 * A value is hidden because of its name only. Text inside a command is always shown: it could be written to
 * look like a secret, to hide the command.
 */
function shown(path: readonly string[], value: unknown): string {
  const own = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  if (typeof value !== 'string') return jsonLine(value)
  if (isSecretName(own) || SECRET_END.test(own))
    return `(hidden, ${countNoun(value.length, 'character')})`
  return jsonLine(withoutPassword(value))
}

function withoutPassword(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.password === '') return text
  url.password = 'hidden'
  return url.href
}
