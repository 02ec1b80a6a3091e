import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { SourceChange } from './phases.js'

/** A program that a life is lived with. */
export interface Build {
  name: string
  /** What node is started with. */
  args: string[]
  /** Whether it writes its marks to descriptor 3. */
  marked: boolean
  /** A program with its words that starts node, such as strace. */
  through?: readonly string[]
}

const script = (name: string) => pathToFileURL(join(process.cwd(), 'scripts', name)).href
const { sourcePlugin } = (await import(script('source_plugin.mjs'))) as {
  sourcePlugin(root: string): Plugin
}
const { BANNER, ENTRIES, EXTERNAL } = (await import(script('build.mjs'))) as {
  BANNER: string
  ENTRIES: { aircoder: string }
  EXTERNAL: string[]
}

const PRELOAD = 'test/crash/kit/preload.mjs'

/** The product as it is shipped. */
export const SHIPPED: Build = {
  name: 'dist/aircoder.js',
  args: [join(process.cwd(), 'dist/aircoder.js')],
  marked: false,
}

/**
 * Builds the product as scripts/build.mjs does, with changes of its sources.
 * @param folder  inside the repository, for the build needs its node_modules
 * @throws Error when a change does not find its place exactly once
 */
export async function buildChanged(
  folder: string,
  name: string,
  changes: readonly SourceChange[],
): Promise<Build> {
  const outdir = join(folder, name.replace(/\W+/g, '_'))
  mkdirSync(outdir, { recursive: true })
  const left = new Set(changes)
  await build({
    entryPoints: { aircoder: ENTRIES.aircoder },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: 'error',
    plugins: [changePlugin(changes, left), sourcePlugin(process.cwd())],
  })
  const missed = [...left].map((change) => change.file)
  if (missed.length > 0) throw new Error(`${name}: not part of the build: ${missed.join(', ')}`)
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}\n')
  const preload = pathToFileURL(join(process.cwd(), PRELOAD)).href
  return { name, args: ['--import', preload, join(outdir, 'aircoder.js')], marked: true }
}

/**
 * Bundles a program of the tests with changes of the product's sources.
 * @param contents  the program, in TypeScript; paths are relative to the repository
 * @throws Error when a change does not find its place exactly once
 */
export async function bundleChanged(
  outfile: string,
  contents: string,
  changes: readonly SourceChange[],
): Promise<void> {
  const left = new Set(changes)
  await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: 'error',
    plugins: [changePlugin(changes, left), sourcePlugin(process.cwd())],
  })
  const missed = [...left].map((change) => change.file)
  if (missed.length > 0) throw new Error(`not part of the build: ${missed.join(', ')}`)
}

function changePlugin(changes: readonly SourceChange[], left: Set<SourceChange>): Plugin {
  return {
    name: 'changes',
    setup({ onLoad }) {
      onLoad({ filter: /\/libs\/.*\.ts$/ }, ({ path }) => {
        const own = changes.filter((change) => change.file === relative(process.cwd(), path))
        if (own.length === 0) return undefined
        for (const change of own) left.delete(change)
        return { contents: own.reduce(applyChange, readFileSync(path, 'utf8')), loader: 'ts' }
      })
    },
  }
}

/** @throws Error when the source does not have the text, or has it twice */
function applyChange(text: string, { file, find, replace }: SourceChange): string {
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${file} has ${places} places that read: ${find}`)
  return text.replace(find, () => replace)
}
