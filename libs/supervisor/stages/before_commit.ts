import { findLeftOver } from '../guards/find_left_over.js'
import { followPlan } from '../guards/follow_plan.js'
import { addGuides } from '../guides/add_guides.js'
import { recallSeen } from '../guides/recall_seen.js'
import { rulesSeen } from '../guides/rules_seen.js'
import { findCause } from '../help/find_cause.js'
import { reviewEdits } from '../help/review_edits.js'
import { addSideNotes } from '../help/side_notes.js'
import { lookAtTree } from '../proof/look_at_tree.js'
import { parseChanges } from '../proof/parse_changes.js'
import type { Frame } from '../step/frame.js'
import type { Stage } from './stage.js'

/** Runs after the calls of a step, before its commit. */
export const BEFORE_COMMIT: readonly Stage<{ frame: Frame }>[] = [
  {
    name: 'look at the tree when the model says that it is done',
    async run({ frame }, deps, signal) {
      const { calls, problem } = frame.reply
      const isEnd = problem === null && calls.every(({ origin }) => origin === 'program')
      if (isEnd) {
        await lookAtTree({ frame, deps, signal })
        await parseChanges({ frame, deps, signal })
        await findLeftOver({ frame, deps, signal })
      }
      return undefined
    },
  },
  {
    name: 'follow the plan in the words of the reply',
    run({ frame }, deps) {
      followPlan(frame, deps)
      return undefined
    },
  },
  {
    name: 'add cards and knowledge',
    run({ frame }, deps) {
      addGuides(frame, deps)
      return undefined
    },
  },
  {
    name: 'add rules that the results concern',
    run({ frame }, deps) {
      const rules = rulesSeen(frame, deps)
      if (rules !== '') frame.guides.push(rules)
      return undefined
    },
  },
  {
    name: 'recall what a rebuild dropped',
    run({ frame }, deps) {
      const note = recallSeen(frame, deps)
      if (note !== '') frame.guides.push(note)
      return undefined
    },
  },
  {
    name: 'add side notes',
    run: ({ frame }, deps, signal) => addSideNotes({ frame, deps, signal }),
  },
  {
    name: 'review the edits',
    run: ({ frame }, deps, signal) => reviewEdits({ frame, deps, signal }),
  },
  {
    name: 'look for the cause after fixes that failed',
    run: ({ frame }, deps, signal) => findCause({ frame, deps, signal }),
  },
]
