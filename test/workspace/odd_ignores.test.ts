import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { LIMITS } from '#core'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { runGit } from '../../libs/workspace/git/run_git.js'
import { findOddRules } from '../../libs/workspace/ignores/odd_ignores.js'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())
/** Places that are not looked at before git runs. */
const LATE = ['src/.gitignore', '.git/refs/heads/main']
const signal = new AbortController().signal

/** What somebody can put in the place of a `.gitignore` or another file with rules. */
const ODD: Record<string, (path: string) => void> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a pipe': (path) => {
    execFileSync('mkfifo', [`${path}.pipe`])
    symlinkSync(`${path}.pipe`, path)
  },
  'a link to an endless device': (path) => symlinkSync('/dev/zero', path),
  'larger than any real one': (path) =>
    writeFileSync(path, Buffer.alloc(LIMITS.projectFileBytes + 1, 'x')),
}

function open(t: Test, files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'odd-')))
  t.teardown(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const workspace = openWorkspace({ root, deny: [], env: process.env })
  const call = async (name: string, given: Record<string, unknown>) => {
    const checked = registry.validate({ id: 'c', name, arguments: given })
    if (!checked.ok) throw new Error(checked.message)
    return (await checked.tool.run(checked.input, toolContext(workspace))).text
  }
  return { root, workspace, call }
}

for (const [kind, make] of Object.entries(ODD))
  for (const place of ['.gitignore', 'src/deep/.gitignore'])
    t.test(`a search is not held by ${place} as ${kind}, and says so`, async (t) => {
      const { root, workspace, call } = open(t, {
        'a.txt': 'needle\n',
        'src/deep/b.txt': 'needle\n',
        'src/.gitignore': '*.log\n',
        'src/c.log': 'needle\n',
      })
      make(join(root, place))
      for (const tool of ['grep', 'glob']) {
        const pattern = tool === 'grep' ? 'needle' : '**/*.{txt,log}'
        const text = await call(tool, { pattern })
        t.match(text, /a\.txt[\s\S]*src\/deep\/b\.txt/, tool)
        t.notMatch(text, /c\.log(?! \(ignored)/, 'the lines of other files apply')
        // A nested file that ripgrep reads to its end in no time needs no other way.
        if (kind !== 'larger than any real one' || place === '.gitignore')
          t.match(text, `${place}: a pipe, a device or too large, so its lines were not applied`)
        t.notMatch(text, 'did not end in time')
      }
      const { paths, truncated } = await workspace.listAll(signal)
      t.equal(truncated, false)
      t.ok(paths.includes('src/deep/b.txt'))
    })

t.test('git is not run, or is ended, where it would wait at such a file', async (t) => {
  for (const place of [
    '.gitignore',
    'src/.gitignore',
    '.gitattributes',
    '.git/info/exclude',
    '.git/config',
    '.git/packed-refs',
    '.git/index',
    '.git/objects/info/alternates',
    '.git/refs/heads/main',
  ]) {
    const { root, workspace } = open(t, { 'src/a.txt': 'x\n' })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root })
    git('init', '-q', '-b', 'main')
    git('add', '.')
    git('commit', '-qm', 'one')
    writeFileSync(join(root, 'src/a.txt'), 'two\n')
    rmSync(join(root, place), { force: true })
    execFileSync('mkfifo', [join(root, place)])
    const at = { root, env: process.env }
    const { code, stderr } = await runGit(at, ['status', '--porcelain', '--', '.'])
    t.equal(code, null, place)
    t.match(stderr, /^git would wait at .* no regular file/, place)
    t.notMatch(stderr, 'took more than', place)
    const bounds = { timeoutMs: LIMITS.gitMs, signal }
    t.equal(await workspace.gitState({ most: 3, ...bounds }), null, place)
    const snapshots = workspace.openSnapshots(join(root, '..', `store-${process.pid}`))
    t.teardown(() =>
      rmSync(join(root, '..', `store-${process.pid}`), { recursive: true, force: true }),
    )
    const before = await snapshots.take(signal)
    // Such a file is found while git runs: then commands are not covered, and a note says why.
    if (!LATE.includes(place)) t.ok(before?.files.has('src/a.txt'), place)
  }
})

t.test(
  'a pipe that appears changes no file for the snapshots, in one run and after a kill',
  async (t) => {
    const { root, workspace } = open(t, { 'a.txt': 'x\n' })
    execFileSync('git', ['init', '-q'], { cwd: root })
    const store = join(t.testdir(), 'store')
    const first = workspace.openSnapshots(store)
    first.startTask('t_1')
    const before = await first.take(signal)
    if (before === null) return t.fail('no snapshot')
    first.keepTask()
    first.keepCall('c1', before)
    execFileSync('mkfifo', [join(root, '.gitignore')])
    t.same(await first.changesSince(before, signal), [], 'in the same run')
    const resumed = workspace.openSnapshots(store)
    resumed.startTask('t_1')
    t.equal(resumed.beforeCall('c1'), null, 'what was kept cannot be compared')
    t.same((await resumed.lookAtTask(signal))?.changes ?? [], [])
    const now = await resumed.take(signal)
    if (now === null) return t.fail('no snapshot')
    writeFileSync(join(root, 'a.txt'), 'y\n')
    const changes = await resumed.changesSince(now, signal)
    t.same(
      changes.map(({ path }) => path),
      ['a.txt'],
      'later changes are found',
    )
  },
)

t.test('a line that is no pattern does not end the search for such files', async (t) => {
  const { root } = open(t, {
    '.gitignore': `${'x'.repeat(70_000)}\n[z-a]\n`,
    'src/a.txt': 'x\n',
  })
  t.equal(await findOddRules(root, signal), null)
  execFileSync('mkfifo', [join(root, 'src/.gitignore')])
  t.equal(await findOddRules(root, signal), join(root, 'src/.gitignore'))
  t.equal(await findOddRules(root, AbortSignal.abort()), null)
})
