import { type ChangedFile, type EvidenceDraft, type Outcome, summarise, type ToolCall } from '#core'
import { cutResult, REOPEN, type ToolResult } from '#tools'

/** Why a call may not run. */
export interface Refusal {
  /** For the model. */
  reason: string
  /** The same for a person, where it differs. */
  shown?: string
  rule: string
  /** true: a person could have allowed it, and said no or could not be asked. */
  askable: boolean
  /** The option and its value that allow the call, where nobody could be asked. */
  flag?: readonly [string, string] | null
}

/** What a refused call would have done. */
interface Meant {
  /** Files that it writes. */
  writes: string[]
  /** The command line that it runs. */
  command: string | undefined
}

/** Turns a tool's result into what the model and the ledger get. */
export function outcomeOf(call: ToolCall, result: ToolResult, resultTokens: number): Outcome {
  const evidence = result.evidence ?? []
  return {
    callId: call.id,
    tool: call.name,
    ok: result.ok,
    text: withNotes(
      call,
      cutResult(result.text, resultTokens, evidence.length > 0 ? { more: REOPEN } : {}),
    ),
    evidence,
    changes: result.ok ? evidence.flatMap(changeOf) : [],
    plan: result.plan ?? [],
    ...(result.inBackground === true ? { mark: 'waiting' as const } : {}),
  }
}

/** A call that could not be made. */
export function refusedOutcome(call: ToolCall, reason: string): Outcome {
  const text = withNotes(call, reason)
  return { callId: call.id, tool: call.name, ok: false, text, evidence: [], changes: [], plan: [] }
}

/** A call that was not made: its form is not judged. */
export function skippedOutcome(call: ToolCall, reason: string): Outcome {
  return { ...refusedOutcome(call, reason), mark: 'skipped' }
}

/** A result, and what the model has to know about how its call was read. */
function withNotes({ notes = [] }: ToolCall, text: string): string {
  return [text, ...notes.map((note) => `(${note})`)].join('\n')
}

/** A call that the gate or the person refused. It leaves a row, so that the end of the run can report it. */
export function deniedOutcome(
  call: ToolCall,
  { reason, shown = reason, rule, askable, flag }: Refusal,
  { writes, command }: Meant,
): Outcome {
  const draft: EvidenceDraft = {
    kind: 'diagnostic',
    subject: 'gate',
    summary: summarise(`denied ${call.name}: ${shown}`),
    payload: Buffer.from(JSON.stringify(call.arguments)),
    facts: {
      ...{ code: 'permission_denied', tool: call.name, rule, askable },
      ...(writes.length === 0 ? {} : { writes }),
      ...(command === undefined ? {} : { command }),
      ...(flag ? { flag: [...flag] } : {}),
    },
  }
  return { ...refusedOutcome(call, `Not allowed: ${reason}`), evidence: [draft], denied: rule }
}

/** A command that was running when its process died. */
interface Interrupted {
  command: string
  /** What it had printed. */
  output: string
  /** Files that changed since it began; null: that is not known. */
  changed: readonly string[] | null
}

/** It never runs again without the user's permission. */
export function interruptedOutcome(
  call: ToolCall,
  { command, output, changed }: Interrupted,
): Outcome {
  const soFar = output === '' ? '' : `\nIts output so far:\n${output}`
  const effect = changed === null ? 'Its effect is unknown.' : namedFiles(changed)
  const text = `interrupted: the program ended while this command ran. The command was not run again. ${effect}${soFar}`
  const draft: EvidenceDraft = {
    kind: 'shell_output',
    subject: command.slice(0, 200),
    summary: summarise(`interrupted: ${command}`),
    payload: Buffer.from(output),
    facts: {
      ...{ command, exitCode: null, interrupted: true },
      ...(changed?.length === 0 ? { unchanged: true } : {}),
    },
  }
  return { ...refusedOutcome(call, text), evidence: [draft] }
}

const NAMED_FILES = 5

/** Files that changed since a command began, for the model and the user. */
export function namedFiles(paths: readonly string[]): string {
  if (paths.length === 0) return 'No file of the workspace changed since it began.'
  const more = paths.length > NAMED_FILES ? ` and ${paths.length - NAMED_FILES} more` : ''
  return `Changed since it began: ${paths.slice(0, NAMED_FILES).join(', ')}${more}.`
}

/** A file that changed under an edit: nothing was written. */
export function conflictOutcome(call: ToolCall, path: string, message: string): Outcome {
  const draft: EvidenceDraft = {
    kind: 'diagnostic',
    subject: path,
    summary: summarise(`conflict: ${message}`),
    payload: Buffer.from(message),
    facts: { code: 'conflict', path },
  }
  return { ...refusedOutcome(call, `Not written: ${message}`), evidence: [draft] }
}

function changeOf(draft: EvidenceDraft): ChangedFile[] {
  if (draft.kind !== 'edit_applied') return []
  return [
    {
      path: draft.subject,
      added: Number(draft.facts.added ?? 0),
      removed: Number(draft.facts.removed ?? 0),
    },
  ]
}
