import type { EvidenceDraft, Outcome, PlanNode, Reply, ToolCall } from '#core'
import type { View } from '#ledger'
import { applyToPlan, type Doubt, type PlanMutation } from '#planner'
import type { Tool } from '#tools'
import type { Snapshot, SnapshotChange } from '#workspace'
import type { Deps } from '../deps/deps.js'

/** A step between its decision and its commit. The ledger can restore all of it. */
export interface Frame {
  view: View
  number: number
  reply: Reply
  estimatedTokens: number
  /** The served window as the endpoint reported it after the reply; null where it reports none. */
  servedTokens: number | null
  /** By the index of the call; filled as the calls end. */
  outcomes: Map<number, Outcome>
  /** Indexes of outcomes that the ledger already has. */
  stored: Set<number>
  /** By the index of the call: the tree before a command that a kill interrupted and that runs again. */
  treeBefore: Map<number, Snapshot>
  plan: PlanMutation[]
  /** Set when a resolve closed the task. */
  closed: { summary: string; cites: string[]; doubt: Doubt | null } | null
  /** The tree as it was looked at for the end of the task; null: it was not looked at. */
  look: { tree: string; byBackground: readonly SnapshotChange[] } | null
  /** Changed files that do not parse at the end of the task and did before it. */
  unparsed: readonly string[]
  /** Places where a name still occurs that the task wants to be replaced, by that name. */
  left: ReadonlyMap<string, readonly string[]>
  /** What the program adds for the model after this step, besides corrections. */
  notes: string[]
  /** What the model may need to know with the newest result, before corrections and notes. */
  guides: string[]
  /** Rows beside those of the calls: the files that the user named. */
  attached: EvidenceDraft[]
  /** The person ended the run at a question of this step: what it lacks is no end. */
  isLeft?: true
}

/** What is added to the first step of a task. */
export type Opening = Pick<Frame, 'plan' | 'notes' | 'attached'>

export const NO_OPENING: Opening = { plan: [], notes: [], attached: [] }

/** What the code that runs a call works with. */
export interface StepScope {
  frame: Frame
  deps: Deps
  signal: AbortSignal
}

/** A call with a known tool and valid arguments. */
export interface ReadyCall {
  ordinal: number
  call: ToolCall
  tool: Tool
  input: Record<string, unknown>
}

/** Opens the frame of a step that was just decided. */
export function openFrame(
  view: View,
  { reply, estimatedTokens }: Pick<Frame, 'reply' | 'estimatedTokens'>,
  opening: Opening = NO_OPENING,
): Frame {
  return {
    view,
    number: view.task.step + 1,
    reply,
    estimatedTokens,
    servedTokens: null,
    outcomes: new Map(),
    stored: new Set(),
    treeBefore: new Map(),
    plan: [...opening.plan],
    closed: null,
    look: null,
    unparsed: [],
    left: new Map(),
    notes: [...opening.notes],
    guides: [],
    attached: [...opening.attached],
  }
}

/** Outcomes in the order of their calls. */
export function ordered(frame: Pick<Frame, 'outcomes'>): Outcome[] {
  return [...frame.outcomes].sort(([a], [b]) => a - b).map(([, outcome]) => outcome)
}

/** The plan with the changes of this step so far. */
export function planNow(frame: Frame): PlanNode[] {
  return applyToPlan(frame.view.plan, frame.plan)
}

/** The outcomes with the ids that their evidence rows get at the commit. */
export function numberOutcomes(
  frame: Pick<Frame, 'view' | 'outcomes'>,
): { outcome: Outcome; ids: string[] }[] {
  let next = frame.view.nextEvidence
  return ordered(frame).map((outcome) => ({
    outcome,
    ids: outcome.evidence.map(() => `e${next++}`),
  }))
}
