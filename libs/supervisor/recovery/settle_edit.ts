import type { Event, FileEdit, Outcome } from '#core'
import { type OpenIntent, planRecovery } from '#ledger'
import type { Deps } from '../deps/deps.js'
import type { StepScope } from '../step/frame.js'
import { halfDoneOutcome } from '../step/half_done.js'
import { storedBytes } from '../step/stored_bytes.js'
import { describeLeft } from './describe_left.js'
import { hashNow, type LookedFile, lookAtFiles } from './look_at_files.js'
import { mayFinish } from './may_finish.js'

/**
 * Finishes an interrupted edit by content hashes, after every path was resolved and the gate was asked again. Where
 * it cannot be finished, the files that were written are changed back. Where that is not possible either, the
 * outcome names each file that is still changed (docs/design/durability.md#the-tree-changed-meanwhile).
 * An outcome that is no success is stored at once, so that it is reported once.
 */
export async function* settleEdit(intent: OpenIntent, scope: StepScope): AsyncGenerator<Event> {
  const { frame, deps, signal } = scope
  const paths = [...new Set(intent.files.map((file) => file.path))]
  const workspace = deps.workspace.reopen(paths)
  workspace.cleanTemps(paths, intent.id)
  const look = () => lookAtFiles(intent, workspace)
  const found = look()
  const plan = planRecovery(intent, (path) => hashNow(fileOf(found, path)))
  const gate = intent.gate === undefined ? {} : { gate: intent.gate }
  const settle = (outcome: Outcome) => frame.outcomes.set(intent.ordinal, { ...outcome, ...gate })

  let reason = intent.outcome === null ? 'The expected result is not in the ledger.' : ''
  if (plan === 'done' && intent.outcome !== null) {
    settle(intent.outcome)
    return
  }
  if (plan !== 'conflict' && intent.outcome !== null) {
    const edits = remaining(found, deps)
    const refused = edits === null ? MISSING_BYTES : yield* mayFinish(intent, edits, scope)
    // The next run asks again: the caller does not commit an interrupted recovery.
    if (signal.aborted) return
    const applied =
      refused === null ? workspace.applyEdits(edits ?? [], { tempTag: intent.id }) : null
    if (applied?.ok) {
      settle(intent.outcome)
      return
    }
    reason = applied?.message ?? refused ?? ''
  }
  const back = takeBack(look(), intent.id, { deps, workspace })
  const left = look()
  const message = describeLeft(left, { reason, back })
  const standing = left.filter(({ state }) => state === 'written')
  const path = (left.find(({ state }) => state === 'other' || state === 'unknown') ?? left[0])?.path
  settle(
    halfDoneOutcome(
      intent.call,
      { path: path ?? '', message, standing, ordinal: intent.ordinal },
      deps.ledger,
    ),
  )
  const outcome = frame.outcomes.get(intent.ordinal)
  if (outcome !== undefined) deps.ledger.settle(intent.id, outcome)
  frame.stored.add(intent.ordinal)
  yield { type: 'note', text: `${intent.call.name} was not finished: ${message}` }
}

const MISSING_BYTES = 'The new content is not in the ledger.'

function fileOf(files: readonly LookedFile[], path: string): Pick<LookedFile, 'now'> {
  return files.find((file) => file.path === path) ?? { now: { ok: false, reason: 'not looked at' } }
}

/** The edits of the files that do not have their final content yet; null when the ledger lost a content. */
function remaining(files: readonly LookedFile[], deps: Pick<Deps, 'ledger'>): FileEdit[] | null {
  const open = files.filter((file) => hashNow(file) !== file.chain.at(-1))
  return editsTo(open, ({ chain }) => chain.at(-1) ?? null, deps)
}

/**
 * Writes the content from before the call where the call had written, all files or none. Plan mode writes nothing.
 * @returns the files that were changed back
 */
function takeBack(
  files: readonly LookedFile[],
  tempTag: string,
  { deps, workspace }: { deps: Deps; workspace: Deps['workspace'] },
): string[] {
  const written = files.filter(({ state }) => state === 'written')
  if (written.length === 0 || deps.gate.mode() === 'plan') return []
  const edits = editsTo(written, ({ chain }) => chain[0] ?? null, deps)
  if (edits === null || !workspace.applyEdits(edits, { tempTag }).ok) return []
  return edits.map(({ path }) => path)
}

/** Permission bits that somebody changed meanwhile are kept. */
function editsTo(
  files: readonly LookedFile[],
  goal: (file: LookedFile) => string | null,
  { ledger }: Pick<Deps, 'ledger'>,
): FileEdit[] | null {
  const edits = files.flatMap((file): FileEdit[] => {
    const { path, now, fileMode } = file
    const after = storedBytes(goal(file), ledger)
    if (!now.ok || after === undefined) return []
    return [{ path, before: now.bytes, after, fileMode: now.fileMode ?? fileMode }]
  })
  return edits.length === files.length ? edits : null
}
