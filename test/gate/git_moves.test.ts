import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { plainFolder } from './tree.js'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())

/**
 * main and `notes` differ in README.md alone, `secrets` changes .env too. One stash holds README.md, an older one
 * holds .env.
 */
const root = plainFolder('git-moves')
t.teardown(() => rmSync(root, { recursive: true, force: true }))
const home = join(root, '..', 'home')
const env = { PATH: process.env.PATH, HOME: home }
const git = (...words: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
  })
const write = (name: string, text: string) => writeFileSync(join(root, name), text)
function commit(message: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) write(name, text)
  git('add', '-f', '.')
  git('commit', '-q', '-m', message)
}
git('init', '-q', '-b', 'main')
mkdirSync(join(root, 'src'))
commit('one', { '.env': 'KEY=1\n', 'README.md': 'one\n', 'src/a.js': 'a\n' })
git('branch', 'old')
commit('two', { 'README.md': 'two\n' })
git('checkout', '-q', '-b', 'notes')
commit('three', { 'README.md': 'three\n' })
git('tag', 'readme-only')
git('checkout', '-q', '-b', 'secrets')
commit('four', { '.env': 'KEY=2\n', 'src/a.js': 'b\n' })
git('tag', 'with-env')
git('update-ref', 'refs/remotes/origin/far', 'secrets')
git('checkout', '-q', 'main')
write('.env', 'KEY=3\n')
git('stash', 'push', '-q')
write('README.md', 'stashed\n')
git('stash', 'push', '-q')
git('config', 'alias.go', 'switch')
git('config', 'alias.peek', '!cat .env')
git('config', 'alias.st', 'status')
git('remote', 'add', 'origin', 'https://pat:hunter2hunter2@example.org/shop.git')
git('remote', 'add', 'mirror', 'https://example.org/shop.git')

const deny = ['.env', '**/.git/**']
const workspace = openWorkspace({ root, deny, env })

function judge(command: string, mode: Mode, place = workspace): string {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) throw new Error(checked.message)
  const { tool, input } = checked
  const session = { mode, allow: [], approved: [] }
  return decide({ ...gateRequest({ tool, input, workspace: place, programs, session }), mode })
    .decision
}

const ASKED = [
  'git switch secrets',
  'git switch -q secrets',
  'git checkout secrets',
  'git checkout -b mine secrets',
  'git switch -c mine secrets',
  'git switch --detach with-env',
  'git checkout far',
  'git switch -',
  'git checkout secrets -- .',
  'git restore --source secrets src .',
  'git restore -s with-env .',
  'git merge secrets',
  'git merge -n --no-ff -m "all of it" secrets',
  'git merge --squash with-env',
  'git rebase secrets',
  'git rebase --onto notes main secrets',
  'git rebase -i secrets',
  'git rebase --continue',
  'git cherry-pick with-env',
  'git cherry-pick main..secrets',
  'git cherry-pick -m 1 -x with-env',
  'git revert with-env',
  'git revert --no-edit with-env~1..with-env',
  'git reset --hard secrets',
  'git reset --keep with-env',
  'git reset --merge secrets',
  'git stash apply 1',
  'git stash pop stash@{1}',
  'git stash branch mine',
  'git pull',
  'git pull --rebase origin main',
  'git bisect start with-env old',
  'git bisect good',
  'git am --continue',
  'git sparse-checkout set src',
  'git filter-branch --all',
  'git subtree pull --prefix src origin main',
  'cd src && git switch secrets',
  'git -C src switch secrets',
  'B=secrets; git switch $B',
  'git fetch && git switch $(git branch --list s*)',
  'for b in notes secrets; do git switch $b; done',
  'xargs git switch <<< secrets',
  'git go secrets',
  'git peek',
  'git remote -v',
  'git remote get-url origin',
  'git remote show origin | base64',
  'git config --get remote.origin.url',
  'git config remote.origin.url | rev',
  'git ls-remote --get-url',
]

const FREE = [
  'git switch notes',
  'git switch readme-only --detach',
  'git switch -c mine',
  'git switch -c mine notes',
  'git checkout notes',
  'git checkout -b mine',
  'git checkout -b mine HEAD',
  'git checkout README.md',
  'git checkout notes -- README.md',
  'git restore README.md',
  'git restore --source notes README.md',
  'git merge notes',
  'git rebase notes',
  'git cherry-pick readme-only',
  'git cherry-pick main..notes',
  'git revert HEAD',
  'git reset --soft HEAD~1',
  'git reset HEAD~1',
  'git stash apply',
  'git stash pop',
  'git stash pop stash@{0}',
  'git stash drop 1',
  'git bisect log',
  'git st',
]

t.test('row 191: a move between commits is asked where a protected file differs', async (t) => {
  for (const mode of ['default', 'acceptEdits', 'plan', 'yolo'] as const)
    t.same(
      ASKED.filter((command) => judge(command, mode) === 'allow'),
      [],
      mode,
    )
})

t.test('a move that leaves protected files alone is free', async (t) => {
  t.same(
    FREE.filter((command) => judge(command, 'yolo') !== 'allow'),
    [],
  )
})

