import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Usage: node scripts/optional.mjs — installs what only some tests need, beside the locked packages.
// Ends with 0 also when that fails: those tests then skip and say why.

const VERSION = '3.22.1'
/** The user's cache: outside the repository, and `npm ci` does not clear it. */
export const OPTIONAL_DIR =
  process.env.AIRCODER_OPTIONAL_DIR ||
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'aircoder-optional')
const PLACE = join(OPTIONAL_DIR, `node-llama-cpp-${VERSION}`)
/** Where the package is after that. */
export const FOLDER = join(PLACE, 'node_modules/node-llama-cpp')
const LIMIT_MS = 300_000

/** The binding for the processor alone. Without --omit=optional npm would bring those for CUDA and Vulkan too. */
const BINDINGS = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
}

function main() {
  const binding = BINDINGS[`${process.platform}-${process.arch}`]
  const packages = [`node-llama-cpp@${VERSION}`, `@node-llama-cpp/${binding}@${VERSION}`]
  const failed = binding === undefined ? 'no ready binary for this machine' : install(packages)
  console.log(
    failed === null
      ? `optional: node-llama-cpp is in ${FOLDER}`
      : `optional: no node-llama-cpp (${failed}); the tests of the embedded engine will skip`,
  )
}

/** Gives why it failed, or null. */
function install(packages) {
  // Written last: a broken installation is done again.
  const done = join(PLACE, 'done')
  if (existsSync(done)) return null
  mkdirSync(PLACE, { recursive: true })
  // A package file of its own: npm would else go up to ours and change it.
  writeFileSync(join(PLACE, 'package.json'), '{ "private": true }\n')
  // Its install script only offers to compile; the binding is ready as it comes.
  const args = [
    'install',
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...packages,
  ]
  const { status, signal, error, stderr } = spawnSync('npm', args, {
    cwd: PLACE,
    encoding: 'utf8',
    timeout: LIMIT_MS,
    shell: process.platform === 'win32',
  })
  if (status === 0) {
    writeFileSync(done, '')
    return null
  }
  const said = (stderr ?? '').split('\n').filter((line) => line.startsWith('npm error'))
  return [error?.message, signal, said[0]].filter(Boolean).join(', ') || `npm ended with ${status}`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
