import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { openWorkspace, type Place } from '#workspace'

const DENY = ['.env', '*.pem', 'secret/', '**/.git/**', './build/private', 'Schlüssel']

function makeTree() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'paths-')))
  const root = join(top, 'work')
  const write = (path: string, text = 'x') => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of ['.env', 'src/app.ts', 'src/.env', 'keys/a.pem', 'secret/inner/deep.txt'])
    write(path)
  for (const path of ['.git/config', 'build/private/x', 'build/public/x', 'Schlüssel/a'])
    write(path)
  for (const path of [
    '.environment',
    'a.pem.txt',
    'secrets/a',
    'my.env',
    '.gitignore',
    'secret.txt',
  ])
    write(path)
  mkdirSync(join(top, 'outside/.git'), { recursive: true })
  writeFileSync(join(top, 'outside/plain.txt'), 'x')
  writeFileSync(join(top, 'outside/.git/config'), 'x')
  symlinkSync('../secret', join(root, 'src/way'))
  symlinkSync('../.env', join(root, 'src/settings.txt'))
  symlinkSync('app.ts', join(root, 'src/link.ts'))
  symlinkSync('../../outside', join(root, 'src/out'))
  symlinkSync('../secret/not-yet', join(root, 'src/dangling'))
  symlinkSync('loop', join(root, 'loop'))
  linkSync(join(root, '.env'), join(root, 'src/twin.txt'))
  linkSync(join(root, 'src/app.ts'), join(root, 'src/same.ts'))
  return { top, root }
}

const { top, root } = makeTree()
t.teardown(() => rmSync(top, { recursive: true }))
const workspace = openWorkspace({ root, deny: DENY, env: { HOME: join(top, 'home') } })

function find(path: string): Place {
  const place = workspace.resolve(path)
  if (!place.ok) throw new Error(place.message)
  return place
}

t.test('rows 151, 196: resolves every spelling of a path to one place, inside or outside', (t) => {
  const table: [string, string, boolean][] = [
    ['src/app.ts', 'src/app.ts', true],
    ['./src//./app.ts', 'src/app.ts', true],
    [`${root}/src/app.ts`, 'src/app.ts', true],
    ['/src', 'src', true],
    ['/new-file.txt', 'new-file.txt', true],
    ['/tmp', '../../..', false],
    ['.', '.', true],
    ['', '.', true],
    ['src/../../work/src', 'src', true],
    ['..', '..', false],
    ['../outside/plain.txt', '../outside/plain.txt', false],
    ['src/out/plain.txt', '../outside/plain.txt', false],
    ['src/way/..', '.', true],
    ['~/notes', '../home/notes', false],
    ['missing/deep/file.ts', 'missing/deep/file.ts', true],
  ]
  for (const [path, relative, inside] of table) {
    const place = find(path)
    t.equal(place.inside, inside, `${path} inside`)
    if (path !== '/tmp') t.equal(place.relative, relative, `${path} relative`)
  }
  t.equal(find('src/link.ts').kind, 'link')
  t.equal(find('src/link.ts').target, join(root, 'src/app.ts'))
  t.equal(find('src/dangling').exists, true)
  for (const path of ['a\0b', 'x'.repeat(5000), `${'n'.repeat(256)}/a`, 'loop/x'])
    t.match(
      workspace.resolve(path),
      { ok: false, message: String },
      JSON.stringify(path.slice(0, 20)),
    )
  t.end()
})

t.test('row 191: deny globs match every spelling, existing or not', (t) => {
  const denied: [string, string][] = [
    ['.env', '.env'],
    ['.ENV', '.env'],
    ['src/.env', '.env'],
    ['src/../.env', '.env'],
    [`${root}/.env`, '.env'],
    ['/.env', '.env'],
    ['src/settings.txt', '.env'],
    ['src/twin.txt', '.env'],
    ['keys/A.PEM', '*.pem'],
    ['new/deep/x.pem', '*.pem'],
    ['secret', 'secret/'],
    ['secret/inner', 'secret/'],
    ['secret/not/there/yet', 'secret/'],
    ['Secret/x', 'secret/'],
    ['src/way', 'secret/'],
    ['src/way/new', 'secret/'],
    ['src/dangling', 'secret/'],
    ['src/secret/x', 'secret/'],
    ['.git', '**/.git/**'],
    ['.git/hooks/pre-commit', '**/.git/**'],
    ['src/out/.git/config', '**/.git/**'],
    ['../outside/.git/config', '**/.git/**'],
    ['build/private/deep/x', './build/private'],
    ['Schlu\u0308ssel/a', 'Schlüssel'],
    ['Schl\u00fcssel/b', 'Schlüssel'],
  ]
  for (const [path, rule] of denied) t.equal(find(path).denied, rule, path)
  t.end()
})

