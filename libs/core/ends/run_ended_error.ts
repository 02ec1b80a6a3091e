import type { Usage } from '../types/chat.js'
import type { ChangedFile } from '../types/outcome.js'

/** The run that an error ended. */
export interface EndedRun {
  taskId: string
  sessionId: string
  /** Committed steps. */
  steps: number
  /** Of the committed steps, as a result has them; absent where the ledger could not be read. */
  changes?: readonly ChangedFile[]
  usage?: Usage
}

/** Carries an error out of a run that had begun, so that its result can name the task. */
export class RunEndedError extends Error {
  readonly run: EndedRun

  constructor(cause: unknown, run: EndedRun) {
    super('an error ended the run', { cause })
    this.name = 'RunEndedError'
    this.run = run
  }
}
