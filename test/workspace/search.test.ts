import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test as TestContext } from 'tap'
import { LIMITS } from '#core'
import { type GrepQuery, openWorkspace } from '#workspace'

const DENY = ['.env', '*.pem', 'secret/**', 'build/private']
const HOME = process.env.HOME ?? '/'

function makeTree(t: TestContext, files: Record<string, string | Buffer>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'search-')))
  t.teardown(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const env = { HOME, PATH: process.env.PATH }
  return {
    root,
    ripgrep: openWorkspace({ root, deny: DENY, env }),
    walk: openWorkspace({ root, deny: DENY, env, engine: 'walk' }),
  }
}

const TREE: Record<string, string | Buffer> = {
  '.gitignore': '# comment\nnode_modules/\n*.log\n!keep.log\n/dist\ndocs/**/draft.md\nwei\\#rd\n',
  'src/app.ts': 'const needle = 1\nconst other = 2\n// the end\n',
  'src/deep/.gitignore': 'own.txt\n',
  'src/deep/own.txt': 'needle\n',
  'src/deep/a.ts': 'x\r\nNEEDLE here\r\ny\r\n',
  'src/a-b.ts': 'needle\n',
  'src.txt': 'needle in src.txt\n',
  '.hidden/x.ts': 'needle\n',
  'node_modules/p/index.js': 'needle\n',
  'dist/out.js': 'needle\n',
  'src/dist/in.js': 'needle\n',
  'some.log': 'needle\n',
  'keep.log': 'needle\n',
  'docs/a/b/draft.md': 'needle\n',
  'docs/draft.md.txt': 'needle\n',
  'wei#rd': 'needle\n',
  '.env': 'SECRET=needle\n',
  'secret/a.txt': 'needle SECRET\n',
  'keys/k.pem': 'needle SECRET\n',
  'build/private/z.txt': 'needle SECRET\n',
  'build/z.txt': 'needle\n',
  'bin.dat': Buffer.from('needle\n\0needle\n'),
  'latin.txt': Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0xe9, 0x0a]),
  "with space & quote'.txt": 'needle\n',
  '-dash.txt': 'needle\n',
  'empty.txt': '',
}

t.test('glob and grep give the same results with and without ripgrep', async (t) => {
  for (const git of [false, true]) {
    const { root, ripgrep, walk } = makeTree(t, git ? { ...TREE, '.git/HEAD': 'needle\n' } : TREE)
    linkSync(join(root, '.env'), join(root, 'twin.txt'))
    linkSync(join(root, 'src/app.ts'), join(root, 'src/same.ts'))
    symlinkSync('.env', join(root, 'link.txt'))
    symlinkSync('src', join(root, 'folder-link'))
    for (const [pattern, path] of [
      ['**/*', '.'],
      ['*.ts', '.'],
      ['src/**/*.ts', '.'],
      ['*', 'src'],
      ['deep/*', './src/'],
      [`${root}/*.txt`, '.'],
    ]) {
      const one = await ripgrep.glob({ pattern: pattern ?? '', path })
      const two = await walk.glob({ pattern: pattern ?? '', path })
      t.match(one, { ok: true, engine: 'ripgrep', truncated: false })
      t.match(two, { ok: true, engine: 'walk' })
      t.same(one.ok && one.paths, two.ok && two.paths, `glob ${pattern} in ${path}`)
      t.ok(one.ok && one.paths.length > 0, `glob ${pattern} finds something`)
    }
    const queries: GrepQuery[] = [
      { pattern: 'needle' },
      { pattern: 'needle', ignoreCase: true, context: 1 },
      { pattern: '^const \\w+ = \\d$', glob: '*.ts' },
      { pattern: 'needle', path: 'src', glob: 'deep/**' },
      { pattern: 'needle', path: 'src/app.ts' },
      { pattern: 'needle', path: 'folder-link' },
      { pattern: 'not there' },
    ]
    for (const query of queries) {
      const one = await ripgrep.grep(query)
      const two = await walk.grep(query)
      t.same(one.ok && one.lines, two.ok && two.lines, JSON.stringify(query))
      t.notMatch(JSON.stringify(one), /SECRET/)
    }
    const all = await ripgrep.grep({ pattern: 'needle' })
    t.same(all.ok && [...new Set(all.lines.map((line) => line.path))], [
      '-dash.txt',
      '.hidden/x.ts',
      'build/z.txt',
      'docs/draft.md.txt',
      'keep.log',
      'latin.txt',
      'src/a-b.ts',
      'src/app.ts',
      'src/dist/in.js',
      'src/same.ts',
      'src.txt',
      "with space & quote'.txt",
    ])
  }
})