t.test('a name that only resembles a denied one is not denied', (t) => {
  for (const path of [
    '.environment',
    'a.pem.txt',
    'secrets/a',
    'my.env',
    '.gitignore',
    'secret.txt',
    'src/app.ts',
    'pem',
    'src/same.ts',
    'build/public/x',
    'deep/build/private',
    '.github/workflows/x.yml',
    'src/link.ts',
    '.',
  ])
    t.equal(find(path).denied, null, path)
  t.end()
})

t.test(
  'folder rules mean the same with a slash, with stars or without; home and absolute rules work',
  (t) => {
    for (const rule of [
      'vault',
      'vault/',
      'vault/**',
      '**/vault',
      '**/vault/**',
      '~/../work/vault',
      `${root}/vault`,
      '../work/vault',
    ]) {
      const other = openWorkspace({ root, deny: [rule], env: { HOME: join(top, 'home') } })
      for (const path of ['vault', 'vault/a', 'VAULT/a/b']) {
        const place = other.resolve(path)
        t.equal(place.ok && place.denied, rule, `${rule} covers ${path}`)
      }
      const near = other.resolve('vaults/a')
      t.equal(near.ok && near.denied, null, `${rule} leaves vaults/a`)
    }
    const project = openWorkspace({
      root: join(root, 'secret'),
      deny: ['secret', '!keep'],
      env: {},
    })
    const inner = project.resolve('inner/deep.txt')
    t.equal(inner.ok && inner.denied, null, 'names above the root do not count')
    t.end()
  },
)

t.test('a rule that names a link covers the target of the link', (t) => {
  const other = openWorkspace({ root, deny: ['src/way', join(root, 'src/out/*.txt')], env: {} })
  for (const path of ['secret/inner/deep.txt', 'src/way/x', '../outside/plain.txt', 'secret/new']) {
    const place = other.resolve(path)
    t.type(place.ok && place.denied, 'string', path)
  }
  t.equal(find('src').denied, null)
  t.end()
})

t.test('a permitted place outside is open, denied files in it stay denied', (t) => {
  t.match(workspace.readFile('../outside/plain.txt'), { ok: false, code: 'outside' })
  const wider = workspace.permit([join(top, 'outside')])
  t.match(wider.readFile('../outside/plain.txt'), { ok: true, text: 'x' })
  t.match(wider.readFile('src/out/plain.txt'), { ok: true })
  t.match(wider.readFile('../outside/.git/config'), { ok: false, code: 'denied' })
  t.match(workspace.readFile('../outside/plain.txt'), { ok: false, code: 'outside' })
  t.throws(() => openWorkspace({ root: join(root, 'nowhere'), deny: [], env: {} }), {
    code: 'NOT_A_FOLDER',
  })
  t.end()
})

t.test('property: no spelling reaches a denied file (inode oracle)', (t) => {
  const secrets = [
    '.env',
    'src/.env',
    'keys/a.pem',
    'secret/inner/deep.txt',
    '.git/config',
    'build/private/x',
    'Schlüssel/a',
  ]
  const inodes = new Set(secrets.map((path) => lstatSync(join(root, path)).ino))
  inodes.add(lstatSync(join(top, 'outside/.git/config')).ino)
  const name = fc.constantFrom(
    '.',
    '..',
    '',
    'src',
    'src',
    'app.ts',
    'link.ts',
    'outside',
    'plain.txt',
    'way',
    'out',
    'secret',
    'SECRET',
    'inner',
    'deep.txt',
    '.env',
    '.Env',
    'settings.txt',
    'twin.txt',
    'keys',
    'a.pem',
    '.git',
    'config',
    'build',
    'private',
    'x',
    'work',
    'Schl\u00fcssel',
    'Schlu\u0308ssel',
    'a',
  )
  const start = fc.constantFrom(
    '',
    '/',
    './',
    `${root}/`,
    `${root}/src/../`,
    `${top}//work/`,
    '~/',
    '~/../work/',
  )
  const random = fc.tuple(start, fc.array(name, { maxLength: 7 })).map(([a, b]) => a + b.join('/'))
  const real = fc.constantFrom(
    ...secrets,
    ...['src/app.ts', 'src/link.ts', 'src/same.ts', 'src/out/plain.txt', 'secret.txt'],
    ...['src/way/inner/deep.txt', 'src/settings.txt', 'src/twin.txt', 'src/out/.git/config'],
  )
  const noise = fc.array(fc.constantFrom('', './', '/', 'src/../', 'none/../', '../work/'), {
    maxLength: 4,
  })
  const form = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.normalize('NFD'),
  )
  const mangled = fc
    .tuple(start, noise, real, form)
    .map(([a, b, path, change]) => a + b.join('').replace(/^\/+/, '') + change(path))
  const spelling = fc.oneof(random, { arbitrary: mangled, weight: 3 })
  let reached = 0
  fc.assert(
    fc.property(spelling, (path) => {
      const read = workspace.permit([top]).readFile(path)
      if (!read.ok) return true
      reached += 1
      return !inodes.has(lstatSync(find(path).target).ino)
    }),
    { numRuns: 4000 },
  )
  t.ok(reached > 20, `${reached} spellings reached an allowed file`)
  t.end()
})
