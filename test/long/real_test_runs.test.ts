import t from 'tap'
import { checkRealRuns, type RealProject } from '../kit/real_test_run.js'

const PROJECTS: RealProject[] = [
  {
    tool: 'go',
    command: 'go test ./...',
    files: (right) => ({
      'go.mod': 'module example\n\ngo 1.20\n',
      'a_test.go': `package a\n\nimport "testing"\n\nfunc TestAddsUp(t *testing.T) {\n\tif 1+1 != ${right ? 2 : 3} {\n\t\tt.Fatal("no")\n\t}\n}\n`,
    }),
    failing: /TestAddsUp/,
    empty: { 'go.mod': 'module example\n\ngo 1.20\n', 'a.go': 'package a\n' },
  },
  {
    tool: 'cargo',
    command: 'cargo test',
    files: (right) => ({
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': `#[test]\nfn adds_up() {\n    assert_eq!(1 + 1, ${right ? 2 : 3});\n}\n`,
    }),
    failing: /adds_up/,
    empty: {
      'Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs': '',
    },
  },
]

for (const project of PROJECTS) void checkRealRuns(t, project)
