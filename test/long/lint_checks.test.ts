import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { checkFeedback, needs, useOwnHome } from '../kit/lint_projects.js'

useOwnHome(t)
t.setTimeout(600_000)

t.test('row 154: Python', needs('ruff'), async (t) => {
  await checkFeedback(t, [/ruff: .*\npkg\/a\.py:2:\d+ F821/], {
    files: { 'pyproject.toml': '[tool.ruff]\n', 'pkg/a.py': 'def f(x):\n    return x\n' },
    path: 'pkg/a.py',
    first: 'return x',
    bad: 'return y',
    good: 'return x or 2',
  })
})

t.test('row 154: Python with types', needs('mypy'), async (t) => {
  await checkFeedback(t, [/mypy: .*\na\.py:2:\d+ error: Incompatible return value/], {
    files: { 'mypy.ini': '[mypy]\n', 'a.py': 'def f(x: int) -> int:\n    return x\n' },
    path: 'a.py',
    first: 'return x',
    bad: 'return "x"',
    good: 'return x or 2',
  })
})

t.test('row 154: Go', needs('go'), async (t) => {
  await checkFeedback(t, [/go vet: .*\na\.go:6:\d+ .*Printf/], {
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
  await checkFeedback(t, [/cargo check: .*\nsrc\/lib\.rs:2:\d+ error\[E0308\]/], {
    files: CRATE,
    path: 'src/lib.rs',
    first: '    1\n',
    bad: '    "one"\n',
    good: '    2 - 1\n',
  })
})

t.test('row 154: Rust with clippy', needs('cargo-clippy'), async (t) => {
  await checkFeedback(t, [/clippy: .*\nsrc\/lib\.rs:2:\d+ error/], {
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
  await checkFeedback(
    t,
    [/gradle: .*\nsrc\/main\/java\/A\.java:2 error: incompatible types/],
    project,
    (root) => chmodSync(join(root, 'gradlew'), 0o755),
  )
})
