import { join, posix } from 'node:path'
import { projectEntries, projectText } from '../files/project_text.js'

const CODE = /\.([cm]?[jt]sx?|py|go|rs|java|kts?|rb|php|cs|swift|scala|c|cc|cpp|h|hpp|sh)$/
const OUTSIDE = /^(\.git|node_modules|vendor|target|dist|build|\.?venv|__pycache__|third_party)$/
const MOST_SOURCES = 2_000
const MOST_TESTS = 500
const DEEPEST = 12
const QUOTED = /["'`]([^"'`\n]{1,200})["'`]/g
const MODULE = /^[ \t]*(?:from|import)[ \t]+([\w.]+)/gm
const THROWS = /\b(?:throw|raise|panic|assert\w*|fail|abort|exit)\b/
const DECLARES = /\b(?:function|const|let|def|func|fn)\s+(\w+)|\bexports\.(\w+)/g

/** A changed file as it was before. */
interface Old {
  path: string
  before: string | null
}

/**
 * Changed files that belong to the tests, whatever their names are: a test names them, and no source does. Data is what the
 * test compares with; code counts when the test calls it as an assertion.
 * @param tests  test files relative to the root
 * @returns path of the file -> the first test that names it
 */
export function testInputs(
  root: string,
  changed: readonly Old[],
  tests: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>()
  const known = new Set(tests)
  const open = changed.filter(({ path, before }) => before !== null && !known.has(path))
  if (open.length === 0) return found
  for (const test of tests.slice(0, MOST_TESTS)) {
    const text = projectText(join(root, test))
    for (const { path, before } of open)
      if (
        !found.has(path) &&
        names({ text, file: test }, path) &&
        isInput(path, before ?? '', text)
      )
        found.set(path, test)
  }
  if (found.size === 0) return found
  for (const source of sourcesIn(root)) {
    if (known.has(source) || found.size === 0) continue
    const text = projectText(join(root, source))
    for (const path of [...found.keys()])
      if (path !== source && names({ text, file: source }, path)) found.delete(path)
  }
  return found
}

/** Data, or a function that fails a test: it is called for its effect, with something to compare. */
function isInput(path: string, before: string, test: string): boolean {
  if (!CODE.test(path)) return true
  if (!THROWS.test(before)) return false
  const declared = [...before.matchAll(DECLARES)].map((match) => match[1] ?? match[2] ?? '')
  return declared.some((name) =>
    new RegExp(`^[ \\t]*(?:await )?(?:\\w+\\.)?${name}\\([^\\n]*,`, 'm').test(test),
  )
}

/** Whether a text names a file: by a path in quotes, by its parts, or by an import. */
function names({ text, file }: { text: string; file: string }, path: string): boolean {
  const name = posix.basename(path)
  const folders = CODE.test(path) ? [] : posix.dirname(path).split('/')
  const isLikely = [name.replace(/\.\w+$/, ''), ...folders].some((one) => text.includes(one))
  if (!isLikely) return false
  const quoted = [...text.matchAll(QUOTED)].map(([, one = '']) => one)
  const folder = posix.dirname(path)
  const parts =
    folder === '.' || quoted.some((one) => one.split('/').includes(posix.basename(folder)))
  if (quoted.includes(name) && parts) return true
  if (quoted.some((one) => isPath(one, file, path))) return true
  if (!CODE.test(path) && quoted.some((one) => isFolder(one, file, path))) return true
  return [...text.matchAll(MODULE)].some(([, module = '']) => {
    const place = `${module.replaceAll('.', '/')}.py`
    return module !== '' && (place === path || posix.join(posix.dirname(file), place) === path)
  })
}

function isPath(quoted: string, file: string, path: string): boolean {
  const isRelative = /^\.{1,2}\//.test(quoted)
  const places = [quoted.replace(/^\.\//, '')]
  if (isRelative) places.push(posix.join(posix.dirname(file), quoted))
  return places.some(
    (place) =>
      place === path ||
      place.replace(/\.\w+$/, '') === path.replace(/\.\w+$/, '') ||
      `${place}/index` === path.replace(/\.\w+$/, '') ||
      (!isRelative && place.includes('/') && place.endsWith(`/${path}`)),
  )
}

/** Data is read by the name of its folder, as in `readdirSync('cases')`. */
function isFolder(quoted: string, file: string, path: string): boolean {
  const folder = posix.dirname(path)
  if (folder === '.') return false
  const plain = quoted.replace(/^\.\//, '').replace(/\/+$/, '')
  return plain === folder || posix.join(posix.dirname(file), plain) === folder
}

/** Source files below the root, at most MOST_SOURCES. */
export function sourcesIn(root: string): string[] {
  const found: string[] = []
  const visit = (folder: string, depth: number) => {
    for (const entry of projectEntries(join(root, folder))) {
      if (found.length >= MOST_SOURCES) return
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile() && CODE.test(entry.name)) found.push(path)
      if (entry.isDirectory() && depth > 0 && !OUTSIDE.test(entry.name)) visit(path, depth - 1)
    }
  }
  visit('', DEEPEST)
  return found
}
