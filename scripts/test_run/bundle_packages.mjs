import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-packages')
const DOMAIN = fileURLToPath(new URL('./domain.mjs', import.meta.url))
const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);"

/** Changes the names in the cache when this file or the domain changes. */
const OWN = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(readFileSync(DOMAIN))
  .digest('hex')
  .slice(0, 8)

/** Packages of hundreds of small files that nearly every test loads; one file each loads twice as fast. */
const BUNDLED = ['tap', 'zod', 'fast-check', 'fastify', 'openai']

/** Random cases are those of the day, as the samples of test/kit/rotation.ts: what CI will try can be tried before. A siege has new ones. */
const SEED_OF_THE_DAY = `import check from 'fast-check'
const { AIRCODER_SIEGE, AIRCODER_ROTATION: day = Math.floor(Date.now() / 86_400_000) } = process.env
if (AIRCODER_SIEGE !== '1') check.configureGlobal({ ...check.readConfigureGlobal(), seed: Number(day) })
`

/** What is added to a package; `export *` of a CommonJS one gives no names, so they are written out. */
const EXPORTS = {
  'fast-check': `${SEED_OF_THE_DAY}${exportsOf('fast-check')}`,
  fastify: "import fastify from 'fastify'; export { fastify }; export default fastify",
}

/** The bundle of a package for the loader, or null where there is none. */
export function bundleOf(name) {
  if (!BUNDLED.includes(name)) return null
  const file = bundleFile(name)
  return existsSync(file) ? file : null
}

/** Bundles the packages that are not in the cache yet. A cache that cannot be written is no error. */
export async function bundlePackages() {
  const missing = BUNDLED.filter((name) => !existsSync(bundleFile(name)))
  if (missing.length === 0) return
  const { build } = await import('esbuild')
  try {
    mkdirSync(CACHE, { recursive: true })
    await Promise.all(missing.map((name) => bundlePackage(name, build)))
  } catch {
    // The packages are then loaded from node_modules.
  }
}

async function bundlePackage(name, build) {
  await build({
    stdin: { contents: EXPORTS[name] ?? exportsOf(name), resolveDir: ROOT },
    outfile: bundleFile(name),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: REQUIRE },
    alias: { 'async-hook-domain': DOMAIN },
    logLevel: 'silent',
  })
}

// The packages are not loaded here: tap would start a run of its own in this process.
function exportsOf(name) {
  return `export * from '${name}'; export { default } from '${name}'`
}

function bundleFile(name) {
  const { version } = JSON.parse(readFileSync(manifestOf(name), 'utf8'))
  return join(CACHE, `${name}-${version}-${OWN}.mjs`)
}

function manifestOf(name) {
  return join(ROOT, 'node_modules', name, 'package.json')
}
