import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { RecordedReply } from '#core'
import { act, type Drive, openLoop, type Ran, say } from '../kit/loop.js'

const ON: Drive = { autoCheck: 'on' }

// Compilers write settings and counters into the home; this one is removed at the end.
const home = mkdtempSync(join(tmpdir(), 'home-'))
process.env.HOME = home
t.teardown(() => rmSync(home, { recursive: true, force: true }))

function has(program: string): boolean {
  try {
    execFileSync(program, [program === 'go' ? 'version' : '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const needs = (program: string) => (has(program) ? {} : { skip: `no ${program} here` })

const patch = (path: string, old_str: string, new_str: string): RecordedReply =>
  act(['patch_file', { path, old_str, new_str }])
const done = say('It is done.')

interface Project {
  files: Record<string, string>
  /** A line becomes one that the checker complains about, and then a sound one. */
  path: string
  first: string
  bad: string
  good: string
}

async function drive(
  t: Test,
  files: Record<string, string>,
  replies: RecordedReply[],
  over: Drive = ON,
  prepare: (root: string) => void = () => {},
) {
  const loop = openLoop(t, { files, replies })
  if ('tsconfig.json' in files || 'biome.json' in files)
    symlinkSync(join(process.cwd(), 'node_modules'), join(loop.root, 'node_modules'))
  prepare(loop.root)
  const ran = await loop.run(loop.add('Change it.'), over)
  return { ...ran, loop, reported: reportedTo(loop.requests) }
}

/** All results and corrections that a model received. */
function reportedTo(requests: { messages: { role: string; content: string }[] }[]): string {
  const messages = requests.at(-1)?.messages ?? []
  return messages
    .slice(2)
    .filter(({ role }) => role !== 'assistant')
    .map(({ content }) => content)
    .join('\n')
}

function notes({ events }: Ran): string {
  return events.flatMap((event) => (event.type === 'note' ? [event.text] : [])).join('\n')
}

/** A complaint is fed back, the fix is checked again, and then nothing more is reported. */
async function fedBack(
  t: Test,
  checker: RegExp,
  project: Project,
  prepare?: (root: string) => void,
) {
  const { files, path, first, bad, good } = project
  const replies = [patch(path, first, bad), done, patch(path, bad, good), done, done, done]
  const ran = await drive(t, files, replies, ON, prepare)
  t.equal(ran.result?.subtype, 'resolved')
  t.match(ran.reported, checker)
  t.match(ran.reported, /1 complaint about what you changed/)
  t.match(ran.reported, /\[aircoder\] not done: /)
  t.notMatch(ran.result?.text, 'complained')
}

t.test('row 154: Node, the linter and the type checker that the project names', async (t) => {
  const files = {
    'tsconfig.json': '{"compilerOptions":{"strict":true,"types":[]},"include":["src"]}',
    'biome.json': '{"linter":{"enabled":true},"formatter":{"enabled":false}}',
    'src/a.ts': 'export function a(x: number): number {\n  return x + 1\n}\n',
  }
  await fedBack(t, /tsc: .*\nsrc\/a\.ts:2:\d+ error TS2322/, {
    files,
    path: 'src/a.ts',
    first: 'return x + 1',
    bad: 'return "one"',
    good: 'return x + 2',
  })
  await fedBack(t, /biome: .*\nsrc\/a\.ts:2:\d+ lint\/suspicious\/noDebugger/, {
    files,
    path: 'src/a.ts',
    first: 'return x + 1',
    bad: 'debugger; return x + 1',
    good: 'return x + 2',
  })
})

const SCRIPTS = {
  'package.json': '{"scripts":{"lint":"sh lint.sh","typecheck":"sh types.sh"}}',
  'lint.sh': 'grep -n TODO a.js | sed "s/^/a.js:/; s/:TODO/: no TODO/" ; ! grep -q TODO a.js\n',
  'types.sh': 'echo types >> runs.txt\n',
}

t.test("row 154: the project's own scripts", needs('npm'), async (t) => {
  const files = { ...SCRIPTS, 'a.js': 'one\ntwo\n' }
  const ran = await drive(t, files, [
    patch('a.js', 'two', 'TODO'),
    done,
    patch('a.js', 'TODO', 'three'),
    done,
  ])
  t.match(ran.reported, /npm lint: 1 complaint about what you changed\na\.js:2 no TODO/)
  t.equal(ran.loop.read('runs.txt'), 'types\ntypes\n')
  t.match(notes(ran), 'running npm run -s typecheck and npm run -s lint')
})

t.test('row 154: Python', needs('ruff'), async (t) => {
  await fedBack(t, /ruff: .*\npkg\/a\.py:2:\d+ F821/, {
    files: { 'pyproject.toml': '[tool.ruff]\n', 'pkg/a.py': 'def f(x):\n    return x\n' },
    path: 'pkg/a.py',
    first: 'return x',
    bad: 'return y',
    good: 'return x or 2',
  })
})

t.test('row 154: Python with types', needs('mypy'), async (t) => {
  await fedBack(t, /mypy: .*\na\.py:2:\d+ error: Incompatible return value/, {
    files: { 'mypy.ini': '[mypy]\n', 'a.py': 'def f(x: int) -> int:\n    return x\n' },
    path: 'a.py',
    first: 'return x',
    bad: 'return "x"',
    good: 'return x or 2',
  })
})

t.test('row 154: Go', needs('go'), async (t) => {
  await fedBack(t, /go vet: .*\na\.go:6:\d+ .*Printf/, {
    files: {
      'go.mod': 'module example.invalid/a\n\ngo 1.20\n',
      'a.go': 'package a\n\nimport "fmt"\n\nfunc F() {\n\tfmt.Printf("%d", 1)\n}\n',
    },
    path: 'a.go',
    first: 'fmt.Printf("%d", 1)',
    bad: 'fmt.Printf("%d", "one")',
    good: 'fmt.Printf("%d", 2)',
  })
})

const CRATE = {
  'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs':
    'pub fn f() -> i32 {\n    1\n}\n\n#[test]\nfn one() {\n    assert_eq!(f(), 1);\n}\n',
}

t.test('row 154: Rust', needs('cargo'), async (t) => {
  await fedBack(t, /cargo check: .*\nsrc\/lib\.rs:2:\d+ error\[E0308\]/, {
    files: CRATE,
    path: 'src/lib.rs',
    first: '    1\n',
    bad: '    "one"\n',
    good: '    2 - 1\n',
  })
})

t.test('row 154: Rust with clippy', needs('cargo-clippy'), async (t) => {
  await fedBack(t, /clippy: .*\nsrc\/lib\.rs:2:\d+ error/, {
    files: {
      ...CRATE,
      'Cargo.toml': `${CRATE['Cargo.toml']}\n[lints.clippy]\nneedless_return = "deny"\n`,
    },
    path: 'src/lib.rs',
    first: '    1\n',
    bad: '    return 1;\n',
    good: '    2 - 1\n',
  })
})

t.test('row 154: Java, by the wrapper of the project', needs('javac'), async (t) => {
  const project = {
    files: {
      'build.gradle': 'plugins { id "java" }\n',
      gradlew:
        '#!/bin/sh\n# Replaces Gradle, which would have to be downloaded.\nexec javac -d build src/main/java/*.java\n',
      'src/main/java/A.java': 'class A {\n  int f() { return 1; }\n}\n',
    },
    path: 'src/main/java/A.java',
    first: 'return 1',
    bad: 'return "one"',
    good: 'return 2',
  }
  await fedBack(
    t,
    /gradle: .*\nsrc\/main\/java\/A\.java:2 error: incompatible types/,
    project,
    (root) => chmodSync(join(root, 'gradlew'), 0o755),
  )
})
