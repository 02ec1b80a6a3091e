import type { Spoken } from '#planner'
import type { Deps } from '../deps/deps.js'
import { lastWordOfUser } from '../loops/past.js'
import { type Frame, ordered } from '../step/frame.js'

/** What guards said since the user last wrote, oldest first: committed rows and the outcomes of this step. */
export function spokenSince(frame: Frame, deps: Pick<Deps, 'ledger' | 'registry'>): Spoken[] {
  const since = lastWordOfUser(frame, deps)
  const before = frame.view.guards.filter(({ step }) => step > since)
  return [...before, ...spokenNow(frame)]
}

/** The guards that refused a call of this step. */
export function spokenNow(frame: Frame): Spoken[] {
  return ordered(frame).flatMap(({ guard }) =>
    guard === undefined ? [] : [{ name: guard, step: frame.number }],
  )
}
