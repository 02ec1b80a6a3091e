import picomatch from 'picomatch'
import { matchStars } from './many_stars.js'

/** One parsed .gitignore file; its lines apply to paths below its folder. */
export interface IgnoreFile {
  /** Absolute. */
  folder: string
  lines: readonly IgnoreLine[]
}

const PATH_CHARS = 4_096
/** With more of them a regular expression may take seconds for one name. */
const MOST_STARS = 3

interface IgnoreLine {
  negated: boolean
  folderOnly: boolean
  matches(below: string): boolean
}

/** Parses a .gitignore (git 2.39, `man gitignore`): comments, `!`, anchors, folder marks, `**`. */
export function parseIgnore(folder: string, text: string): IgnoreFile {
  return { folder, lines: text.split(/\r?\n/).flatMap(parseLine) }
}

/** Whether a path is ignored. The deepest .gitignore decides, and in it the last line that matches. */
export function isIgnored(
  files: readonly IgnoreFile[],
  absolute: string,
  isFolder: boolean,
): boolean {
  for (const file of files.toReversed()) {
    if (!absolute.startsWith(`${file.folder === '/' ? '' : file.folder}/`)) continue
    const below = absolute.slice(file.folder.length + (file.folder === '/' ? 0 : 1))
    const line = file.lines.findLast((one) => (isFolder || !one.folderOnly) && one.matches(below))
    if (line) return !line.negated
  }
  return false
}

/** Trailing spaces count only when escaped. */
function withoutSpaces(raw: string): string {
  const body = raw.trimEnd()
  return body.endsWith('\\') ? raw.slice(0, body.length + 1) : body
}

function parseLine(raw: string): IgnoreLine[] {
  let pattern = withoutSpaces(raw)
  // No path is as long, and picomatch throws for a pattern of 64 kB.
  if (pattern.length > PATH_CHARS) return []
  if (pattern === '' || pattern.startsWith('#')) return []
  const negated = pattern.startsWith('!')
  if (negated) pattern = pattern.slice(1)
  const folderOnly = pattern.endsWith('/')
  if (folderOnly) pattern = pattern.slice(0, -1)
  const anchored = pattern.includes('/')
  pattern = pattern.replace(/^\//, '')
  if (pattern === '') return []
  const glob = anchored ? pattern : `**/${pattern}`
  const stars = glob.replaceAll('**/', '').split('*').length - 1
  const matches =
    stars > MOST_STARS
      ? matchStars(glob)
      : picomatch(glob, { dot: true, nonegate: true, nobrace: true, noextglob: true })
  return [{ negated, folderOnly, matches: (below) => matches(below) }]
}
