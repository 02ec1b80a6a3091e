import { lstatSync } from 'node:fs'
import { join, relative } from 'node:path'
import picomatch from 'picomatch'
import { LIMITS } from '#core'
import { resolveForRead, tooLarge } from '../files/read_files.js'
import { type DeniedLinks, findDeniedLinks } from '../paths/hard_links.js'
import type { PathRules } from '../paths/resolve_path.js'
import { besideOddIgnores } from './beside_odd.js'
import { findSkipped, ownFolderIn, skippedFile } from './find_skipped.js'
import { grepByRipgrep } from './grep_ripgrep.js'
import { grepByWalk } from './grep_walk.js'
import { type FileFilter, listFiles } from './list_files.js'
import { aimAtFolder, narrow, plainName } from './ripgrep_tree.js'
import type {
  AddLine,
  GlobQuery,
  GlobResult,
  GrepEnd,
  GrepLine,
  GrepQuery,
  GrepResult,
  GrepTask,
  SearchEngine,
} from './types.js'

/** ripgrep's path, or null to walk without it. */
type FindEngine = () => Promise<string | null>

/** See Workspace.glob. */
export async function glob(
  rules: PathRules,
  findEngine: FindEngine,
  query: GlobQuery,
): Promise<GlobResult> {
  const place = resolveForRead(rules, query.path ?? '.')
  if (!place.ok) return place
  if (!isFolder(place.target)) return refuse(`${place.relative} is not a folder.`)
  const filter = compileGlob(query.pattern, place.target)
  if (filter === null) return refuse(`The pattern ${query.pattern} is invalid.`)
  const binary = await findEngine()
  const signal = deadline(query.signal)
  const { value, odd } = await besideOddIgnores(
    rules,
    { base: filter.base, binary, signal },
    async (binary, signal) => ({
      ...(await listFiles(rules, filter, { binary, signal })),
      engine: engineOf(binary),
    }),
  )
  const { files, truncated, engine } = value
  const paths = files.map((file) => relative(rules.root, file))
  return {
    ok: true,
    paths: paths.slice(0, LIMITS.globMatches),
    truncated: truncated || paths.length > LIMITS.globMatches,
    engine,
    closed: value.closed
      .filter((path) => rules.deny.match(path) === null)
      .map((path) => relative(rules.root, path)),
    oddIgnores: odd,
    own: ownFolderIn(rules, filter.base),
  }
}

/** See Workspace.grep. Denied files are skipped and only counted (docs/design/permissions.md#deny-rules). */
export async function grep(
  rules: PathRules,
  findEngine: FindEngine,
  query: GrepQuery,
): Promise<GrepResult> {
  const place = resolveForRead(rules, query.path ?? '.')
  if (!place.ok) return place
  const { target } = place
  // A search of a pipe would wait for its writer.
  if (isSpecial(target)) return refuse(`${place.relative} is neither a file nor a folder.`)
  // Without a line end, one match could be the whole file.
  const stats = lstatSync(target, { throwIfNoEntry: false })
  if (stats?.isFile() && stats.size > LIMITS.fileBytes)
    return refuse(tooLarge(place.relative, stats.size))
  const filter: FileFilter | null =
    query.glob === undefined
      ? { base: target, name: null, matches: () => true }
      : compileGlob(query.glob, target)
  if (filter === null) return refuse(`The glob ${query.glob} is invalid.`)
  const whole = { target, filter, query }
  const run = (binary: string | null, signal: AbortSignal) =>
    grepOnce(rules, whole, { binary, signal })
  const binary = await findEngine()
  const signal = deadline(query.signal)
  // A file that the query names is searched without any .gitignore.
  if (!isFolder(target)) return run(binary, signal)
  const { value, odd } = await besideOddIgnores(rules, { base: filter.base, binary, signal }, run)
  return value.ok ? { ...value, oddIgnores: odd } : value
}

