import t from 'tap'
import { checkRealRuns, type RealProject } from '../kit/real_test_run.js'

const PROJECTS: RealProject[] = [
  {
    tool: 'node',
    command: 'node --test',
    files: (right) => ({
      'add.test.js': `const t = require('node:test'); const a = require('node:assert');\nt('adds up', () => a.equal(1 + 1, ${right ? 2 : 3}));\n`,
    }),
    failing: /adds up/,
    empty: { 'x.txt': '' },
  },
  {
    tool: 'pytest',
    command: 'python3 -m pytest -q -p no:cacheprovider',
    files: (right) => ({
      'test_add.py': `def test_adds_up():\n    assert 1 + 1 == ${right ? 2 : 3}\n`,
    }),
    failing: /test_add\.py::test_adds_up/,
    empty: { 'x.txt': '' },
  },
]

for (const project of PROJECTS) void checkRealRuns(t, project)
