import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t, { type Test as TestContext } from 'tap'
import type { FileEdit } from '#core'
import {
  countChange,
  decodeText,
  encodeText,
  hashBytes,
  openWorkspace,
  unifiedDiff,
} from '#workspace'

const tempTag = 'i_1'

function open(t: TestContext, tree: Parameters<TestContext['testdir']>[0]) {
  const root = t.testdir(tree)
  return { root, workspace: openWorkspace({ root, deny: ['.env', 'secret'], env: {} }) }
}

const edit = (
  path: string,
  before: string | null,
  after: string | null,
  fileMode = 0o644,
): FileEdit => ({
  path,
  before: before === null ? null : Buffer.from(before),
  after: after === null ? null : Buffer.from(after),
  fileMode,
})

t.test('edits create, change and delete files, keep modes, and leave no temporary file', (t) => {
  const { root, workspace } = open(t, { 'a.txt': 'old', 'gone.txt': 'bye' })
  const result = workspace.applyEdits(
    [
      edit('a.txt', 'old', 'new', 0o755),
      edit('deep/er/b.txt', null, 'fresh', 0o600),
      edit('gone.txt', 'bye', null),
    ],
    { tempTag },
  )
  t.same(result, { ok: true })
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'new')
  t.equal(statSync(join(root, 'a.txt')).mode & 0o777, 0o755)
  t.equal(statSync(join(root, 'deep/er/b.txt')).mode & 0o777, 0o600)
  t.notOk(existsSync(join(root, 'gone.txt')))
  t.same(readdirSync(root).sort(), ['a.txt', 'deep'])
  t.end()
})

t.test('a file that changed since it was read is a conflict, and no file is written', (t) => {
  const { root, workspace } = open(t, { 'a.txt': 'one', 'b.txt': 'changed since' })
  const conflicts: FileEdit[] = [
    edit('b.txt', 'two', 'x'),
    edit('b.txt', null, 'x'),
    edit('c.txt', 'was', 'x'),
    edit('a.txt', 'one', 'again'),
  ]
  for (const bad of conflicts)
    t.match(workspace.applyEdits([edit('a.txt', 'one', 'ONE'), bad], { tempTag }), {
      ok: false,
      code: 'conflict',
      path: bad.path,
    })
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one')
  t.same(readdirSync(root).sort(), ['a.txt', 'b.txt'])
  t.end()
})

t.test('refuses links, folders, denied files and places outside', (t) => {
  const { root, workspace } = open(t, { 'a.txt': 'one', '.env': 'K=1' })
  mkdirSync(join(root, 'folder'))
  symlinkSync('a.txt', join(root, 'link.txt'))
  symlinkSync('nowhere', join(root, 'dangling'))
  linkSync(join(root, '.env'), join(root, 'twin'))
  const refuse = (change: FileEdit) => workspace.applyEdits([change], { tempTag })
  t.match(refuse(edit('link.txt', 'one', 'x')), {
    ok: false,
    code: 'io',
    message: /symbolic link to .*a\.txt/,
  })
  t.match(refuse(edit('dangling', null, 'x')), { ok: false, code: 'io' })
  t.match(refuse(edit('folder', null, 'x')), { ok: false, code: 'io' })
  t.match(refuse(edit('.env', 'K=1', 'x')), { ok: false, code: 'denied' })
  t.match(refuse(edit('twin', 'K=1', 'x')), { ok: false, code: 'denied' })
  t.match(refuse(edit('secret/new', null, 'x')), { ok: false, code: 'denied' })
  t.match(refuse(edit('../escape.txt', null, 'x')), { ok: false, code: 'denied' })
  t.ok(lstatSync(join(root, 'link.txt')).isSymbolicLink())
  t.same(readdirSync(root).sort(), ['.env', 'a.txt', 'dangling', 'folder', 'link.txt', 'twin'])
  t.end()
})

t.test('row 144: restores the earlier files when a later file of a change fails', (t) => {
  const { root, workspace } = open(t, { 'a.txt': 'one', 'b.txt': 'two' })
  // The fourth makes the folder `x` before the third can become a file of that name.
  const result = workspace.applyEdits(
    [
      edit('a.txt', 'one', 'ONE', 0o640),
      edit('b.txt', 'two', null),
      edit('x', null, 'file'),
      edit('x/y', null, 'deep'),
    ],
    { tempTag },
  )
  t.match(result, { ok: false, code: 'io', path: 'x' })
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one')
  t.equal(readFileSync(join(root, 'b.txt'), 'utf8'), 'two')
  t.same(readdirSync(root).sort(), ['a.txt', 'b.txt'])
  t.end()
})

t.test('an error of the system names the file of the user, not a temporary one of ours', (t) => {
  const { root, workspace } = open(t, { 'a.txt': 'one', part: 'x' })
  const path = 'part/b.txt'
  const result = workspace.applyEdits([edit('a.txt', 'one', 'two'), edit(path, null, 'x')], {
    tempTag,
  })
  t.match(result, {
    ok: false,
    path,
    message: /^part\/b\.txt cannot be written: a part of its path/,
  })
  t.notMatch(
    JSON.stringify(result),
    /aircoder-|\.tmp|E[A-Z]{4,}|\/proc\//,
    'no name of ours, no code',
  )
  t.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one', 'nothing was changed')
  t.end()
})

