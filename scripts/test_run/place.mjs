import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPTIONAL_DIR } from '../optional.mjs'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url))

/**
 * Variables of the person who runs the tests that would change what a test sees. Node parses NODE_EXTRA_CA_CERTS at each
 * start: three times the processor time of an empty program.
 */
const DROPPED =
  /^(?:_?TAP|XDG_|GIT_|AIRCODER_(?!REAL_|TEST_|(?:SIEGE|ROTATION|KILLS|SEED|MOMENTS)$)|LC_|LANGUAGE$|NO_COLOR$|FORCE_COLOR$|NODE_(?:OPTIONS|EXTRA_CA_CERTS)$)/

/**
 * Makes the surroundings of one test file: an empty home, a temporary folder of its own, plain language.
 * @returns  env for the process; close() removes both folders and returns what was left in them,
 *           as paths below `home/` and `tmp/`
 */
export function openPlace() {
  const root = mkdtempSync(join(tmpdir(), 'aircoder-'))
  const [home, tmp] = ['home', 'tmp'].map((name) => join(root, name))
  for (const folder of [home, tmp]) mkdirSync(folder, { mode: 0o700 })
  const kept = Object.entries(process.env).filter(([name]) => !DROPPED.test(name))
  const env = { ...toolchains(), ...Object.fromEntries(kept), HOME: home, TMPDIR: tmp, LANG: 'C' }
  const close = () => {
    const left = [home, tmp].flatMap((folder) => list(folder)).map((path) => relative(root, path))
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    return left
  }
  return { env, close }
}

// Compilers and optional packages are found below the real home; caches of programs stay in node_modules.
function toolchains() {
  const rustup = join(homedir(), '.rustup')
  return {
    ...(existsSync(rustup) ? { RUSTUP_HOME: rustup, CARGO_HOME: join(homedir(), '.cargo') } : {}),
    AIRCODER_OPTIONAL_DIR: OPTIONAL_DIR,
    npm_config_cache: join(CACHE, 'npm'),
    XDG_CACHE_HOME: join(CACHE, 'programs'),
    GOCACHE: join(CACHE, 'go-build'),
    GOPATH: join(CACHE, 'go'),
  }
}

function list(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))
}
