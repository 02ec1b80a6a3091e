import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openWorkspace } from '#workspace'

function unreached(t: Test, files: Record<string, string>, paths: string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'aircoder-unreached-'))
  t.teardown(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const workspace = openWorkspace({ root, deny: [], env: {} })
  const { files: tests, inner } = workspace.testProject()
  return workspace.findUnreached(paths, [...tests, ...inner])
}

const JS = {
  'package.json': '{"name":"shop","scripts":{"test":"node --test"}}',
  'src/index.js': "export * from './cart.js'\n",
  'src/cart.js': "import { money } from './money.js'\n",
  'src/money.js': 'export const money = 1\n',
  'src/server.js': "import './cart.js'\n",
  'test/cart.test.js': "import '../src/cart.js'\n",
}

t.test('a source that no test loads, by the names in tests and in what they load', (t) => {
  const all = ['src/cart.js', 'src/money.js', 'src/server.js', 'src/index.js']
  t.same(unreached(t, JS, all), ['src/server.js', 'src/index.js'])
  const python = {
    'pyproject.toml': '[tool.pytest.ini_options]\n',
    'lib/__init__.py': '',
    'lib/slug.py': '',
    'lib/store.py': 'from lib import slug\n',
    'tests/test_slug.py': 'from lib.slug import slug\n',
  }
  const files = ['lib/slug.py', 'lib/store.py', 'lib/__init__.py']
  t.same(unreached(t, python, files), ['lib/store.py'])
  const go = {
    'go.mod': 'module example.com/kv\n',
    'kv/kv.go': 'package kv\n',
    'kv/more.go': 'package kv\n',
    'kv/kv_test.go': 'package kv\n',
    'cmd/tool/main.go': 'package main\n\nimport "example.com/kv/kv"\n',
  }
  t.same(unreached(t, go, ['kv/more.go', 'cmd/tool/main.go']), ['cmd/tool/main.go'])
  const shell = {
    Makefile: 'test:\n\tsh check.sh\n',
    'check.sh': 'sh area.sh\n',
    'area.sh': 'echo 1\n',
    'backup.sh': 'echo 2\n',
  }
  t.same(unreached(t, shell, ['area.sh', 'backup.sh']), ['backup.sh'])
  t.end()
})

t.test('nothing is said where files are loaded in another way', (t) => {
  const by: Record<string, Record<string, string>> = {
    'the name of the package': { 'test/cart.test.js': "import { cart } from 'shop'\n" },
    'a folder': { 'test/cart.test.js': "import '../src'\n" },
    'the name of a program': {
      'test/cart.test.js': "import '../src/cart.js'\nrun('src/server.js')\n",
    },
    'whatever is there': { 'test/cart.test.js': "import '../src/cart.js'\nreaddirSync('src')\n" },
    'a name that is computed': { 'test/cart.test.js': "import '../src/cart.js'\nimport(name)\n" },
    'no name of a source': { 'test/cart.test.js': 'fetch(address)\n' },
  }
  const entry = ['src/index.js', 'src/cart.js', 'src/money.js']
  for (const [name, files] of Object.entries(by)) {
    const paths = /package|folder/.test(name) ? entry : ['src/server.js']
    t.same(unreached(t, { ...JS, ...files }, paths), [], name)
  }
  t.same(unreached(t, JS, ['README.md', 'test/cart.test.js', 'types.d.ts']), [])
  t.end()
})