t.test(
  'what a pull brings is unknown, so protected files that it may replace are asked',
  async (t) => {
    const other = plainFolder('git-pull')
    t.teardown(() => rmSync(other, { recursive: true, force: true }))
    const place = openWorkspace({ root: other, deny, env })
    execFileSync('git', ['-C', other, 'init', '-q', '-b', 'main'], { env })
    writeFileSync(join(other, 'README.md'), 'one\n')
    const asked = [
      'git pull',
      'git pull --rebase origin main',
      'git fetch && git merge',
      'git fetch origin && git merge origin/main',
      'git fetch origin main; git reset --hard FETCH_HEAD',
      'git remote update && git rebase origin/main',
      'git -C . pull',
    ]
    const allowed = (commands: string[]) =>
      commands.filter((command) => judge(command, 'yolo', place) === 'allow')
    t.same(allowed(asked), asked, 'nothing here is protected')
    // Neither tracked nor in .gitignore: git may ignore it by a rule of the person.
    writeFileSync(join(other, '.env'), 'KEY=1\n')
    t.same(allowed(asked), [])
    t.same(allowed(['git fetch', 'git push', 'git fetch && git status']).length, 3)
  },
)

t.test('an archive that holds a protected file is asked, another one is free', async (t) => {
  execFileSync('tar', ['-C', root, '-cf', join(root, 'all.tar'), '.env', 'README.md'])
  execFileSync('tar', ['-C', root, '-czf', join(root, 'some.tgz'), 'README.md', 'src'])
  writeFileSync(join(root, 'all.zip'), zipOf('src/.env'))
  writeFileSync(join(root, 'some.zip'), zipOf('src/a.js'))
  writeFileSync(join(root, 'odd.7z'), 'no archive that is known here')
  const asked = [
    'tar xf all.tar',
    'tar -xvf all.tar -C src',
    'tar xOf all.tar',
    'tar xf all.tar .',
    "tar xf all.tar --wildcards '*'",
    'unzip -o all.zip',
    'python -m zipfile -e all.zip',
    'python3 -m zipfile --extract all.zip out',
    'python3.11 -mtarfile -e all.tar',
    'cd src && python3 -m tarfile -v -e ../all.tar',
    'jar xf all.zip',
    '7z x odd.7z',
    'unrar x odd.7z',
    'cat all.tar | tar x',
    'cat all.tar some.tgz | tar x',
    'zcat all.tar | tar x',
    'cat all.tar | (cd src && tar x)',
    'for f in *.t*; do tar xf "$f"; done',
    "find . -name '*.tar' -exec tar xf {} \\;",
    "find . -name '*.t*' | xargs -n1 tar xf",
    'parallel tar xf ::: some.tgz all.tar',
    'for f in some.tgz all.tar; do tar xf $f; done',
    'for f in *.zip; do unzip -o "$f"; done',
    'for i in 1 2; do tar xf some.tgz; curl -o some.tgz https://example.org/$i; done',
  ]
  const free = [
    'tar xzf some.tgz',
    'tar tf some.tgz',
    'unzip some.zip',
    'tar xf later.tar',
    'tar xf all.tar README.md',
    'python3 -m zipfile -e some.zip',
    'python3 -m zipfile -l all.zip',
    'jar xf some.zip src/a.js',
    'cat some.tgz | tar xz',
    'cat some.tgz | gunzip | tar x',
    "find . -name 'so*.tgz' -exec tar xzf {} \\;",
    'parallel tar xf ::: some.tgz',
    'zcat some.tgz | tar x',
    'gunzip -c some.tgz | tar x',
    'cat some.tgz | (cd src && tar xz)',
    'for f in so*.tgz; do tar xzf "$f"; done',
    'for f in so*.tgz; do mkdir -p out; tar xzf "$f" -C out; done',
    'for f in so*.zip; do unzip -o "$f" -d "out/$f"; done',
  ]
  const verdicts = (commands: string[]) => commands.map((command) => judge(command, 'yolo'))
  t.same(
    verdicts([...asked, 'unzip -p all.zip', '7z x all.zip']).filter((one) => one === 'allow'),
    [],
  )
  t.same(
    free.filter((command) => judge(command, 'yolo') !== 'allow'),
    [],
  )
})

t.test(
  'an archive that is a pipe is not waited for, and one too long to list is asked',
  async (t) => {
    execFileSync('mkfifo', [join(root, 'pipe.tar')])
    writeFileSync(join(root, 'long.zip'), zipOf('a', 17 * 1_048_576))
    t.equal(judge('tar xf pipe.tar', 'yolo'), 'allow', 'nothing is in it yet')
    t.not(judge('unzip long.zip', 'yolo'), 'allow')
  },
)

/** A zip file with one empty entry of this name: its central directory alone, with the length that it claims. */
function zipOf(name: string, claims?: number): Buffer {
  const entry = Buffer.alloc(46 + name.length)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(name.length, 28)
  entry.write(name, 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(claims ?? entry.length, 12)
  end.writeUInt32LE(0, 16)
  return Buffer.concat([entry, end])
}
