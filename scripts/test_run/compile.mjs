import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-typescript')
const SOURCES = ['libs', 'apps', 'test', 'bench']

/** @type {import('esbuild').TransformOptions} */
const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  sourcesContent: false,
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
}

/**
 * Gives the JavaScript of a TypeScript file from the cache, or null when it is not there.
 * The cache key is the path and the text, so a stale entry is never read.
 */
export function readCompiled(path, source) {
  const file = cacheFile(path, source)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Compiles one file now and keeps the result. A cache that cannot be written is no error. */
export async function compileFile(path, source) {
  const { transform } = await import('esbuild')
  const { code } = await transform(source, { ...OPTIONS, sourcefile: path })
  const file = cacheFile(path, source)
  try {
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, code)
    renameSync(`${file}.${process.pid}`, file)
  } catch {
    // A read-only checkout still runs its tests, only slower.
  }
  return code
}

/** Compiles every source once, before the first test process starts. */
export async function compileAll() {
  const paths = SOURCES.flatMap((folder) => sourcesUnder(join(ROOT, folder)))
  await Promise.all(
    paths.map(async (path) => {
      const source = readFileSync(path, 'utf8')
      if (readCompiled(path, source) === null) await compileFile(path, source)
    }),
  )
}

function cacheFile(path, source) {
  return join(
    CACHE,
    `${createHash('sha1').update(path).update('\0').update(source).digest('hex')}.mjs`,
  )
}

function sourcesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'fixtures' || entry.name === 'node_modules' ? [] : sourcesUnder(path)
    return /(?<!\.d)\.ts$/.test(entry.name) ? [path] : []
  })
}
