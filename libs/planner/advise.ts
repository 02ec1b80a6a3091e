import { nudgesFor } from '#core'
import type { EndInput, Guard, GuardInput, HoldInput } from './guard.js'

/** A step in which a guard spoke, from the rows of the ledger. */
export interface Spoken {
  name: string
  step: number
}

/** What a guard says to the model. */
export interface Advice {
  name: string
  text: string
}

/**
 * The first guard that has something to say about a step. Caps and rests are enforced here, from committed rows, so
 * that no guard repeats itself and a kill changes nothing.
 * @param spoken  what guards said since the user last wrote, oldest first
 */
export function adviseOnce(
  guards: readonly Guard[],
  input: GuardInput,
  spoken: readonly Spoken[],
): Advice | null {
  // After so many corrections in a row a text ends the task.
  if (input.textOnly && input.nudgesInARow >= nudgesFor(input.step)) return null
  for (const guard of guards) {
    if (guard.watch === undefined || !maySpeak(guard, input.step, spoken)) continue
    const text = guard.watch(input)
    if (text !== null) return { name: guard.name, text }
  }
  return null
}

/** The first guard that holds back an edit, within its cap and rest. */
export function holdEdit(
  guards: readonly Guard[],
  input: HoldInput,
  { step, spoken }: { step: number; spoken: readonly Spoken[] },
): Advice | null {
  for (const guard of guards) {
    if (guard.hold === undefined || !maySpeak(guard, step, spoken)) continue
    const text = guard.hold(input)
    if (text !== null) return { name: guard.name, text }
  }
  return null
}

/**
 * The guard that refuses an end which the judge accepts. It refuses again only after a change of a file: an end
 * that is meant is refused once.
 * @param lastChange  the newest step with a change; 0: none
 */
export function refuseEnd(
  guards: readonly Guard[],
  input: EndInput,
  { step, lastChange, spoken }: { step: number; lastChange: number; spoken: readonly Spoken[] },
): Advice | null {
  const own = guards.filter(({ refuse }) => refuse !== undefined)
  const before = spoken.findLast((one) => own.some(({ name }) => name === one.name))
  if (before !== undefined && lastChange <= before.step) return null
  for (const guard of own) {
    if (guard.refuse === undefined || !maySpeak(guard, step, spoken)) continue
    const text = guard.refuse(input)
    if (text !== null) return { name: guard.name, text }
  }
  return null
}

function maySpeak(
  { name, cap, rest = 0 }: Guard,
  step: number,
  spoken: readonly Spoken[],
): boolean {
  const own = spoken.filter((one) => one.name === name)
  const last = own.at(-1)
  return own.length < (cap ?? 0) && (last === undefined || step - last.step > rest)
}
