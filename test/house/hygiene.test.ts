import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { codeFiles, readText, trackedFiles } from './tree.js'

// The patterns are written so that they do not match themselves.
const MACHINE =
  /\/work\/(?:main|shared|\.)|(?<!\/proc\/\w+)\/(?:root|farm)\/[\w.]|\/tmp\/bash_job[s]|\/Users\/\w+\//
const REGISTRY =
  /registry\.npmj[s]|"resolve[d]":|^\s*registr[y]\s*=|(?:verdaccio|artifactory|nexus)[.:/]/m

t.test('no file names a path of one machine or the host of a registry', async (t) => {
  for (const file of trackedFiles()) {
    if (!statSync(file).isFile()) continue
    const bytes = readFileSync(file)
    if (bytes.includes(0)) continue
    const text = bytes.toString()
    const found = [MACHINE.exec(text)?.[0], REGISTRY.exec(text)?.[0]].filter(Boolean)
    if (found.length > 0) t.fail(`${file}: ${found.join(', ')}`)
  }
  t.pass('all were read')
})

t.test('every dependency is pinned exactly, and every install script is known', async (t) => {
  const manifest = JSON.parse(readText('package.json'))
  const pins = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const [name, version] of Object.entries(pins)) {
    // A second version of a package has a name of its own here.
    t.match(version, /^(?:npm:[\w/@-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/, `${name} ${version}`)
  }
  const lock = JSON.parse(readText('package-lock.json'))
  t.same(lock.packages[''].dependencies, manifest.dependencies, 'the lock file is in step')
  t.same(lock.packages[''].devDependencies, manifest.devDependencies, 'the lock file is in step')
  const scripted = Object.entries<{ hasInstallScript?: boolean; os?: string[] }>(lock.packages)
    .filter(([, entry]) => entry.hasInstallScript && !entry.os)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  t.same(Object.keys(manifest.allowScripts).sort(), [...new Set(scripted)].sort())
})

t.test(
  'npm ci can use the lock file on every platform; fix with scripts/complete_lock.mjs',
  async (t) => {
    const script = pathToFileURL(join(process.cwd(), 'scripts/complete_lock.mjs')).href
    const { missingPlatforms } = (await import(script)) as {
      missingPlatforms(lock: unknown): Record<string, unknown>
    }
    const packages = {
      'node_modules/a': {
        dev: true,
        optionalDependencies: { 'a-linux-x64-musl': '1.2.3', b: '1.0.0' },
      },
      'node_modules/b': { version: '1.0.0' },
    }
    t.same(missingPlatforms({ packages }), {
      'node_modules/a-linux-x64-musl': {
        version: '1.2.3',
        cpu: ['x64'],
        libc: ['musl'],
        os: ['linux'],
        dev: true,
        optional: true,
      },
    })
    t.same(Object.keys(missingPlatforms(JSON.parse(readText('package-lock.json')))), [])
  },
)

/** What no code of ours holds: [folders, pattern, why]. */
const BANNED: [string[], RegExp, string][] = [
  [
    ['libs', 'apps', 'scripts', 'bench', 'test'],
    /(?:\/\/|\*) *(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/,
    'finish it',
  ],
  [
    ['libs', 'apps', 'scripts', 'bench', 'test'],
    /biome-ignor[e]|@ts-(?:ignor|expect|nochec)/,
    'fix it',
  ],
  [['libs', 'apps', 'bench', 'test'], /\bas an[y]\b|: an[y]\b(?! )/, 'give it a type'],
  [['test'], /\.onl[y]\(|\bonl[y]: true/, 'all tests run'],
  [['libs'], /\bprocess\.env\b/, 'settings are read once, at the door'],
  [['libs'], /\bconsole\.\w+\(/, 'a room returns; only programs and the terminal write'],
  [['libs', 'apps'], /^export \* from/m, 'a door names what goes through it'],
]

t.test('style rules that a pattern can check hold everywhere', async (t) => {
  for (const [folders, pattern, why] of BANNED) {
    const found = codeFiles(...folders).filter((file) => pattern.test(readText(file)))
    t.same(found, [], `${pattern.source}: ${why}`)
  }
})

t.test('files and folders are named for what they do', async (t) => {
  const names = codeFiles('libs', 'apps')
  const vague = /(?:^|[/_])(?:utils?|helpers?|common|managers?|services?|base|misc)(?:[/.]|$)/
  t.same(
    names.filter((name) => vague.test(name)),
    [],
    'no name that could hold anything',
  )
  t.same(
    names.filter((name) => /[A-Z-]/.test(name)),
    [],
    'words are joined by an underscore',
  )
})
