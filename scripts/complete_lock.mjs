import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Usage, after `npm install` has changed the lock file: node scripts/complete_lock.mjs
// npm leaves out of the lock file the binaries of other platforms when it could not look them up,
// and `npm ci` then refuses that file everywhere. The name of each one contains its platform.

const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'arm']

/**
 * Finds optional packages that a locked package names and the lock file lacks.
 * @returns  place in the lock file -> its entry, without a checksum since nobody has seen its bytes
 */
export function missingPlatforms({ packages }) {
  const found = {}
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const top = `node_modules/${name}`
      if (packages[top] || packages[`${place}/${top}`]) continue
      found[top] = { version, ...platformOf(name), ...(dev && { dev }), optional: true }
    }
  }
  return found
}

function platformOf(name) {
  const os = SYSTEMS.find((word) => name.includes(word))
  const cpu = PROCESSORS.find((word) => name.includes(word))
  const libc = os === 'linux' && /(musl|gnu)/.exec(name)?.[1]
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }),
    ...(os && { os: [os] }),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'))
  const missing = missingPlatforms(lock)
  const packages = Object.entries({ ...lock.packages, ...missing })
  packages.sort(([a], [b]) => a.localeCompare(b, 'en'))
  writeFileSync(
    LOCK,
    `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`,
  )
  console.log(`${Object.keys(missing).length} packages of other platforms added`)
}
