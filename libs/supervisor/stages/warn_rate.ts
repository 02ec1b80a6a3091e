import { type Event, figure, LIMITS } from '#core'
import type { Deps } from '../deps/deps.js'
import type { Frame } from '../step/frame.js'

/** The rate is looked at after each so many steps. */
const EVERY_STEPS = 10

interface Rate {
  of: 'steps' | 'tokens'
  most: number
  inMs: number
  say(count: number): string
}

/** Limits: row 28 of the feature list. They warn only; `--max-steps` and Ctrl+C are what ends a run. */
const RATES: readonly Rate[] = [
  {
    of: 'steps',
    most: LIMITS.stepsAMinute,
    inMs: 60_000,
    say: (count) => `${count} steps in one minute. Ctrl+C interrupts; --max-steps sets a limit.`,
  },
  {
    of: 'tokens',
    most: LIMITS.tokensAnHour,
    inMs: 3_600_000,
    say: (count) =>
      `the model read and wrote ${figure(count)} tokens in one hour, without what its cache reused. --max-steps sets a limit.`,
  },
]

/**
 * Tells the user once when a task begins to use more steps or tokens than a person can follow (row 28). This look and
 * the one before it are computed from rows, so that a kill repeats no warning.
 */
export function* warnRate(
  { number, view }: Pick<Frame, 'number' | 'view'>,
  goesOn: boolean,
  { ledger }: Pick<Deps, 'ledger'>,
): Generator<Event, void> {
  if (!goesOn || number % EVERY_STEPS !== 0) return
  const taskId = view.task.id
  for (const { of, most, inMs, say } of RATES) {
    const upTo = (step: number) => ledger.workUpTo(taskId, step, inMs)[of]
    const now = upTo(number)
    if (now > most && upTo(number - EVERY_STEPS) <= most) yield { type: 'note', text: say(now) }
  }
}
