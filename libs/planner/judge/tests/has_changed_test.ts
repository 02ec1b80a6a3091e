import { changedPaths } from '../facts/changes.js'
import type { Standing } from '../facts/types.js'
import { kindOfPath } from './check_files.js'

/** A declaration of a test in a source file, as in Rust. */
const DECLARES =
  /#\[(?:\w+::)?test\b|\bdef test_|\bfunc Test\w|@Test\b|\bTEST(?:_F|_CASE)?\(|\b(?:test|it|describe)\(/g

/** Whether the session added or changed a test, in a file of tests or inside of a source. */
export function hasChangedTest(standing: Standing): boolean {
  const { sessionChanges, checkTexts } = standing
  if (changedPaths(standing).some((path) => kindOfPath(path, checkTexts) === 'test')) return true
  return sessionChanges.some(
    ({ path, before, after }) =>
      kindOfPath(path, checkTexts) === 'test' || declared(after) > declared(before),
  )
}

function declared(text: string | null): number {
  return text?.match(DECLARES)?.length ?? 0
}