t.test(
  'finds the temporary files of a crash by their tag; they do not block the next edit',
  (t) => {
    const long = `${'n'.repeat(250)}.ts`
    const { root, workspace } = open(t, {
      'a.txt': 'one',
      '.a.txt.aircoder-i_1.tmp': 'half',
      '.a.txt.aircoder-i_2.tmp': 'other',
    })
    t.same(
      workspace.applyEdits([edit('a.txt', 'one', 'two'), edit(long, null, 'x')], { tempTag }),
      {
        ok: true,
      },
    )
    writeFileSync(join(root, '.a.txt.aircoder-i_1.tmp'), 'half')
    t.equal(workspace.cleanTemps(['a.txt', 'none.txt'], 'i_1'), 1)
    t.same(readdirSync(root).sort(), ['.a.txt.aircoder-i_2.tmp', 'a.txt', long])
    t.end()
  },
)

t.test('reads ranges, applies limits, handles line endings, refuses binary files', (t) => {
  const { root, workspace } = open(t, {
    'crlf.txt': '\uFEFFa\r\nb\r\nc',
    'latin.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]),
    'bin.dat': Buffer.from([1, 0, 2]),
    'long.txt': 'x\n'.repeat(5_000),
    'empty.txt': '',
  })
  execFileSync('mkfifo', [join(root, 'pipe')])
  symlinkSync('crlf.txt', join(root, 'link'))
  t.match(workspace.readFile('crlf.txt'), {
    ok: true,
    text: 'a\nb\nc',
    totalLines: 3,
    truncated: false,
  })
  t.match(workspace.readFile('link', { start: 2, end: 2 }), {
    ok: true,
    text: 'b',
    firstLine: 2,
    lastLine: 2,
  })
  t.match(workspace.readFile('crlf.txt', { start: 9 }), {
    ok: false,
    code: 'missing',
    message: /has 3 lines/,
  })
  t.match(workspace.readFile('latin.txt'), { ok: true, text: 'café' })
  t.match(workspace.readFile('long.txt', { start: 10 }), {
    ok: true,
    lastLine: 2_009,
    totalLines: 5_000,
    truncated: true,
  })
  t.match(workspace.readFile('empty.txt'), { ok: true, text: '', totalLines: 0, lastLine: 0 })
  t.match(workspace.readFile('bin.dat'), { ok: false, code: 'binary' })
  t.match(workspace.readFile('pipe'), { ok: false, code: 'kind' })
  t.match(workspace.readFile('.'), { ok: false, code: 'kind', message: /list_dir/ })
  t.match(workspace.readFile('nope'), { ok: false, code: 'missing' })
  t.equal(workspace.readBytes('nope'), null)
  t.equal(workspace.readBytes('bin.dat')?.length, 3)
  t.throws(() => workspace.readBytes('.env'))
  t.equal(
    hashBytes(Buffer.from('')),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  const latin = Buffer.from([0xff, 0x41])
  t.same(encodeText(decodeText(latin).text, decodeText(latin).encoding), latin)
  t.equal(encodeText('日', 'latin1'), null)
  t.end()
})

t.test('lists folders first and omits denied names', (t) => {
  const { workspace } = open(t, {
    'b.txt': '12',
    'a.txt': '',
    '.env': 'K',
    zoo: { x: '' },
    secret: { x: '' },
  })
  t.match(workspace.list('.'), {
    ok: true,
    entries: [{ name: 'zoo', kind: 'folder' }, { name: 'a.txt' }, { name: 'b.txt', bytes: 2 }],
  })
  t.match(workspace.list('secret'), { ok: false, code: 'denied' })
  t.match(workspace.list('a.txt'), { ok: false, code: 'kind' })
  t.end()
})

t.test('row 150: counts changes and shows them, cut at 80 lines', (t) => {
  const bytes = (text: string) => Buffer.from(text)
  t.same(countChange(bytes('a\nb\nc\n'), bytes('a\nB\nc\nd\n')), { added: 2, removed: 1 })
  t.same(countChange(null, bytes('a\nb')), { added: 2, removed: 0 })
  t.same(countChange(bytes('a\n'), null), { added: 0, removed: 1 })
  t.same(countChange(bytes('a\n'), bytes('a\r\n')), { added: 1, removed: 1 })
  t.match(
    unifiedDiff({ path: 'x.ts', before: bytes('a\nb\n'), after: bytes('a\nc\n') }),
    /^--- a\/x\.ts.*\n\+\+\+ b\/x\.ts.*\n@@ .*@@\n a\n-b\n\+c$/,
  )
  const many = unifiedDiff({ path: 'x.ts', before: null, after: bytes('line\n'.repeat(200)) })
  t.equal(many.split('\n').length, 81)
  t.match(many, /… 123 more lines$/)
  t.match(unifiedDiff({ path: 'x', before: bytes('\0'), after: bytes('a') }), /^Binary file x/)
  t.end()
})

t.test('the folder of a project that is gone is not created again', (t) => {
  const { root, workspace } = open(t, {})
  rmSync(root, { recursive: true })
  const result = workspace.applyEdits([edit('a/b.txt', null, 'x')], { tempTag })
  t.match(result, { ok: false, code: 'io', message: /^The project folder .* no longer exists\.$/ })
  t.notOk(existsSync(root))
  t.end()
})
