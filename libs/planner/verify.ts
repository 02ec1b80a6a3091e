/** What the ledger knows when a node should be closed. Numbers are those of the evidence ids. */
export interface Standing {
  /** Whether a row with this id exists. */
  has(id: string): boolean
  /** Ids of the newest rows, for the message of a refusal. */
  newest: string[]
  editedPaths: ReadonlySet<string>
  /** Edited files that did not parse after their last edit. */
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
 * Whether these cites may close the node. Every cite must be a row of the ledger. A task with edits needs a
 * passing test newer than the last edit, where the project has tests. A claimed edit must exist.
 */
export function mayResolve(
  cites: string[],
  summary: string,
  isTask: boolean,
  standing: Standing,
): Judgement {
  if (cites.length === 0) {
    return refuse(
      `resolve needs cites: the ids of the evidence that proves the result. Newest rows: ${advice(standing)}`,
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

/** The part of the judgement that needs no cites. Also used for a task that ends in plain text. */
export function proof(standing: Standing): Judgement {
  const { lastEdit, lastTest, testCommand } = standing
  if (lastEdit === null) return { ok: true, proven: true }
  const fresh = lastTest !== null && lastTest.number > lastEdit ? lastTest : null
  if (fresh?.passed === true) return { ok: true, proven: true }
  if (fresh?.passed === false) {
    return refuse(
      `not done: the last test run failed (e${fresh.number}). Fix what it reports. Run the tests again. Then call resolve.`,
    )
  }
  if (standing.broken.length > 0)
    return refuse(
      `not done: ${standing.broken.join(', ')} does not parse since the last edit. Fix it.`,
    )
  if (testCommand === null) return { ok: true, proven: false }
  const why =
    fresh === null
      ? 'no test ran since the last edit'
      : `the last test run (e${fresh.number}) does not show whether it passed`
  return refuse(
    `not proven: ${why}. Call run_command with "${testCommand}". Read its result. Then call resolve and cite it.`,
  )
}

function refusedClaim(summary: string, standing: Standing): string | null {
  if (!CLAIM.test(summary) || DENIES.test(summary)) return null
  if (standing.lastEdit === null) {
    return 'the summary claims a change, but no file was edited. Make the edit with patch_file, or say that nothing changed.'
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
