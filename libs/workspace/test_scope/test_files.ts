import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that hold no tests of the project itself. */
const OUTSIDE = new Set([
  '.git',
  'node_modules',
  'vendor',
  'target',
  'dist',
  '.venv',
  'venv',
  '.tox',
  '__pycache__',
  'third_party',
])
const TEST_NAME =
  /^(test_.*|.*_test|tests?)\.py$|\.(test|spec)\.[cm]?[jt]sx?$|^(tests?|spec)\.[cm]?[jt]s$|^test-.*\.[cm]?js$|_test\.(go|rs|cc|cpp|c|rb|exs|dart)$|_spec\.rb$|(Test|Tests|IT)\.(java|kt|cs)$|Test\.php$|\.bats$|^(run_?)?tests?\.sh$/
const MOST_ENTRIES = 20_000
const DEEPEST = 12

/**
 * Names of the test files of a project, relative to its root.
 * @returns null when the tree is too large to list
 */
export function listTestFiles(root: string): string[] | null {
  const found: string[] = []
  let left = MOST_ENTRIES
  const visit = (folder: string, depth: number): boolean => {
    for (const entry of entriesOf(join(root, folder))) {
      left -= 1
      if (left < 0) return false
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile() && isTestFile(path)) found.push(path)
      if (!entry.isDirectory() || OUTSIDE.has(entry.name)) continue
      if (depth === 0 || !visit(path, depth - 1)) return false
    }
    return true
  }
  return visit('', DEEPEST) ? found : null
}

function isTestFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const inTests = /(^|\/)(__tests__|tests)\//.test(path) && /\.([cm]?[jt]sx?|rs)$/.test(name)
  return TEST_NAME.test(name) || inTests
}

/**
 * Whether the operands of a runner name every test file of the project.
 * @param operands  files, folders, patterns of a shell, `./...`; none means what the runner finds by itself
 */
export function coversAll(operands: readonly string[], root: string): boolean {
  if (operands.length === 0) return true
  const shapes = operands.map((one) => toShape(one, root))
  if (shapes.some((shape) => shape.test(''))) return true
  const files = listTestFiles(root)
  return (
    files !== null &&
    files.length > 0 &&
    files.every((file) => shapes.some((one) => one.test(file)))
  )
}

/** Matches the files that an operand names. The empty path is the root. */
function toShape(operand: string, root: string): RegExp {
  const isPackages = /\/\.\.\.$/.test(operand)
  const path = operand
    .replace(/\/\.\.\.$/, '')
    .replace(/\/+$/, '')
    .replace(/^\.\//, '')
  const relative =
    path === root ? '.' : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
  if (relative === '.' || relative === '') return isPackages || !operand.includes('*') ? /^/ : /^$/
  const source = relative
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\//g, '\u0001')
    .replace(/\*\*/g, '\u0002')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]')
    .replaceAll('\u0001', '(?:.*/)?')
    .replaceAll('\u0002', '.*')
  return new RegExp(`^${source}(/|$)`)
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
