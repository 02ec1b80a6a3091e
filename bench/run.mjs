import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from '../scripts/build.mjs'
import { sourcePlugin } from '../scripts/source_plugin.mjs'
import { writeResult } from './write_result.mjs'

// Usage: node bench/run.mjs NAME … [--OPTION VALUE …], where bench/NAME/*.ts each export default async (words, keep) => object;
// NAME/FILE runs one of them. What begins with the first option goes to the file. keep(object) writes a part of what the file
// will return, so that a run that is stopped loses nothing.
// Every file runs bundled in a process of its own; what it returns goes to bench/results/NAME-FILE.json. With options it
// goes there only if `--save` is the last of them: a part of a measurement does not replace the whole, unless the file
// adds it to what AIRCODER_BENCH_BEFORE names.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-bench')
const RESULTS = join(ROOT, 'bench/results')

const words = process.argv.slice(2)
const first = words.findIndex((word) => word.startsWith('--'))
const names = first === -1 ? words : words.slice(0, first)
const given = first === -1 ? [] : words.slice(first)
const saves = given.length === 0 || given.at(-1) === '--save'
const options = given.filter((word) => word !== '--save')
if (names.length === 0) {
  const known = readdirSync(join(ROOT, 'bench'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'results')
    .map((entry) => entry.name)
  console.error(`Name what to measure: ${known.join(', ')}`)
  process.exit(2)
}

mkdirSync(CACHE, { recursive: true })
mkdirSync(RESULTS, { recursive: true })
for (const asked of names) {
  const [name, one] = asked.split('/')
  const files = readdirSync(join(ROOT, 'bench', name)).filter(
    (file) => file.endsWith('.ts') && (one === undefined || file === `${one}.ts`),
  )
  for (const file of files.sort()) await measure(name, file.replace(/\.ts$/, ''))
}

async function measure(name, file) {
  const folder = saves ? 'bench/results' : 'node_modules/.cache/aircoder-bench/results'
  const path = join(folder, `${name}-${file}.json`)
  const program = join(CACHE, `${name}-${file}.mjs`)
  const answer = join(CACHE, `${name}-${file}.json`)
  await bundle(`./${name}/${file}.js`, `${name}-${file}`, join(ROOT, path))
  const begun = performance.now()
  // A bench that is run in parts adds them to what is saved.
  const part = saves && given.length > 0
  const before = part ? { AIRCODER_BENCH_BEFORE: join(RESULTS, `${name}-${file}.json`) } : {}
  const { status, signal } = spawnSync(process.execPath, [program, answer, ...options], {
    cwd: ROOT,
    env: { ...process.env, ...before },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    console.error(`not ok ${name}/${file}: ended with ${status ?? signal}`)
    process.exitCode = 1
    return
  }
  const result = JSON.parse(readFileSync(answer, 'utf8'))
  // What could not be measured here does not replace what was.
  if (result.skipped !== undefined) {
    console.log(`skipped ${name}/${file}: ${result.skipped}`)
    return
  }
  writeResult(join(ROOT, path), `${name}/${file}`, result)
  // A bench that shows a table of its runs while they end needs no second list of them.
  console.log(JSON.stringify(result.sums ?? result, null, 2))
  console.log(`${path} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

function bundle(source, name, path) {
  const contents = `import run from '${source}'
import { writeFileSync } from 'node:fs'
import { writeResult } from './write_result.mjs'
const keep = (part) => writeResult(${JSON.stringify(path)}, ${JSON.stringify(name.replace('-', '/'))}, part)
writeFileSync(process.argv[2], JSON.stringify(await run(process.argv.slice(3), keep)))`
  return build({
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: join(ROOT, 'bench'), loader: 'ts' },
    outdir: CACHE,
    entryNames: name,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // A worker is started from a file of its own.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    banner: { js: BANNER },
    logLevel: 'error',
    plugins: [sourcePlugin(ROOT)],
  })
}