async function grepOnce(
  rules: PathRules,
  { target, filter, query }: Pick<Search, 'target' | 'filter' | 'query'>,
  { binary, signal }: { binary: string | null; signal: AbortSignal },
): Promise<GrepResult> {
  const collected = createCollector(rules)
  const search = { target, filter, query, signal, add: collected.add }
  const searching =
    binary === null ? searchByWalk(rules, search) : searchByRipgrep(rules, search, binary)
  // A search that ends early has no use for what it left out.
  const needless = new AbortController()
  const [found, skipped] = await Promise.all([
    searching.then((end) => {
      if (!end.ok || end.truncated) needless.abort()
      return end
    }),
    isFolder(target)
      ? findSkipped(rules, filter, { binary, signal: AbortSignal.any([signal, needless.signal]) })
      : {
          ...skippedFile(rules, target, true),
          closed: [],
          denied: 0,
          ignores: false,
          ignored: [],
          own: null,
        },
  ])
  if (!found.ok) return found
  return {
    ok: true,
    lines: collected.lines,
    skipped: found.truncated ? null : skipped,
    truncated: found.truncated,
    engine: engineOf(binary),
  }
}

function engineOf(binary: string | null): SearchEngine {
  return binary === null ? 'walk' : 'ripgrep'
}

interface Search extends GrepTask {
  target: string
  filter: FileFilter
}

async function searchByRipgrep(rules: PathRules, search: Search, binary: string) {
  const { target, filter } = search
  if (!isFolder(target)) {
    // A file that the query names is searched even when .gitignore or the glob excludes it.
    const tree = { cwd: '/', flags: ['--no-ignore', '--hidden'], start: target }
    return grepByRipgrep({ binary, tree, accepts: () => true }, search)
  }
  const tree = aimAtFolder(rules.root, filter.base, filter.name)
  const accepts = (file: string) => filter.matches(file) && rules.deny.match(file) === null
  return grepByRipgrep({ binary, tree, accepts }, search)
}

async function searchByWalk(rules: PathRules, search: Search): Promise<GrepEnd> {
  const { target, filter, signal } = search
  const listed = isFolder(target)
    ? await listFiles(rules, filter, { binary: null, signal })
    : { files: [target], truncated: false, closed: [] }
  const found = await grepByWalk(listed.files, search)
  return found.ok ? { ok: true, truncated: found.truncated || listed.truncated } : found
}

/** Collects lines up to LIMITS.grepChars; `add` returns false when a line does not fit. */
function createCollector(rules: PathRules) {
  const lines: GrepLine[] = []
  let chars = 0
  let links: DeniedLinks | undefined
  let allowed = { file: '', is: true }
  const mayShow = (file: string): boolean => {
    const stats = lstatSync(file, { throwIfNoEntry: false })
    if (!stats?.isFile() || stats.nlink === 1) return true
    links ??= findDeniedLinks(rules)
    return links.complete && links.ruleFor(stats) === null
  }
  const add: AddLine = ({ file, line, text, match }) => {
    if (allowed.file !== file) allowed = { file, is: mayShow(file) }
    if (!allowed.is) return true
    const path = relative(rules.root, file)
    const shown = shorten(text)
    // The printed form: path, number, two colons and the newline.
    chars += path.length + String(line).length + shown.length + 3
    if (chars > LIMITS.grepChars) return false
    lines.push({ path, line, text: shown, match })
    return true
  }
  return { lines, add }
}

/** Same result as `relative`, in a tenth of the time for the usual case. */
function below(folder: string, file: string): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : relative(folder, file)
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Whether it is a pipe, a socket or a device. */
function isSpecial(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats !== undefined && !stats.isFile() && !stats.isDirectory() && !stats.isSymbolicLink()
}

function shorten(text: string): string {
  const line = text.replace(/\r?\n?$/, '')
  return line.length <= LIMITS.searchLineChars ? line : `${line.slice(0, LIMITS.searchLineChars)}…`
}

/** A glob for paths below a folder; without a slash it is compared with the last name only. */
function compileGlob(pattern: string, folder: string): FileFilter | null {
  const written = pattern.startsWith(`${folder}/`) ? pattern.slice(folder.length + 1) : pattern
  const spelled = written.replace(/^(\.?\/)+/, '')
  if (spelled === '' || spelled.includes('\0')) return null
  try {
    const anchored = spelled.includes('/') ? spelled : join('**', spelled)
    const matches = picomatch(anchored, { dot: true })
    return {
      base: narrow(folder, anchored),
      name: plainName(spelled),
      matches: (file) => matches(below(folder, file)),
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
