import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { runGit } from '#workspace'

const env = { PATH: process.env.PATH, HOME: t.testdirName }

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, env: { ...env, ...AUTHOR }, encoding: 'utf8' })
}

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.invalid',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.invalid',
}

/** A repository in which every program that git can be configured to run writes a line to a log. */
function openTrap(t: Test): { root: string; executed(): string[] } {
  const root = t.testdir({ 'a.txt': 'one\n', '.gitattributes': '*.txt filter=evil diff=evil\n' })
  const log = join(root, '.git', 'executed')
  git(root, 'init', '-q')
  git(root, '-c', 'filter.evil.clean=cat', 'add', '.')
  git(root, 'commit', '-q', '-m', 'one')
  const script = (name: string) => {
    // Relative to the root, where git starts it: a shell would split a path that has spaces.
    const path = `.git/${name}.sh`
    writeFileSync(join(root, path), `#!/bin/sh\necho ${name} >> '${log}'\ncat\n`)
    chmodSync(join(root, path), 0o755)
    return path
  }
  mkdirSync(join(root, '.git', 'hooks'), { recursive: true })
  for (const hook of ['pre-commit', 'post-commit', 'post-index-change', 'reference-transaction']) {
    writeFileSync(join(root, '.git', 'hooks', hook), `#!/bin/sh\necho ${hook} >> '${log}'\n`)
    chmodSync(join(root, '.git', 'hooks', hook), 0o755)
  }
  for (const [key, name] of Object.entries({
    'core.fsmonitor': 'fsmonitor',
    'core.pager': 'pager',
    'diff.external': 'external',
    'diff.evil.command': 'driver',
    'diff.evil.textconv': 'textconv',
    'filter.evil.clean': 'clean',
    'filter.evil.smudge': 'smudge',
    'gpg.program': 'gpg',
    'core.editor': 'editor',
  }))
    git(root, 'config', key, script(name))
  git(root, 'config', 'commit.gpgSign', 'true')
  git(root, 'config', 'filter.evil.required', 'true')
  writeFileSync(join(root, 'a.txt'), 'two\n')
  return {
    root,
    executed: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}

t.test('git runs no program that the repository configures', async (t) => {
  const { root, executed } = openTrap(t)
  const place = { root, env }
  const calls = [
    ['status', '--porcelain'],
    ['diff'],
    ['diff', 'HEAD'],
    ['log', '-p'],
    ['show', 'HEAD'],
    ['add', '-A'],
    ['commit', '-m', 'two'],
    ['checkout', 'HEAD~1', '--', 'a.txt'],
  ]
  for (const args of calls) {
    const { code, stderr } = await runGit(place, args, { env: AUTHOR })
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
  }
  t.same(executed(), [])
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one\n')
  // A plain git does run them.
  writeFileSync(join(root, 'a.txt'), 'three\n')
  git(root, 'status')
  t.match(executed().join(' '), /fsmonitor|clean/)
})

t.test('a separate index leaves the user’s index unchanged', async (t) => {
  const { root } = openTrap(t)
  const before = readFileSync(join(root, '.git', 'index'))
  const indexFile = join(root, '.git', 'snapshot-index')
  t.equal((await runGit({ root, env }, ['add', '-A'], { indexFile })).code, 0)
  const tree = await runGit({ root, env }, ['write-tree'], { indexFile })
  t.match(tree.stdout.toString(), /^[0-9a-f]{40}\n$/)
  t.same(readFileSync(join(root, '.git', 'index')), before)
})

t.test('git ends at the limits of output and time, and when it is interrupted', async (t) => {
  const { root } = openTrap(t)
  const place = { root, env }
  const input = Buffer.alloc(300_000, 'x\n')
  const hashed = await runGit(place, ['hash-object', '-w', '--stdin'], { input })
  const id = hashed.stdout.toString().trim()
  const whole = await runGit(place, ['cat-file', 'blob', id])
  t.equal(whole.stdout.length, 300_000)
  const cut = await runGit(place, ['cat-file', 'blob', id], { maxBytes: 1_000 })
  t.equal(cut.code, null)
  t.match(cut.stderr, /more than 1000 bytes/)
  t.ok(cut.stdout.length <= 1_000)
  const stuck = await runGit(place, ['-c', 'alias.hang=!sleep 60', 'hang'], { timeoutMs: 300 })
  t.match(stuck, { code: null, stderr: /more than 300 ms/ })
  const gone = await runGit(place, ['status'], { signal: AbortSignal.abort() })
  t.match(gone, { code: null, stderr: /interrupted/ })
})

t.test('returns a value without a repository, without git and without a folder', async (t) => {
  const root = t.testdir({})
  const outside = await runGit({ root, env: { ...env, GIT_DIR: '/nowhere' } }, ['status'], {
    env: { GIT_CEILING_DIRECTORIES: join(root, '..') },
  })
  t.match(outside, { code: 128, stderr: /not a git repository/ })
  t.match(await runGit({ root, env: { PATH: '/nowhere' } }, ['status']), { code: null })
  t.match(await runGit({ root: join(root, 'gone'), env }, ['status']), { code: null })
  t.match(await runGit({ root, env }, ['a\0b']), { code: null })
})