t.test('searches the folder that a pattern names, in every spelling', async (t) => {
  const { root, ripgrep, walk } = makeTree(t, {
    ...TREE,
    'src/lib/{a}.ts': 'needle\n',
    'src/lib/b.tsx': 'needle\n',
    'src/lib/.c.ts': 'needle\n',
    'dist/deep/x.ts': 'needle\n',
  })
  symlinkSync('secret', join(root, 'way'))
  symlinkSync('src', join(root, 'again'))
  const patterns = {
    'src/lib/*.ts': ['src/lib/.c.ts', 'src/lib/{a}.ts'],
    'src/lib/*.{ts,tsx}': ['src/lib/.c.ts', 'src/lib/b.tsx', 'src/lib/{a}.ts'],
    'src/**/b.*': ['src/lib/b.tsx'],
    'src/lib/?.tsx': ['src/lib/b.tsx'],
    // As with a path: what is named is meant, whatever .gitignore says.
    'dist/**/*.ts': ['dist/deep/x.ts'],
    'secret/*.txt': [],
    'way/*.txt': [],
    'again/*.ts': [],
    'none/*.ts': [],
    '../*/src/*.ts': [],
    'src/lib/!(b)*': ['src/lib/.c.ts', 'src/lib/{a}.ts'],
  }
  for (const [pattern, paths] of Object.entries(patterns))
    for (const workspace of [ripgrep, walk]) {
      const globbed = await workspace.glob({ pattern })
      t.same(globbed.ok && globbed.paths, paths, `glob ${pattern}`)
      const searched = await workspace.grep({ pattern: 'needle', glob: pattern })
      t.same(searched.ok && searched.lines.map((line) => line.path), paths, `grep in ${pattern}`)
    }
})

t.test('truncates results at the same place every time', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [
      `d${n % 20}/f${n}.txt`,
      'needle in some text\n'.repeat(9),
    ]),
  )
  const { ripgrep, walk } = makeTree(t, { ...files, 'd0/.env': 'needle SECRET\n'.repeat(3_000) })
  const [one, two, three] = [
    await ripgrep.grep({ pattern: 'needle' }),
    await ripgrep.grep({ pattern: 'needle' }),
    await walk.grep({ pattern: 'needle' }),
  ]
  t.match(one, { ok: true, truncated: true, engine: 'ripgrep' })
  t.same(one, two)
  t.same(one.ok && one.lines, three.ok && three.lines)
  t.notMatch(JSON.stringify(one), /SECRET/)
})

t.test('row 174: returns at most 500 matches, in path order', async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 700 }, (_, n) => [`d${n % 7}/f${String(n).padStart(3, '0')}.txt`, 'x\n']),
  )
  const { ripgrep, walk } = makeTree(t, files)
  for (const workspace of [ripgrep, walk]) {
    const found = await workspace.glob({ pattern: '**/*.txt' })
    t.match(found, { ok: true, truncated: true })
    t.equal(found.ok && found.paths.length, LIMITS.globMatches)
    t.equal(found.ok && found.paths[0], 'd0/f000.txt')
  }
})

t.test('row 175: limits a search to 20,000 characters and cuts long lines', async (t) => {
  const { ripgrep, walk } = makeTree(t, {
    'a-long.js': `${'needle;'.repeat(100_000)}\n`,
    'b-many.txt': 'needle and more text on this line\n'.repeat(20_000),
    'c-last.txt': 'needle\n',
  })
  for (const workspace of [ripgrep, walk]) {
    const found = await workspace.grep({ pattern: 'needle' })
    t.match(found, { ok: true, truncated: true })
    const lines = found.ok ? found.lines : []
    t.ok(
      lines.reduce((sum, line) => sum + line.path.length + line.text.length + 3, 0) <=
        LIMITS.grepChars,
    )
    t.equal(lines[0]?.text.length, LIMITS.searchLineChars + 1)
  }
})

