import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'

/** Every file that the program reads by itself to find out how a project is tested and checked. */
const NAMES = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  '.flake8',
  'pom.xml',
  'CMakeLists.txt',
  'Cargo.toml',
  'GNUmakefile',
  'makefile',
  'Makefile',
  'tests/test_a.py',
  '.gitignore',
]
const LARGE_BYTES = 50 * 1_048_576

/** What may be there in place of a usual file. */
const STATES: Record<string, (path: string) => void> = {
  'a folder': (path) => mkdirSync(path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'an unreadable file': (path) => {
    writeFileSync(path, '{"scripts":{"test":"x"}}')
    chmodSync(path, 0o000)
  },
  'a file of 50 MB': (path) => writeFileSync(path, Buffer.alloc(LARGE_BYTES, ' ')),
  'a file of empty lines': (path) => writeFileSync(path, '\n'.repeat(1_000_000)),
  'binary data': (path) => writeFileSync(path, Buffer.from([0, 255, 254, 0, 1])),
  'a link to itself': (path) => symlinkSync(path, path),
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'deep brackets': (path) => writeFileSync(path, '['.repeat(500_000)),
  'JSON of another shape': (path) => writeFileSync(path, '{"scripts":[null,{"test":[]}],"a":null}'),
  null: (path) => writeFileSync(path, 'null'),
}

function open(t: Test) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'siege-')))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  return { root, workspace: openWorkspace({ root, deny: [], env: process.env, engine: 'walk' }) }
}

for (const [state, make] of Object.entries(STATES))
  t.test(`discovery neither throws nor waits where a file is ${state}`, async (t) => {
    for (const name of NAMES) {
      const { root, workspace } = open(t)
      mkdirSync(dirname(join(root, name)), { recursive: true })
      make(join(root, name))
      for (const [what, look] of Object.entries({
        tests: () => workspace.discoverTests(),
        linters: () => workspace.planDiagnosis(),
        project: () => workspace.testProject(),
        'make test': () => workspace.testProject('make test'),
        'npm test': () => workspace.testProject('npm test'),
        scope: () => workspace.testScope('make test'),
        blocking: () => workspace.blocksForeground('npm run dev'),
      }))
        t.doesNotThrow(look, `${what} with ${name}`)
      t.ok(await workspace.glob({ pattern: '**/*' }), `a search with ${name}`)
    }
  })

t.test('a file in the place of a folder is no folder', (t) => {
  for (const name of ['tests', 'test', 'spec', 'go.mod', 'a']) {
    const { root, workspace } = open(t)
    writeFileSync(join(root, 'go.mod'), 'module x\n')
    rmSync(join(root, name), { force: true })
    writeFileSync(join(root, name), 'x')
    t.doesNotThrow(() => workspace.discoverTests(), name)
    t.doesNotThrow(() => workspace.planDiagnosis(), name)
  }
  t.end()
})

t.test('where a repository names its branch, nothing throws or waits', (t) => {
  for (const [state, make] of Object.entries(STATES).filter(([state]) => !state.includes('MB')))
    for (const name of ['.git', '.git/HEAD']) {
      const { root, workspace } = open(t)
      mkdirSync(dirname(join(root, name)), { recursive: true })
      make(join(root, name))
      const place = workspace.gitPlace()
      t.equal(place?.branch ?? null, null, `${state} as ${name}`)
    }
  t.end()
})

t.test('a search works where .gitignore is a link to itself', async (t) => {
  const { root, workspace } = open(t)
  symlinkSync('.gitignore', join(root, '.gitignore'))
  writeFileSync(join(root, 'a.txt'), 'x\n')
  t.match(await workspace.grep({ pattern: 'none of it' }), { ok: true })
})
