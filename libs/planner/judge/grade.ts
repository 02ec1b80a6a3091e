import { lastChange } from './facts/changes.js'
import { freshTests } from './facts/test_rows.js'
import { GRADES, type Grade, type Row, type Standing } from './facts/types.js'

/** What a command checks besides tests, by its words. */
const CHECKS: readonly { grade: Grade; command: RegExp }[] = [
  {
    grade: 'type-checked',
    command:
      /\b(tsc\b|mypy|pyright|go (build|vet)|cargo (check|build|clippy)|javac|mvn\S* .*\b(compile|package)|gradlew? .*\b(assemble|build|classes|compile\w*)|cmake --build|make( all| build)?$|g\+\+|gcc|clang|dotnet build)/,
  },
  {
    grade: 'linted',
    command:
      /\b(eslint|biome|ruff|flake8|pylint|clippy|golangci-lint|shellcheck|rubocop|npm run lint)\b/,
  },
  {
    grade: 'parsed',
    command: /\b(node --check|python\S* -m (py_compile|compileall)|bash -n|sh -n|php -l|ruby -c)\b/,
  },
]

/** These found nothing in favour of the end. */
const WORST: readonly string[] = ['nothing checked', 'tests fail'] satisfies Grade[]

/** What was checked and what is missing, as one clause: `tests ran, but only a part of them`. */
export function gradeNote({ grade, reason }: { grade: string; reason: string }): string {
  return WORST.includes(grade) ? `${grade}: ${reason}` : `${grade}, but ${reason}`
}

/** The best check that the changes passed. */
export function gradeOf(standing: Standing, { proven }: { proven: boolean }): Grade {
  const changed = lastChange(standing)
  if (proven) return changed === null ? 'read' : 'tested'
  const found = new Set<Grade>()
  // A run that proves too little is still a run.
  const passed = freshTests(standing).at(-1)?.facts.passed
  if (typeof passed === 'boolean') found.add(passed ? 'tests ran' : 'tests fail')
  if (changed === null) return [...found][0] ?? 'nothing checked'
  for (const row of standing.rows) {
    if (row.number > changed) for (const grade of checksOf(row)) found.add(grade)
    if (row.kind === 'edit_applied' && row.facts.parsed === true) found.add('parsed')
  }
  return GRADES.find((grade) => found.has(grade)) ?? 'nothing checked'
}

function checksOf({ kind, facts, subject }: Row): Grade[] {
  if (kind !== 'shell_output' || facts.exitCode !== 0) return []
  if (/\|\||;|\|/.test(subject) || Number(facts.complaints ?? 0) > 0) return []
  return CHECKS.filter(({ command }) => command.test(subject)).map(({ grade }) => grade)
}
