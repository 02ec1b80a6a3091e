import type { Outcome, PlanNode, Reply } from '#core'
import type { View } from '#ledger'
import { applyToPlan, type PlanMutation } from '#planner'

/** A step between its decision and its commit. Everything in it can be had again from the ledger. */
export interface Frame {
  view: View
  number: number
  reply: Reply
  estimatedTokens: number
  /** The served window as the endpoint told it after the reply; null where it tells none. */
  servedTokens: number | null
  /** By the index of the call; filled as the calls are settled. */
  outcomes: Map<number, Outcome>
  /** Indexes of outcomes that the ledger already has. */
  stored: Set<number>
  plan: PlanMutation[]
  /** Set when a resolve closed the task. */
  closed: { summary: string; cites: string[]; proven: boolean } | null
  /** What the program says to the model behind this step, beside corrections. */
  notes: string[]
}

/** Opens the frame of a step that was just decided. */
export function openFrame(
  view: View,
  reply: Reply,
  estimatedTokens: number,
  servedTokens: number | null = null,
  opening: Pick<Frame, 'plan' | 'notes'> = { plan: [], notes: [] },
): Frame {
  return {
    view,
    number: view.task.step + 1,
    reply,
    estimatedTokens,
    servedTokens,
    outcomes: new Map(),
    stored: new Set(),
    plan: [...opening.plan],
    closed: null,
    notes: [...opening.notes],
  }
}

/** Outcomes in the order of their calls. */
export function ordered(frame: Frame): Outcome[] {
  return [...frame.outcomes].sort(([a], [b]) => a - b).map(([, outcome]) => outcome)
}

/** The plan as it will be after this step's changes so far. */
export function planNow(frame: Frame): PlanNode[] {
  return applyToPlan(frame.view.plan, frame.plan)
}

/** Ids that each outcome's evidence rows will get at the commit: counted on from the ledger's last. */
export function numberOutcomes(frame: Frame): { outcome: Outcome; ids: string[] }[] {
  let next = frame.view.nextEvidence
  return ordered(frame).map((outcome) => ({
    outcome,
    ids: outcome.evidence.map(() => `e${next++}`),
  }))
}