t.test('returns a message for what cannot be searched', async (t) => {
  const { ripgrep, walk } = makeTree(t, { 'a.txt': `${'a'.repeat(40)}!\n`, 'none/x': '' })
  t.match(await ripgrep.grep({ pattern: '(unclosed' }), {
    ok: false,
    message: /regex parse error[\s\S]*unclosed group/,
  })
  t.match(await walk.grep({ pattern: '(unclosed' }), { ok: false, message: /Unterminated group/ })
  t.match(await ripgrep.grep({ pattern: '(', glob: '*.nothing' }), {
    ok: false,
    message: /unclosed group/,
  })
  t.match(await walk.grep({ pattern: '^(a+)+$' }), { ok: false, message: /takes too long/ })
  t.match(await ripgrep.grep({ pattern: '^(a+)+$' }), { ok: true, lines: [] })
  t.match(await ripgrep.grep({ pattern: 'x', path: '.env' }), {
    ok: false,
    message: /denied by the rule \.env/,
  })
  t.match(await ripgrep.grep({ pattern: 'x', path: '..' }), { ok: false, message: /outside/ })
  t.match(await ripgrep.glob({ pattern: '*', path: 'a.txt' }), {
    ok: false,
    message: /not a folder/,
  })
  t.match(await ripgrep.glob({ pattern: '' }), { ok: false })
  const gone = new AbortController()
  gone.abort()
  t.match(await ripgrep.grep({ pattern: 'a', signal: gone.signal }), { ok: true, truncated: true })
})

t.test(
  "files of aircoder are no result of a project's search, and are found by their path",
  async (t) => {
    const { ripgrep, walk } = makeTree(t, {
      'src/a.ts': 'needle\n',
      '.aircoder/guide.md': 'needle\n',
      '.aircoder/memory/prefer-needles.md': 'needle\n',
      'packages/web/.aircoder/memory/x.md': 'needle\n',
      'src/aircoder/b.md': 'needle\n',
    })
    const notes = ['.aircoder/memory/prefer-needles.md']
    for (const workspace of [ripgrep, walk]) {
      const files = async (query: Omit<GrepQuery, 'pattern'> = {}) => {
        const found = await workspace.grep({ pattern: 'needle', ...query })
        return found.ok ? found.lines.map(({ path }) => path) : found.message
      }
      t.same(await files(), ['src/a.ts', 'src/aircoder/b.md'])
      t.same(await files({ glob: '*.md' }), ['src/aircoder/b.md'])
      t.same(await files({ path: '.aircoder/memory' }), notes)
      t.same(await files({ path: '.aircoder' }), ['.aircoder/guide.md', ...notes])
      t.same(await files({ path: '.aircoder/guide.md' }), ['.aircoder/guide.md'])
      const globbed = async (pattern: string) => {
        const found = await workspace.glob({ pattern })
        return found.ok ? found.paths : found.message
      }
      t.same(await globbed('**/*.md'), ['src/aircoder/b.md'])
      t.same(await globbed('.aircoder/memory/*.md'), notes)
      const { paths } = await workspace.listAll(AbortSignal.timeout(5_000))
      t.same(paths, ['src/a.ts', 'src/aircoder/b.md'])
      const none = await workspace.grep({ pattern: 'haystack' })
      t.match(none, { ok: true, skipped: { own: '.aircoder' } })
      const inside = await workspace.grep({ pattern: 'haystack', path: 'packages/web' })
      t.match(
        inside,
        { skipped: { own: 'packages/web/.aircoder' } },
        'by the path that a call takes',
      )
      t.match(await workspace.glob({ pattern: '**/guide.md' }), { paths: [], own: '.aircoder' })
      t.match(await workspace.glob({ pattern: '*', path: 'src' }), { own: null })
    }
  },
)

t.test(
  'a pattern that matches each line of a long file ends early, with and without ripgrep',
  async (t) => {
    const { ripgrep, walk } = makeTree(t, { 'a.log': '\n'.repeat(200_000) })
    for (const workspace of [ripgrep, walk]) {
      const found = await workspace.grep({ pattern: '^' })
      t.match(found, { ok: true, truncated: true })
      if (found.ok) t.ok(found.lines.length * 4 <= LIMITS.grepChars, `${found.lines.length} lines`)
    }
  },
)
