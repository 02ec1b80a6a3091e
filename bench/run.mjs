import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from '../scripts/build.mjs'
import { sourcePlugin } from '../scripts/source_plugin.mjs'

// Usage: node bench/run.mjs NAME … [--OPTION VALUE …], where bench/NAME/*.ts each export default async (words) => object;
// NAME/FILE runs one of them. What begins with the first option goes to the file.
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
  const program = join(CACHE, `${name}-${file}.mjs`)
  const answer = join(CACHE, `${name}-${file}.json`)
  await bundle(`./${name}/${file}.js`, `${name}-${file}`)
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
  const result = {
    bench: `${name}/${file}`,
    machine: describeMachine(),
    result: JSON.parse(readFileSync(answer, 'utf8')),
  }
  // What could not be measured here does not replace what was.
  if (result.result.skipped !== undefined) {
    console.log(`skipped ${name}/${file}: ${result.result.skipped}`)
    return
  }
  const folder = saves ? 'bench/results' : 'node_modules/.cache/aircoder-bench/results'
  mkdirSync(join(ROOT, folder), { recursive: true })
  const path = join(folder, `${name}-${file}.json`)
  writeFileSync(join(ROOT, path), `${JSON.stringify(result, null, 2)}\n`)
  // A bench that shows a table of its runs while they end needs no second list of them.
  console.log(JSON.stringify(result.result.sums ?? result.result, null, 2))
  console.log(`${path} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

function bundle(source, name) {
  const contents = `import run from '${source}'
import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], JSON.stringify(await run(process.argv.slice(3))))`
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

function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  }
}
