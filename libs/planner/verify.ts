/** What the ledger knows when somebody wants to close a node. Numbers are those of the evidence ids. */
export interface Standing {
  /** Is there a row with this id? */
  has(id: string): boolean
  /** Ids of the newest rows, for the refusal's advice. */
  newest: string[]
  editedPaths: ReadonlySet<string>
  /** Edited files that did not parse when they were edited last. */
  broken: readonly string[]
  lastEdit: number | null
  lastTest: { number: number; passed: boolean | null } | null
  /** The project's test command; null when it has no tests. */
  testCommand: string | null
}

export type Judgement = { ok: true; proven: boolean } | { ok: false; message: string }

const CLAIM =
  /\b(fixed|changed|edited|added|updated|implemented|created|removed|deleted|refactored|patched|wrote|rewrote|modified|renamed|replaced)\b/i
const DENIES = /\b(no|not|nothing|never|without|already|were|was)\b/i
const PATH = /[\w./-]*\w\.\w{1,5}\b/g

/**
 * May this node be closed by these cites? Every cite has to be a row of the ledger; a task with edits
 * needs a passing test newer than the last edit, where the project has tests; an edit claimed has to exist.
 */
export function mayResolve(
  cites: string[],
  summary: string,
  isTask: boolean,
  standing: Standing,
): Judgement {
  if (cites.length === 0) {
    return refuse(
      `resolve needs cites: the ids of the evidence that proves it. Newest rows: ${advice(standing)}`,
    )
  }
  const unknown = cites.filter((id) => !standing.has(id))
  if (unknown.length > 0) {
    return refuse(
      `resolve cites ${unknown.join(', ')}, which the ledger does not have. Newest rows: ${advice(standing)}`,
    )
  }
  if (!isTask) return { ok: true, proven: true }
  const claim = refusedClaim(summary, standing)
  if (claim !== null) return refuse(claim)
  return proof(standing)
}

/** The part of the judgement that needs no cites: used for a task that ends in plain text, too. */
export function proof(standing: Standing): Judgement {
  const { lastEdit, lastTest, testCommand } = standing
  if (lastEdit === null) return { ok: true, proven: true }
  const fresh = lastTest !== null && lastTest.number > lastEdit ? lastTest : null
  if (fresh?.passed === true) return { ok: true, proven: true }
  if (fresh?.passed === false) {
    return refuse(
      `not done: the last test run failed (e${fresh.number}). Mend what it names, run the tests again, then resolve.`,
    )
  }
  if (standing.broken.length > 0)
    return refuse(
      `not done: ${standing.broken.join(', ')} does not parse since the last edit. Mend it.`,
    )
  if (testCommand === null) return { ok: true, proven: false }
  const why =
    fresh === null
      ? 'no test ran since the last edit'
      : `the last test run (e${fresh.number}) does not tell whether it passed`
  return refuse(
    `not proven: ${why}. Call run_command with "${testCommand}", read its result, then resolve citing it.`,
  )
}

function refusedClaim(summary: string, standing: Standing): string | null {
  if (!CLAIM.test(summary) || DENIES.test(summary)) return null
  if (standing.lastEdit === null) {
    return 'the summary claims a change, but no file was edited. Make the edit with patch_file, or say that nothing was changed.'
  }
  const named = (summary.match(PATH) ?? []).filter((path) => path.includes('/'))
  if (
    named.length === 0 ||
    named.some((path) => standing.editedPaths.has(path.replace(/^\.\//, '')))
  )
    return null
  return `the summary names ${named.join(', ')}, but the edited files are ${[...standing.editedPaths].join(', ')}.`
}

function advice(standing: Standing): string {
  return standing.newest.join('; ') || 'none yet: read a file or run a command first'
}

function refuse(message: string): Judgement {
  return { ok: false, message }
}
