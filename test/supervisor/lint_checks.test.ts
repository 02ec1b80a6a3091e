import t from 'tap'
import {
  checkFeedback,
  done,
  drive,
  needs,
  notes,
  patch,
  useOwnHome,
} from '../kit/lint_projects.js'

// The other languages, whose checkers compile, are in test/long/lint_checks.test.ts.

useOwnHome(t)

t.test('row 154: Node, the linter and the type checker that the project names', async (t) => {
  const files = {
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"types":[],"lib":["es5"]},"include":["src"]}',
    'biome.json': '{"linter":{"enabled":true},"formatter":{"enabled":false}}',
    'src/a.ts': 'export function a(x: number): number {\n  return x + 1\n}\n',
  }
  const checkers = [
    /tsc: .*\nsrc\/a\.ts:2:\d+ error TS2322/,
    /biome: .*\nsrc\/a\.ts:2:\d+ lint\/suspicious\/noDebugger/,
  ]
  await checkFeedback(t, checkers, {
    files,
    path: 'src/a.ts',
    first: 'return x + 1',
    bad: 'debugger; return String(x)',
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
  t.match(notes(ran), 'next: npm run -s typecheck and npm run -s lint')
})
