import type { Event, TaskResult } from '#core'
import type { TaskEnd } from '#ledger'
import type { Deps } from '../deps/deps.js'

/** What follows a stage. undefined: the next stage runs. */
export type Verdict =
  | undefined
  /** The step starts again: the ledger is read and the model is asked again. */
  | { next: 'restart' }
  /** The run ends. `end` is stored, where the task is still open. */
  | { next: 'end'; end?: Pick<TaskEnd, 'status' | 'text'>; cause?: TaskResult['cause'] }

/** One named thing that happens at a fixed place of the walk. */
export interface Stage<T> {
  name: string
  run(at: T, deps: Deps, signal: AbortSignal): StageRun
}

type Events<Result> = Generator<Event, Result> | AsyncGenerator<Event, Result>
type StageRun = Verdict | Promise<Verdict> | Events<Verdict> | Events<void>

/** Runs stages in their order, until one of them has a verdict. */
export async function* runStages<T>(
  stages: readonly Stage<T>[],
  at: T,
  { deps, signal }: { deps: Deps; signal: AbortSignal },
): AsyncGenerator<Event, Verdict> {
  for (const stage of stages) {
    const running = stage.run(at, deps, signal)
    const verdict = isEvents(running) ? yield* running : await running
    if (verdict) return verdict
  }
  return undefined
}

function isEvents(running: StageRun): running is Events<Verdict> | Events<void> {
  return typeof running === 'object' && 'return' in running
}
