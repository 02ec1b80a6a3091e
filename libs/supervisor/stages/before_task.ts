import type { View } from '#ledger'
import { attachedReads, unseenPicture } from '../ambient/attach.js'
import { lookAround, type Surroundings } from '../ambient/look_around.js'
import { settleCommits } from '../commit/auto_commit.js'
import { openTask } from '../help/open_task.js'
import { endLeftovers } from '../recovery/leftovers.js'
import type { Opening } from '../step/frame.js'
import { finishRestores } from '../undo/finish_restores.js'
import { refuseHuge } from '../window/cut_task.js'
import { learnFromTask } from './learn_rules.js'
import type { Stage } from './stage.js'

/** One run of a task. */
export interface Run {
  /** The task when the run began. */
  first: View
  /** What this run has used of --max-steps up to a committed step. */
  counted: { step: number; used: number }
  /** What the first step of the task gets. */
  opening: Opening
  /** What git says before the first step. */
  around: Surroundings
  /** The next prompt is rebuilt, because the last one was too long. */
  forceRebuild: boolean
  /** The server refused a prompt as too long. */
  hasRefused: boolean
}

/** Runs once, before the first step of a run. */
export const BEFORE_TASK: readonly Stage<Run>[] = [
  {
    name: 'take the session',
    run({ first }, deps) {
      deps.ledger.claimSession(first.session.id)
      return undefined
    },
  },
  {
    name: 'finish interrupted undos',
    *run({ first }, deps) {
      for (const text of finishRestores(first.session.id, deps, deps.gate.mode()))
        yield { type: 'note', text }
    },
  },
  {
    name: 'settle interrupted commits',
    run: ({ first }, deps, signal) => settleCommits(first.session.id, deps, signal),
  },
  {
    name: 'refuse a text above the window',
    run({ first }, deps) {
      const text = refuseHuge(first, deps)
      if (text === null) return undefined
      return { next: 'end', end: { status: 'interrupted', text }, cause: 'task_too_long' }
    },
  },
  {
    name: 'say which picture is not sent',
    *run({ first }, deps) {
      if (first.task.step > 0 || first.pending !== null) return
      const text = unseenPicture(first, deps)
      if (text !== null) yield { type: 'note', text }
    },
  },
  { name: 'learn the rules of the user', run: ({ first }, deps) => learnFromTask(first, deps) },
  {
    name: 'find the tree from before the task, or forget that of the last one',
    run({ first }, { undo }) {
      undo.snapshots?.startTask(first.task.id)
      return undefined
    },
  },
  { name: 'end leftover commands', run: (_, deps) => endLeftovers(deps) },
  {
    name: 'open the task',
    async *run(run, deps, signal) {
      const { task, pending, generation } = run.first
      const begins = task.step === 0 && pending === null
      const state = generation === null
      if (begins) run.around = await lookAround(task.text, deps.workspace, signal, { state })
      const opening = yield* openTask(run.first, deps, signal)
      run.opening = { ...opening, attached: attachedReads(run.first, deps, run.around) }
    },
  },
]
