import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import picomatch from 'picomatch'
import { LIMITS } from '#core'
import { enter } from '../files/read_files.js'
import { collectTwins, type DeniedTwins } from '../paths/hard_links.js'
import type { PathRules } from '../paths/resolve_path.js'
import { type AddLine, type GrepEnd, grepByRipgrep } from './grep_ripgrep.js'
import { grepByWalk } from './grep_walk.js'
import { listFiles, type Wanted } from './list_files.js'
import { aimAtFolder, narrow, plainName } from './ripgrep_tree.js'
import type { GlobQuery, GlobResult, GrepLine, GrepQuery, GrepResult } from './types.js'

/** ripgrep's path, or null to walk without it. */
type FindEngine = () => Promise<string | null>

/** See Workspace.glob. */
export async function glob(
  rules: PathRules,
  findEngine: FindEngine,
  query: GlobQuery,
): Promise<GlobResult> {
  const place = enter(rules, query.path ?? '.')
  if (!place.ok) return place
  if (!isFolder(place.target)) return refuse(`${place.relative} is no folder.`)
  const wanted = compileGlob(query.pattern, place.target)
  if (wanted === null) return refuse(`The pattern ${query.pattern} cannot be read.`)
  const binary = await findEngine()
  const signal = deadline(query.signal)
  const { files, truncated } = await listFiles(rules, wanted, binary, signal)
  const paths = files.map((file) => relative(rules.root, file))
  return {
    ok: true,
    paths: paths.slice(0, LIMITS.globMatches),
    truncated: truncated || paths.length > LIMITS.globMatches,
    engine: binary === null ? 'walk' : 'ripgrep',
  }
}

/** See Workspace.grep. Denied files are passed over in silence (safety.md 3a.9). */
export async function grep(
  rules: PathRules,
  findEngine: FindEngine,
  query: GrepQuery,
): Promise<GrepResult> {
  const place = enter(rules, query.path ?? '.')
  if (!place.ok) return place
  const { target } = place
  const wanted: Wanted | null =
    query.glob === undefined
      ? { base: target, name: null, fits: () => true }
      : compileGlob(query.glob, target)
  if (wanted === null) return refuse(`The glob ${query.glob} cannot be read.`)
  const binary = await findEngine()
  const signal = deadline(query.signal)
  const keep = createKeeper(rules)
  const search = { target, wanted, query, signal, add: keep.add }
  const found =
    binary === null
      ? await searchByWalk(rules, search)
      : await searchByRipgrep(rules, search, binary)
  if (!found.ok) return found
  return {
    ok: true,
    lines: keep.lines,
    truncated: found.truncated,
    engine: binary === null ? 'walk' : 'ripgrep',
  }
}

interface Search {
  target: string
  wanted: Wanted
  query: GrepQuery
  signal: AbortSignal
  add: AddLine
}

async function searchByRipgrep(rules: PathRules, search: Search, binary: string) {
  const { target, wanted, query, signal, add } = search
  if (!isFolder(target)) {
    // A file that is named is searched whatever .gitignore says; its own glob is not asked.
    const tree = { cwd: '/', flags: ['--no-ignore', '--hidden'], start: target }
    return grepByRipgrep({ binary, tree, accepts: () => true }, query, signal, add)
  }
  const tree = aimAtFolder(rules.root, wanted.base, wanted.name)
  const accepts = (file: string) => wanted.fits(file) && rules.deny.match(file) === null
  return grepByRipgrep({ binary, tree, accepts }, query, signal, add)
}

async function searchByWalk(rules: PathRules, search: Search): Promise<GrepEnd> {
  const { target, wanted, query, signal, add } = search
  const listed = isFolder(target)
    ? await listFiles(rules, wanted, null, signal)
    : { files: [target], truncated: false }
  const found = await grepByWalk(listed.files, query, signal, add)
  return found.ok ? { ok: true, truncated: found.truncated || listed.truncated } : found
}

/** Takes lines up to LIMITS.grepChars; false says that this one did not fit any more. */
function createKeeper(rules: PathRules) {
  const lines: GrepLine[] = []
  let chars = 0
  let twins: DeniedTwins | undefined
  let allowed = { file: '', is: true }
  const mayShow = (file: string): boolean => {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.nlink === 1) return true
    twins ??= collectTwins(rules)
    return twins.complete && twins.ruleFor(stats) === null
  }
  const add = (file: string, line: number, text: string, match: boolean): boolean => {
    if (allowed.file !== file) allowed = { file, is: mayShow(file) }
    if (!allowed.is) return true
    const path = relative(rules.root, file)
    const shown = shorten(text)
    // As a tool prints it: path, number, two colons and the newline.
    chars += path.length + String(line).length + shown.length + 3
    if (chars > LIMITS.grepChars) return false
    lines.push({ path, line, text: shown, match })
    return true
  }
  return { lines, add }
}

/** As `relative` says it; cutting is a tenth of the time, and a tree has many files. */
function below(folder: string, file: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : relative(folder, file)
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function shorten(text: string): string {
  const line = text.replace(/\r?\n?$/, '')
  return line.length <= LIMITS.searchLineChars ? line : `${line.slice(0, LIMITS.searchLineChars)}…`
}

/** A glob on paths below a folder; without a slash it is held against the last name alone. */
function compileGlob(pattern: string, folder: string): Wanted | null {
  const written = pattern.startsWith(`${folder}/`) ? pattern.slice(folder.length + 1) : pattern
  const spelled = written.replace(/^(\.?\/)+/, '')
  if (spelled === '' || spelled.includes('\0')) return null
  try {
    const anchored = spelled.includes('/') ? spelled : join('**', spelled)
    const matches = picomatch(anchored, { dot: true })
    return {
      base: narrow(folder, anchored),
      name: plainName(spelled),
      fits: (file) => matches(below(folder, file)),
    }
  } catch {
    return null
  }
}

function deadline(signal: AbortSignal | undefined): AbortSignal {
  const timer = AbortSignal.timeout(LIMITS.searchMs)
  return signal === undefined ? timer : AbortSignal.any([signal, timer])
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
