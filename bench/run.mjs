import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { BANNER, EXTERNAL } from '../scripts/build.mjs'
import { sourcePlugin } from '../scripts/source_plugin.mjs'

// Usage: node bench/run.mjs NAME …, where bench/NAME/*.ts each export default async () => object;
// NAME/FILE runs one of them.
// Every file runs bundled in a process of its own; what it returns goes to bench/results/NAME-FILE.json.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Below node_modules, so that a bundle finds what it leaves outside.
const CACHE = join(ROOT, 'node_modules/.cache/aircoder-bench')
const RESULTS = join(ROOT, 'bench/results')

const names = process.argv.slice(2)
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
  const { status, signal } = spawnSync(process.execPath, [program, answer], {
    cwd: ROOT,
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
  const path = join('bench/results', `${name}-${file}.json`)
  writeFileSync(join(ROOT, path), `${JSON.stringify(result, null, 2)}\n`)
  console.log(JSON.stringify(result.result, null, 2))
  console.log(`${path} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

function bundle(source, name) {
  const contents = `import run from '${source}'
import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2], JSON.stringify(await run()))`
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
