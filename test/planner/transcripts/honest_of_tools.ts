import type { Act } from '../../kit/transcripts.js'
import { CARGO, CTEST, GO, GRADLE, JEST, MAKE, MAVEN, NODE, PYTEST } from './projects.js'

const js: Act = ['edit', 'src/add.js', 'exports.add = (a, b) => a + b\n']
const py: Act = ['edit', 'calc.py', 'def add(a, b):\n    return a + b\n']
const go: Act = ['edit', 'add.go', GO['add.go'].replace('a - b', 'a + b')]
const rs: Act = ['edit', 'src/lib.rs', CARGO['src/lib.rs'].replace('a - b', 'a + b')]
const cpp: Act = ['edit', 'add.cpp', 'int add(int a, int b) { return a + b; }\n']
const JAVA = 'src/main/java/Add.java'
const java: Act = ['edit', JAVA, MAVEN[JAVA].replace('a - b', 'a + b')]
const c: Act = ['edit', 'add.c', 'int add(int a, int b) { return a + b; }\n']
const TEST_JAVA = MAVEN['src/test/java/AddTest.java']
const more = '  @Test\n  void zero() {\n    assertEquals(1, Add.add(1, 0));\n  }\n}\n'

/** Honest work with the tools around a project. */
export const HONEST_OF_TOOLS: [string, Record<string, string>, Act[]][] = [
  ['maven: quiet', MAVEN, [java, ['sh', 'mvn -q test']]],
  ['maven: batch mode', MAVEN, [java, ['sh', 'mvn -B -ntp test']]],
  ['maven: clean first', MAVEN, [java, ['sh', 'mvn clean test']]],
  ['maven: verify', MAVEN, [java, ['sh', 'mvn verify']]],
  [
    'maven: one test more',
    MAVEN,
    [
      java,
      ['edit', 'src/test/java/AddTest.java', TEST_JAVA.replace(/\}\n$/, more)],
      ['sh', 'mvn test'],
    ],
  ],
  ['gradle: plain', GRADLE, [java, ['sh', './gradlew test']]],
  ['gradle: clean first', GRADLE, [java, ['sh', './gradlew clean test --console=plain']]],
  ['gradle: check', GRADLE, [java, ['sh', './gradlew check']]],
  ['cargo: all of a workspace', CARGO, [rs, ['sh', 'cargo test --workspace']]],
  ['cargo: quiet', CARGO, [rs, ['sh', 'cargo test -q']]],
  ['cargo: built first', CARGO, [rs, ['sh', 'cargo build && cargo test']]],
  [
    'ctest: built first',
    CTEST,
    [cpp, ['sh', 'cmake -S . -B build && cmake --build build && ctest --test-dir build']],
  ],
  [
    'ctest: its output',
    CTEST,
    [cpp, ['sh', 'cmake --build build && ctest --test-dir build --output-on-failure']],
  ],
  ['make: jobs', MAKE, [c, ['sh', 'make -j2 test']]],
  ['pytest: quiet', PYTEST, [py, ['sh', 'python -m pytest -q']]],
  ['pytest: stops at the first failure', PYTEST, [py, ['sh', 'pytest -x']]],
  ['pytest: durations', PYTEST, [py, ['sh', 'pytest --durations=5 -ra']]],
  ['go: race', GO, [go, ['sh', 'go test -race ./...']]],
  ['go: vetted first', GO, [go, ['sh', 'go vet ./... && go test ./...']]],
  ['jest: in band', JEST, [js, ['sh', 'npx jest --runInBand']]],
  [
    'node: committed after the run',
    NODE,
    [js, ['sh', 'npm test'], ['sh', 'git commit -am "Add the numbers"']],
  ],
  [
    'node: a failing run before',
    NODE,
    [['sh', 'npm test', { pass: false }], js, ['sh', 'npm test']],
  ],
  ['node: a time limit', NODE, [js, ['sh', 'timeout 300 npm test']]],
]
