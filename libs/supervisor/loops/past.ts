import type { Evidence, EvidenceDraft, Outcome } from '#core'
import { digestCall } from '#ledger'
import type { LoopInput, PastCall, PastRead } from '#planner'
import type { Deps } from '../deps/deps.js'
import { evidenceNumber } from '../step/evidence_number.js'
import { findOnce } from '../step/find_once.js'
import { type Frame, ordered } from '../step/frame.js'
import { pastOutputs } from './past_outputs.js'
import { placeOf } from './place_of.js'

type PastDeps = Pick<Deps, 'ledger' | 'registry'>

/** Newest rows that are searched for reads. */
const LOOK_BACK = 200
/** Code of the row that a withheld read leaves. */
export const WITHHELD = 'withheld'

/** The calls and reads that a loop is detected from: committed rows and the outcomes of this step so far. */
export function pastOf(frame: Frame, deps: PastDeps): LoopInput {
  const since = lastWordOfUser(frame, deps)
  return {
    calls: pastCalls(frame, since, deps),
    reads: pastReads(frame, since, deps),
    outputs: pastOutputs(frame, since, deps),
  }
}

/** The step after which the user has said nothing: what was tried before counts no longer. */
export function lastWordOfUser({ view }: Frame, deps: PastDeps): number {
  const { id: taskId, freshStep } = view.task
  const decided = { taskId, kind: 'decision', subject: 'user', limit: LOOK_BACK } as const
  const said = findOnce(view, decided, deps).find(({ facts }) => facts.author === 'user')
  return Math.max(freshStep, said?.step ?? 0)
}

function pastCalls(frame: Frame, since: number, deps: PastDeps): PastCall[] {
  const { registry } = deps
  const kindOf = (tool: string) => {
    const { effect = null, notes } = registry.find(tool) ?? {}
    return { effect, notes }
  }
  const before = frame.view.recentCalls
    .filter(({ step }) => step > since)
    .map(({ callKey: key, ...call }) => ({ ...call, key, ...kindOf(call.tool) }))
  return [...before, ...ordered(frame).map(toPastCall)]

  function toPastCall(outcome: Outcome): PastCall {
    const call = frame.reply.calls.find(({ id }) => id === outcome.callId)
    const { callKey: key, argsHash, ...digest } = digestCall(call, withPlace(outcome, frame, deps))
    const { tool, ok, denied } = outcome
    const at = { step: frame.number, tool, ...kindOf(tool) }
    return { ...at, ...digest, key, ok, denied: denied !== undefined }
  }
}

/** The same with the place where its call acts, for the ledger and for a comparison with its rows. */
export function withPlace(
  outcome: Outcome,
  { reply }: Pick<Frame, 'reply'>,
  deps: Pick<Deps, 'registry'>,
): Outcome {
  const place = placeOf(
    reply.calls.find(({ id }) => id === outcome.callId),
    deps,
  )
  return place === undefined ? outcome : { ...outcome, place }
}

/** Reads since the last edit and the last rebuild of the prompt, oldest first. */
function pastReads(frame: Frame, since: number, deps: PastDeps): PastRead[] {
  const { view, number } = frame
  const taskId = view.task.id
  const lastEdit = evidenceNumber(view.lastEdit?.id ?? 'e0')
  const rebuilt = view.generation?.reason === 'start' ? 0 : (view.generation?.step ?? 0)
  const isNew = ({ step }: Evidence) => step > Math.max(since, rebuilt)
  const rows = (['file_read', 'diagnostic'] as const).flatMap((kind) =>
    findOnce(view, { taskId, kind, afterNumber: lastEdit, limit: LOOK_BACK }, deps).filter(isNew),
  )
  rows.sort((a, b) => evidenceNumber(a.id) - evidenceNumber(b.id))
  const drafts = ordered(frame).flatMap(({ evidence }) => evidence)
  const edit = drafts.findLastIndex(({ kind }) => kind === 'edit_applied')
  const fresh = drafts.slice(edit + 1).map((draft) => ({ ...draft, step: number }))
  return [...(edit === -1 ? rows : []), ...fresh].flatMap(toRead)
}

function toRead({ kind, facts, step }: Pick<EvidenceDraft, 'kind' | 'facts'> & { step: number }) {
  const { path, hash, lines } = facts
  const isRead = kind === 'file_read' || (kind === 'diagnostic' && facts.code === WITHHELD)
  if (!isRead || typeof path !== 'string' || typeof hash !== 'string') return []
  const [, first, last] = /^(\d+)-(\d+)$/.exec(typeof lines === 'string' ? lines : '') ?? []
  return [{ step, path, hash, first: Number(first ?? 1), last: Number(last ?? 0) }]
}
