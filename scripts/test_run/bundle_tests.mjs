import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expandDiscover } from '../discover_plugin.mjs'
import { bundleOf } from './bundle_packages.mjs'
import { FILE_TEST } from './marks.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
// Below node_modules, so that a bundle finds the packages that it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-tests')
const OLD_MS = 6 * 60 * 60 * 1000
/** Sources that start themselves as a worker need a bundle of their own. */
const WORKERS = ['libs/web/pages/read_page.ts', 'libs/map/worker/start.ts']

/**
 * Bundles test files with our sources, all at once; what they share is built once and loaded as shared chunks.
 * One process then loads some ten files in place of a few hundred.
 * @param files  paths relative to the current folder
 * @returns      bundleOf(file): the path of its bundle, or the text of the error; close() removes the bundles
 */
export async function bundleTests(files) {
  mkdirSync(CACHE, { recursive: true })
  removeOld()
  const folder = mkdtempSync(join(CACHE, 'run-'))
  const { build } = await import('esbuild')
  const errors = new Map()
  const attempt = (names) => build(optionsFor(folder, names))
  if (files.length > 0) {
    await attempt(files).catch(async () => {
      for (const file of files)
        await attempt([file]).catch((error) => errors.set(file, error.message))
    })
  }
  return {
    bundleOf: (file) =>
      errors.has(file) ? { error: errors.get(file) } : { path: outputOf(folder, file) },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

// A run that was killed leaves its bundles behind.
function removeOld() {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name)
    if (Date.now() - statSync(path).mtimeMs > OLD_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** @returns {import('esbuild').BuildOptions} */
function optionsFor(folder, files) {
  const workers = WORKERS.map((name) => join(ROOT, name))
  return {
    absWorkingDir: ROOT,
    entryPoints: [...files.map((file) => resolve(file)), ...workers].map((path) => ({
      in: path,
      out: nameOf(path),
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    define: { 'import.meta.url': 'ourUrl', 'import.meta.dirname': 'ourFolder' },
    plugins: [sourcesPlugin(folder)],
  }
}

function sourcesPlugin(folder) {
  return {
    name: 'test-sources',
    setup({ onLoad, onResolve }) {
      // A test file is a subtest of the process that runs it. Each one has a module of its own for that.
      onResolve({ filter: /^tap$/ }, ({ importer }) =>
        importer.endsWith('.test.ts')
          ? { path: importer, namespace: 'file-test' }
          : { errors: [{ text: 'only a test file imports values of tap' }] },
      )
      onLoad({ filter: /./, namespace: 'file-test' }, () => ({
        contents: `export default globalThis[Symbol.for('${FILE_TEST}')]`,
      }))
      onResolve({ filter: /^[\w-]+$/ }, ({ path }) => {
        const bundle = bundleOf(path)
        return bundle === null ? undefined : { path: bundle, external: true }
      })
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const here = dirname(path)
        const source = readFileSync(path, 'utf8')
        const text =
          path.startsWith(join(ROOT, 'libs/')) || path.startsWith(join(ROOT, 'apps/'))
            ? expandDiscover(source, (name) => readdirSync(join(here, name)), path)
            : source
        return { contents: withItsPlace(text, path, folder), loader: 'ts', resolveDir: here }
      })
    },
  }
}

// A source finds files beside itself by its own place, which is not the place of its bundle.
function withItsPlace(text, path, folder) {
  if (!text.includes('import.meta')) return text
  const worker = WORKERS.includes(relative(ROOT, path))
  const url = pathToFileURL(worker ? outputOf(folder, path) : path).href
  return `const ourUrl = ${JSON.stringify(url)}, ourFolder = ${JSON.stringify(dirname(path))}; ${text}`
}

function outputOf(folder, file) {
  return join(folder, `${nameOf(resolve(file))}.mjs`)
}

/** The path of a source below the output folder. */
function nameOf(path) {
  const base = path.startsWith(ROOT) ? ROOT : process.cwd()
  return relative(base, path).replace(/\.ts$/, '')
}
