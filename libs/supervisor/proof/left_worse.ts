import type { Evidence } from '#core'
import type { Ledger } from '#ledger'
import { evidenceNumber } from '../step/evidence_number.js'

type Run = Pick<Evidence, 'subject' | 'facts'>

/** Test runs that are looked through for the one before the first edit. */
const MOST_RUNS = 1_000

/** Why the edits of a task left the tests worse than they were; null: they did not, or it is not known (row 158). */
export function whyLeftWorse(taskId: string, ledger: Pick<Ledger, 'find'>): string | null {
  const [first] = ledger.find({ taskId, kind: 'edit_applied', oldest: true, limit: 1 })
  const runs = ledger.find({ taskId, kind: 'test_result', limit: MOST_RUNS })
  const [after] = runs
  if (first === undefined || after?.facts.passed !== false) return null
  const isBefore = ({ id }: Evidence) => evidenceNumber(id) < evidenceNumber(first.id)
  const before = runs.find(isBefore)
  if (before === after) return null
  if (before === undefined || typeof before.facts.passed !== 'boolean')
    return 'the tests fail, and no run before the first edit says that they did'
  if (before.facts.passed) return 'the tests passed before the first edit'
  // Only equal runs can be compared.
  const same = runs.find((run) => isBefore(run) && run.subject === after.subject)
  return same === undefined ? null : (suiteGone(same, after) ?? newFailures(same, after))
}

/** An edit that no test can load any more: fewer tests run, and each of them fails. */
function suiteGone(before: Run, after: Run): string | null {
  const [had, has] = [testsIn(before), testsIn(after)]
  const isLoaded = has > failingIn(after).length || has >= had
  const hadPassing = had > failingIn(before).length
  return !hadPassing || isLoaded ? null : `the tests do not load any more (${had} ran before)`
}

function newFailures(before: Run, after: Run): string | null {
  const known = new Set(failingIn(before))
  const more = failingIn(after).filter((name) => !known.has(name))
  if (known.size === 0 || more.length === 0 || failingIn(after).length <= known.size) return null
  return `more tests fail than before: ${more.slice(0, 3).join(', ')}`
}

function testsIn({ facts }: Run): number {
  return typeof facts.tests === 'number' ? facts.tests : 0
}

function failingIn({ facts }: Run): string[] {
  const { failing } = facts
  return Array.isArray(failing) ? failing.filter((name) => typeof name === 'string') : []
}
