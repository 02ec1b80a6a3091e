import { spawnSync } from 'node:child_process'
import { basename, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** [what is checked, program, arguments]: all run, so that one run shows every error. */
const CHECKS = [
  ['types', 'tsc', ['--project', '.', '--pretty', 'false']],
  // What runs in the browser knows a document and no Node.
  ['types of the page', 'tsc', ['--project', 'libs/relay/page/browser', '--pretty', 'false']],
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['import law', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'libs', 'apps']],
  ['folder law', process.execPath, ['scripts/folder_law.mjs']],
  ['dead code', 'knip', ['--no-progress']],
]

const results = CHECKS.map(([name, program, args]) => {
  const begun = performance.now()
  const { status, signal, error, stdout, stderr } = spawnSync(
    isAbsolute(program) ? program : join(ROOT, 'node_modules/.bin', program),
    args,
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 << 20 },
  )
  const ok = status === 0
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `${ok ? 'ok    ' : 'not ok'} ${seconds.padStart(6)} s  ${name} (${basename(program)})`,
  )
  if (!ok)
    console.log([stdout, stderr, error?.message, signal].filter(Boolean).join('\n').trimEnd())
  return ok
})

process.exitCode = results.every(Boolean) ? 0 : 1
