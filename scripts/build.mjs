import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { writeGrammars } from './grammars.mjs'
import { helpPlugin } from './help_plugin.mjs'
import { writeTypes } from './library_types.mjs'
import { mergeChunks } from './merge_chunks.mjs'
import { sourcePlugin } from './source_plugin.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')

/** What is built: file in dist -> its first source. */
export const ENTRIES = {
  aircoder: 'apps/cli/main.ts',
  'aircoder-proxy': 'apps/proxy/main.ts',
}

/** Libraries that other programs import: file in dist -> its source. Their chunks are in the folder of that name. */
export const LIBRARIES = { memory: 'libs/memory/public.ts' }

/** What a session loads before its prompt. */
const SESSION = ['apps/cli/program.ts', 'apps/cli/commands/session.ts']

/** Copied as they are: [source, place in dist]. */
const ASSETS = [
  ['apps/cli/demo/project', 'demo/project'],
  ['apps/cli/demo/recording.jsonl', 'demo/recording.jsonl'],
]

/** Left to node_modules: they carry a binary next to their code. */
export const EXTERNAL = [
  'better-sqlite3',
  '@vscode/ripgrep',
  'sharp',
  'sqlite-vec',
  'node-llama-cpp',
]

/** Bundled CommonJS calls `require` for node's own modules; an ES module has none. */
export const BANNER =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);"

/** Files that need no `require` (an option is none: `--require-proof`) do without the banner: it costs a load of node:module at the start. */
const bannerPlugin = {
  name: 'banner',
  setup({ onEnd }) {
    onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (!file.text.startsWith(BANNER)) continue
        const rest = file.text.slice(BANNER.length).trimStart()
        if (!/(?<!-)\brequire\b/.test(rest)) file.contents = Buffer.from(rest)
      }
    })
  },
}

/**
 * Bundles every entry that exists, in memory.
 * @returns  esbuild's result: `outputFiles` (path, contents) and `metafile` (what went into each)
 */
export async function bundle(entries = presentEntries()) {
  const result = await build({
    ...options(entries),
    chunkNames: 'chunks/[name]-[hash]',
  })
  await mergeChunks(result, {
    root: ROOT,
    folder: 'dist/chunks',
    starts: SESSION,
    apart: Object.values(ENTRIES),
    others: [ENTRIES['aircoder-proxy']],
  })
  return result
}

/** Bundles one library, in memory. It shares no file with the programs, so that it loads nothing of theirs. */
export function bundleLibrary(name) {
  const entries = { [name]: LIBRARIES[name] }
  return build({ ...options(entries), chunkNames: `${name}/[name]-[hash]` })
}

/** @returns {import('esbuild').BuildOptions} */
function options(entries) {
  return {
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: DIST,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    // Shorter text to parse at every start; names stay, so that a stack trace can be read.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    write: false,
    plugins: [helpPlugin, sourcePlugin(ROOT), bannerPlugin],
  }
}

function presentEntries() {
  const present = Object.entries(ENTRIES).filter(([, source]) => existsSync(join(ROOT, source)))
  return Object.fromEntries(present)
}

/** What an entry's file holds: the bundle under a line that makes it a program. */
export function programText(text) {
  return `#!/usr/bin/env node\n${text.replace(/^#!.*\n/, '')}`
}

async function main() {
  const begun = performance.now()
  const left = Object.values(ENTRIES).filter((source) => !existsSync(join(ROOT, source)))
  const { outputFiles } = await bundle()
  for (const name of Object.keys(LIBRARIES)) {
    const library = await bundleLibrary(name)
    outputFiles.push(...library.outputFiles)
  }
  const written = outputFiles.map((file) => writeOutput(file))
  for (const [from, to] of ASSETS) written.push(...copyAsset(join(ROOT, from), join(DIST, to)))
  written.push(...writeGrammars(ROOT, join(DIST, 'grammars')))
  for (const [name, source] of Object.entries(LIBRARIES))
    written.push(...writeTypes(join(ROOT, source), join(DIST, `${name}-types`)))
  removeOthers(DIST, new Set(written))

  const bytes = outputFiles.reduce((sum, file) => sum + file.contents.length, 0)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const missing = left.length > 0 ? `; not there yet: ${left.join(', ')}` : ''
  console.log(
    `dist: ${written.length} files, ${Math.round(bytes / 1024)} KiB of code in ${seconds} s${missing}`,
  )
}

// By rename, and only what changed: a program that runs from dist never meets half a file.
function writeOutput({ path, text }) {
  const program = Object.keys(ENTRIES).some((name) => path === join(DIST, `${name}.js`))
  const wanted = program ? programText(text) : text
  if (!existsSync(path) || readFileSync(path, 'utf8') !== wanted) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.new`, wanted)
    renameSync(`${path}.new`, path)
  }
  if (program) chmodSync(path, 0o755)
  return path
}

function copyAsset(from, to) {
  if (!existsSync(from)) return []
  cpSync(from, to, { recursive: true })
  return filesUnder(from).map((path) => join(to, relative(from, path)))
}

function removeOthers(folder, keep) {
  for (const path of filesUnder(folder)) if (!keep.has(path)) rmSync(path)
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
