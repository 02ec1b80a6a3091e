import { budgetFor } from '#context'
import { figure } from '#core'
import { addCheck } from '../checks/auto_check.js'
import { refuseEcho } from '../reply/echo.js'
import { expandCalls } from '../reply/expand_calls.js'
import { limitCalls } from '../reply/limit_calls.js'
import { failedRequests, fatalCause } from '../reply/problem.js'
import type { NextRequest } from '../request/next_request.js'
import type { Frame } from '../step/frame.js'
import { countedTokens, describeCut, detectCut } from '../window/cut_prompt.js'
import { describeOmitted, omittedOfTask } from '../window/cut_task.js'
import { adoptWindow, shrinkWindow, windowOf } from '../window/window.js'
import type { Run } from './before_task.js'
import type { Stage } from './stage.js'

/** A reply that was just received. */
export interface Answered {
  frame: Frame
  request: NextRequest
  run: Run
}

/** A rebuilt prompt that takes more of the usable window leaves no room for two results (row 79). */
const FULL = 0.8
/** A prompt that is larger than the served window was read whole only with at least this share. */
const WHOLE = 0.95

/** Runs after a new reply, before its calls. A recovered step skips these stages: it passed them before. */
export const BEFORE_CALLS: readonly Stage<Answered>[] = [
  {
    name: 'drop an interrupted reply',
    run: ({ frame }, _deps, signal) =>
      signal.aborted && frame.reply.problem !== null ? { next: 'restart' } : undefined,
  },
  {
    name: 'shrink a prompt that was too long',
    *run({ frame, run }, deps) {
      const { problem } = frame.reply
      if (problem?.code !== 'context_overflow') return undefined
      run.hasRefused = true
      if (!shrinkWindow(frame.view, deps, problem.windowTokens)) return undefined
      run.forceRebuild = true
      yield {
        type: 'note',
        text: `the prompt was too long for the model (${problem.message}); rebuilding a smaller one`,
      }
      return { next: 'restart' }
    },
  },
  {
    name: 'stop when the endpoint cannot be used',
    run({ frame: { reply, view } }, { ledger }) {
      const cause = fatalCause(reply, failedRequests(view, ledger))
      if (cause === undefined) return undefined
      return {
        next: 'end',
        end: { status: 'interrupted', text: reply.problem?.message ?? '' },
        cause,
      }
    },
  },
  {
    name: 'send a prompt again that is larger than the served window',
    async *run({ frame, run }, deps) {
      const { reply, view, estimatedTokens } = frame
      frame.servedTokens = (await deps.endpoint.servedWindow?.()) ?? null
      const served = frame.servedTokens
      const read = countedTokens(view, estimatedTokens, reply.usage) ?? estimatedTokens
      const mayBeCut = served !== null && estimatedTokens > served && read < estimatedTokens * WHOLE
      if (!mayBeCut || reply.by !== undefined || windowOf(view, deps) <= served) return undefined
      adoptWindow(view, deps, served)
      run.forceRebuild = true
      yield {
        type: 'note',
        text: `the model is served with a window of ${figure(served)} tokens now; sending a smaller prompt`,
      }
      return { next: 'restart' }
    },
  },
  {
    name: 'stop when the prompt was cut',
    run({ frame, request }, deps) {
      const { reply, view } = frame
      // Another model has another tokenizer.
      if (reply.by !== undefined) return undefined
      const cut = detectCut(request, reply.usage, frame.servedTokens)
      if (cut === null) return undefined
      adoptWindow(view, deps, frame.servedTokens)
      return {
        next: 'end',
        end: { status: 'interrupted', text: describeCut(cut) },
        cause: 'window',
      }
    },
  },
  {
    name: 'report a task that a rebuild cut',
    *run({ request: { view, rebuilt } }) {
      const omitted = rebuilt ? omittedOfTask(view) : 0
      if (omitted === 0) return undefined
      yield {
        type: 'note',
        text: `your text was cut: ${describeOmitted(omitted, view)} are not in the prompt from here on, because the window is small. A larger window helps`,
      }
      return undefined
    },
  },
  {
    name: 'report a rebuild that freed too little',
    *run({ request, frame }, deps) {
      const { usableTokens } = budgetFor(windowOf(frame.view, deps))
      if (!request.rebuilt || request.estimatedTokens <= usableTokens * FULL) return undefined
      yield {
        type: 'note',
        text: `the rebuilt prompt still takes ${figure(request.estimatedTokens)} of ${figure(usableTokens)} tokens: task, tools and the newest result need them. The task goes on, and results are cut. A larger window helps`,
      }
      return undefined
    },
  },
  {
    name: 'refuse a copy of our own words',
    run({ frame, request }) {
      frame.reply = refuseEcho(frame.reply, request.request.messages)
      return undefined
    },
  },
  {
    name: 'keep as many calls as one reply may have',
    run({ frame }) {
      frame.reply = limitCalls(frame.reply)
      return undefined
    },
  },
  {
    name: 'expand compound calls',
    run({ frame }, deps) {
      expandCalls(frame, deps)
      return undefined
    },
  },
  { name: 'add checks', run: ({ frame }, deps) => addCheck(frame, deps) },
]
