import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * TypeScript 7 is native and needs a third of the time of TypeScript 5, which stays for the tools that call a compiler from
 * JavaScript: 7 has no such interface. Both packages call their program `tsc`, so it is named by its place.
 */
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc')
/** Not the one of tsconfig.json: a run of the other compiler would replace it. */
const KNOWN_TYPES = join(ROOT, 'node_modules/.cache/types.native.tsbuildinfo')

/** [what is checked, program, arguments]: all run, so that one run shows every error. The longest is first. */
const CHECKS = [
  ['types', COMPILER, ['--project', '.', '--pretty', 'false', '--tsBuildInfoFile', KNOWN_TYPES]],
  ['import law', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'libs', 'apps']],
  ['dead code', 'knip', ['--no-progress']],
  // What runs in the browser knows a document and no Node.
  ['types of the page', COMPILER, ['--project', 'libs/relay/page/browser', '--pretty', 'false']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['folder law', process.execPath, ['scripts/folder_law.mjs']],
]

async function check([name, program, args]) {
  const begun = performance.now()
  const { code, output } = await run(program, args)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const verdict = code === 0 ? 'ok    ' : 'not ok'
  console.log(`${verdict} ${seconds.padStart(6)} s  ${name} (${basename(program)})`)
  if (code !== 0) console.log(output.trimEnd())
  return code === 0
}

/** @returns the exit code, or null with the reason in the output */
function run(program, args) {
  const path = isAbsolute(program) ? program : join(ROOT, 'node_modules/.bin', program)
  const child = spawn(path, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  return new Promise((done) => {
    child.once('error', (error) => done({ code: null, output: error.message }))
    child.once('close', (code, signal) => done({ code, output: `${output}${signal ?? ''}` }))
  })
}

// One for each processor at a time.
const queue = [...CHECKS]
const results = []
async function work() {
  for (let next = queue.shift(); next !== undefined; next = queue.shift())
    results.push(await check(next))
}
await Promise.all(cpus().map(work))
process.exitCode = results.every(Boolean) ? 0 : 1
