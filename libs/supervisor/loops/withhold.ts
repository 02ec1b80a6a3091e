import type { EvidenceDraft, Outcome, ToolCall } from '#core'
import { callKey, placeKey } from '#ledger'
import { findLoop, isPartOf, isWithheld, type Loop, type LoopInput, type PastCall } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { refusedOutcome } from '../step/outcome.js'
import { countRan } from './count_ran.js'
import { pastOf, WITHHELD } from './past.js'
import { placeOf } from './place_of.js'

type LoopDeps = Pick<Deps, 'ledger' | 'registry' | 'workspace' | 'parts'>

/** The paths that a call would read; empty for other calls. */
type Reads = readonly string[]

/**
 * Refuses a call that is part of a loop: it was warned, and goes on. A file that has changed since may be read.
 * @returns the outcome of a call that does not run, and what a person sees of it; null: it may run
 */
export function withhold(
  call: ToolCall,
  reads: Reads,
  { frame, deps }: { frame: Frame; deps: LoopDeps },
): { outcome: Outcome; shown: string } | null {
  const past = pastOf(frame, deps)
  const name = deps.registry.find(call.name)?.name ?? call.name
  const made = comparable({ ...call, name }, deps)
  const loop = loopAround(made, past, deps)
  if (loop === null) return null
  const row = readAgain(loop, reads, deps)
  const isRepeated =
    isPartOf(loop, made) === 'same' || failsThere(made, { loop, past, number: frame.number }, deps)
  const hasChanged = reads.length > 0 && row === null && loop.file !== undefined
  if (row === null && (!isRepeated || hasChanged)) return null
  const { says } = countRan(loop, past)
  const why = `${says} It is withheld until something changes.`
  const isEdit = deps.registry.find(name)?.effect === 'edit'
  const text = `Not run: ${why} Do something else: ${isEdit ? 'read' : 'change'} a file, call another tool, or answer without it.`
  const outcome: Outcome = { ...refusedOutcome({ ...call, name }, text), mark: 'withheld' }
  return {
    outcome: row === null ? outcome : { ...outcome, evidence: [row] },
    shown: `Not run: ${why.replace(/^You/, 'The model')}`,
  }
}

/** A call that did not run yet, as it is compared with others. */
interface Made extends Pick<PastCall, 'tool' | 'key' | 'placeKey' | 'effect'> {
  names: readonly string[]
}

function comparable(call: ToolCall, deps: LoopDeps): Made {
  const { name: tool, arguments: given } = call
  const place = placeOf(call, deps)
  const { effect = null } = deps.registry.find(tool) ?? {}
  const { names = [] } = place ?? {}
  return { tool, key: callKey(given), placeKey: placeKey(tool, place), effect, names }
}

/** The loop that this call would go on: the one of the newest call, or failures before reads and other failures. */
function loopAround(made: Made, past: LoopInput, { parts }: LoopDeps): Loop | null {
  const now = findLoop(parts.guards, past)
  const goesOn = now !== null && (now.file !== undefined || isPartOf(now, made) !== null)
  if (goesOn && isWithheld(now)) return now
  const at = past.calls.findLastIndex((one) => isPartOf({ calls: [one], place: one }, made))
  const between = past.calls.slice(at + 1)
  if (at < 0 || between.some(mayHaveChanged)) return null
  const before = { calls: past.calls.slice(0, at + 1), reads: [] }
  const failures = findLoop(parts.guards, before)
  return failures?.failing && isWithheld(failures) ? failures : null
}

function mayHaveChanged({ ok, effect }: PastCall): boolean {
  return ok && (effect === 'edit' || effect === 'command')
}

/** Another call at the place where those of the loop failed, and nothing was learned since that can help it. */
function failsThere(
  made: Made,
  { loop, past, number }: { loop: Loop; past: LoopInput; number: number },
  { workspace }: LoopDeps,
): boolean {
  const failed = loop.place
  if (failed === undefined || isPartOf(loop, made) !== 'place') return false
  const isNew = ({ step }: { step: number }) => step >= failed.step && step < number
  if (made.effect === 'edit') {
    const paths = made.names.map((path) => workspace.resolve(path))
    return !past.reads.some(
      (read) => isNew(read) && paths.some((path) => path.ok && path.relative === read.path),
    )
  }
  // What is read can be cited, or show what is missing.
  return made.effect !== 'plan' || !past.calls.some((one) => isNew(one) && isRead(one))
}

function isRead({ ok, effect }: PastCall): boolean {
  return ok && effect === 'read'
}

/** The row of a withheld read; null: the call does not read the unchanged file of the loop. */
function readAgain(
  { file, says }: Loop,
  reads: Reads,
  { workspace }: Pick<Deps, 'workspace'>,
): EvidenceDraft | null {
  if (file === undefined) return null
  const isFile = reads.some((path) => {
    const place = workspace.resolve(path)
    return place.ok && place.relative === file.path
  })
  const now = isFile ? workspace.readFile(file.path, { start: 1, end: 1 }) : null
  if (!now?.ok || now.hash !== file.hash) return null
  return {
    kind: 'diagnostic',
    subject: file.path,
    summary: `not read again: ${says}`,
    payload: Buffer.from(says),
    facts: { code: WITHHELD, path: file.path, hash: file.hash },
  }
}
