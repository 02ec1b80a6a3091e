import type { Outcome } from '#core'
import type { ToolResult } from '#tools'
import type { Workspace } from '#workspace'
import type { ReadyCall, StepScope } from '../../step/frame.js'
import type { ResultCaps } from './result_caps.js'

/** A call that the gate allowed. */
export interface AllowedCall extends ReadyCall {
  gate: NonNullable<Outcome['gate']>
  /** Opened for the paths that were allowed outside of the folder. */
  workspace: Workspace
  /** Places outside of the folder that its command writes, absolute. */
  outside: readonly string[]
  /** The result that was already computed for a question. */
  result: ToolResult | null
}

export interface CallScope extends StepScope, ResultCaps {}
