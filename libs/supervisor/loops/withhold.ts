import type { EvidenceDraft, Outcome, ToolCall } from '#core'
import { callKey } from '#ledger'
import { findLoop, isSameCall, isWithheld, type Loop } from '#planner'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'
import { refusedOutcome } from '../step/outcome.js'
import { pastOf, WITHHELD } from './past.js'

/** The paths that a call would read; empty for other calls. */
type Reads = readonly string[]

/**
 * Refuses a call that is part of a loop: it was warned, and goes on. A file that has changed since may be read.
 * @returns the outcome of a call that does not run, and what a person sees of it; null: it may run
 */
export function withhold(
  call: ToolCall,
  reads: Reads,
  {
    frame,
    deps,
  }: { frame: Frame; deps: Pick<Deps, 'ledger' | 'registry' | 'workspace' | 'parts'> },
): { outcome: Outcome; shown: string } | null {
  const loop = findLoop(deps.parts.guards, pastOf(frame, deps))
  if (loop === null || !isWithheld(loop)) return null
  const name = deps.registry.find(call.name)?.name ?? call.name
  const row = readAgain(loop, reads, deps)
  const isRepeated = loop.calls.some((one) =>
    isSameCall(one, { tool: name, key: callKey(call.arguments) }),
  )
  const hasChanged = reads.length > 0 && row === null && loop.file !== undefined
  if (row === null && (!isRepeated || hasChanged)) return null
  const why = `${loop.says} It is withheld until something changes.`
  const text = `Not run: ${why} Do something else: change a file, call another tool, or answer without it.`
  const outcome: Outcome = { ...refusedOutcome({ ...call, name }, text), mark: 'withheld' }
  return {
    outcome: row === null ? outcome : { ...outcome, evidence: [row] },
    shown: `Not run: ${why.replace(/^You/, 'The model')}`,
  }
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
