import type { Broken } from '#context'
import { firstSentence } from '../call/failure_brief.js'
import type { Committed } from '../closing/commit_step.js'
import { autoCommit } from '../commit/auto_commit.js'
import { stepRoute } from '../look/step_route.js'
import type { Frame } from '../step/frame.js'
import { rollBack } from '../undo/roll_back.js'
import { describeBroken } from './describe_broken.js'
import { learnFromMessages } from './learn_rules.js'
import type { Stage } from './stage.js'
import { warnRate } from './warn_rate.js'

/** A step that was just committed. */
export interface Done {
  frame: Frame
  committed: Committed
  rebuilt: boolean
  /** Where the prompt of this step does not continue the one before; null: it does. */
  broken: Broken | null
}

/** Runs after the commit of every step. */
export const AFTER_STEP: readonly Stage<Done>[] = [
  {
    name: 'report the step',
    *run({ frame, committed, rebuilt, broken }, deps) {
      const { corrections, evidence, nudged } = committed
      const { usage } = frame.reply
      const route = stepRoute(frame.view, frame.reply)
      for (const text of corrections)
        yield { type: 'note', text: `sent to the model: ${text}`, detail: true }
      if (broken !== null)
        yield { type: 'note', text: describeBroken(broken, frame.view, deps), detail: true }
      yield {
        type: 'step',
        number: frame.number,
        evidence: evidence.map(({ id, kind, subject, summary }) => ({
          id,
          kind,
          subject,
          summary,
        })),
        promptTokens: usage?.promptTokens ?? frame.estimatedTokens,
        reusedPrefixTokens: usage?.reusedPrefixTokens ?? 0,
        rebuilt,
        ...(route === null ? {} : { route }),
        ...(nudged ? { refused: true, ...whyRefused(corrections) } : {}),
      }
    },
  },
  {
    name: 'learn the rules of the user',
    run: ({ committed }, deps) => learnFromMessages(committed, deps),
  },
  {
    name: 'warn of many steps or tokens',
    run: ({ frame, committed }, deps) => warnRate(frame, committed.end === undefined, deps),
  },
  {
    name: 'roll back failed edits',
    run: ({ frame, committed }, deps) => rollBack(frame, committed.end, deps),
  },
  {
    name: 'commit the files of the task',
    run: ({ frame, committed }, deps, signal) => autoCommit(frame, committed.end, deps, signal),
  },
]

/** The first sentence of the correction: what is wrong. The others say what to do, and brackets quote what was shown. */
function whyRefused(corrections: readonly string[]): { refusedWhy?: string } {
  const first = firstSentence(corrections[0] ?? '').replace(/ \([^)]*$/, '')
  return first === '' ? {} : { refusedWhy: first }
}
