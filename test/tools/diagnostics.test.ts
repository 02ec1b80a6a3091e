import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { createRegistry, loadBuiltinTools, type ToolResult } from '#tools'
import { openWorkspace } from '#workspace'
import { toolContext } from '../kit/tool_context.js'

const registry = createRegistry(await loadBuiltinTools())
// Go keeps its telemetry there, also for `go version`.
const HOME = mkdtempSync(join(tmpdir(), 'home-'))
t.teardown(() => rmSync(HOME, { recursive: true, force: true }))
const env = { ...process.env, HOME }

function has(program: string): boolean {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}
const needs = (program: string) => (has(program) ? {} : { skip: `no ${program} here` })

async function diagnose(
  t: Test,
  files: Record<string, string>,
  path?: string,
): Promise<ToolResult> {
  const root = t.testdir({})
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text, { mode: name.includes('.bin/') ? 0o755 : 0o644 })
  }
  if ('tsconfig.json' in files && !Object.keys(files).some((name) => name.includes('.bin/')))
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  const checked = registry.validate({
    id: 'c',
    name: 'diagnostics',
    arguments: path ? { path } : {},
  })
  if (!checked.ok) throw new Error(checked.message)
  return checked.tool.run(checked.input, toolContext(openWorkspace({ root, deny: [], env })))
}

t.test('row 183: TypeScript', needs('node'), async (t) => {
  const files = {
    // Without `types` and `lib` tsc would read every @types package and the DOM: 5 s instead of one.
    'tsconfig.json': '{"compilerOptions":{"types":[],"lib":["es5"]},"include":["src"]}',
    'src/a.ts': 'export const a: number = "x"\n',
  }
  const bad = await diagnose(t, files)
  t.match(bad, {
    ok: false,
    text: /^tsc: 1 complaint\nsrc\/a\.ts:1:14 error TS2322: Type 'string'/,
  })
  t.match(bad.evidence?.[0], { kind: 'diagnostic', subject: '.', facts: { complaints: 1 } })
})

t.test(
  'row 183: a path limits what is reported, and a clean project has no complaint',
  async (t) => {
    // Replaces tsc, which takes most of a second to start; the test above runs the real one.
    const tsc = (output: string) => ({
      'tsconfig.json': '{}',
      'src/a.ts': 'export const a = 1\n',
      'src/b.ts': 'export const b = 1\n',
      'node_modules/.bin/tsc': `#!/bin/sh\n${output}\n`,
    })
    const bad = tsc('echo "src/a.ts(1,14): error TS2322: Type \'string\'"; exit 2')
    t.match(await diagnose(t, bad, 'src/b.ts'), { ok: true, text: 'tsc: no complaint' })
    t.match(await diagnose(t, bad, 'src/a.ts'), { ok: false, text: /src\/a\.ts:1:14/ })
    t.match(await diagnose(t, tsc('exit 0')), { ok: true, text: 'tsc: no complaint' })
  },
)

t.test('row 183: Python', needs('python3'), async (t) => {
  const bad = await diagnose(t, { 'a.py': 'x = 1\n', 'pkg/b.py': 'def f(:\n    pass\n' })
  t.match(bad, { ok: false, text: /^python syntax: 1 complaint\npkg\/b\.py:1:7 invalid syntax/ })
  t.match(await diagnose(t, { 'a.py': 'x = 1\n' }), { ok: true, text: /no complaint/ })
})

t.test('row 183: Go', needs('go'), async (t) => {
  const module = { 'go.mod': 'module example.invalid/a\n\ngo 1.20\n' }
  const bad = await diagnose(t, { ...module, 'a.go': 'package a\n\nfunc F() int { return "x" }\n' })
  t.match(bad, { ok: false, text: /go vet: 1 complaint\na\.go:3:\d+ .*string/ })
  t.match(await diagnose(t, { ...module, 'a.go': 'package a\n' }), { ok: true })
})

t.test('row 183: Rust', needs('cargo'), async (t) => {
  const crate = { 'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n' }
  const bad = await diagnose(t, { ...crate, 'src/lib.rs': 'pub fn f() -> i32 { "x" }\n' })
  t.match(bad, {
    ok: false,
    text: /cargo check: \d complaints?\nsrc\/lib\.rs:1:\d+ error\[E0308\]/,
  })
})

t.test('row 183: Java', needs('javac'), async (t) => {
  const bad = await diagnose(t, { 'src/A.java': 'class A {\n  int f() { return "x"; }\n}\n' })
  t.match(bad, { ok: false, text: /^javac: 1 complaint\nsrc\/A\.java:2 error: incompatible types/ })
  t.match(await diagnose(t, { 'src/A.java': 'class A {}\n' }), { ok: true })
})

t.test('row 183: C and C++', needs('g++'), async (t) => {
  const bad = await diagnose(t, {
    'include/a.hpp': 'int f();\n',
    'src/a.cpp': '#include "a.hpp"\nint f() { return undeclared; }\n',
    'b.c': 'int g(void) { return 1; }\n',
  })
  t.match(bad.text, /g\+\+: 1 complaint\nsrc\/a\.cpp:2:18 error: .*undeclared/)
  t.match(bad.text, /gcc: no complaint/)
})

t.test(
  'a checker that is not installed is named, and a project without one gets an error',
  async (t) => {
    const none = await diagnose(t, { 'README.md': 'x' })
    t.match(none, { ok: false, text: /^No type checker or linter for this project can run here/ })
    const away = await diagnose(t, { 'biome.json': '{}' })
    t.match(away.text, /biome: not run, node_modules\/\.bin\/biome is not installed/)
    t.match(await diagnose(t, { 'a.py': '' }, 'gone.py'), {
      ok: false,
      text: /gone\.py is not a file/,
    })
  },
)

t.test('the output formats of checkers are parsed', async (t) => {
  const { readFindings } = openWorkspace({ root: t.testdir({}), deny: [], env: {} })
  const lines: [string, string][] = [
    ['src/a.ts(3,5): error TS1005: x', 'src/a.ts 3 5 error TS1005: x'],
    ['a.py:3:5: F401 unused', 'a.py 3 5 F401 unused'],
    ['./a.go:3:5: x', 'a.go 3 5 x'],
    ['[ERROR] A.java:[3,5] x', 'A.java 3 5 x'],
    ['A.java:3: error: x', 'A.java 3 null error: x'],
    ['  a.py:3:5 - error: x', 'a.py 3 5 error: x'],
    ['a.cs(3,5): error CS1: x', 'a.cs 3 5 error CS1: x'],
    ['a.js\n  3:5  error  x  no-x\n', 'a.js 3 5 error x no-x'],
  ]
  for (const [output, expected] of lines)
    t.same(
      readFindings(output).map((one) => `${one.path} ${one.line} ${one.column} ${one.message}`),
      [expected],
    )
  t.same(readFindings('all is well\n3 files, 12:30\nhttp://a.b:80/ x'), [])
})
