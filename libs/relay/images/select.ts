/** What becomes of one picture. `number` counts the different pictures of a conversation from 1. */
export interface Fate {
  is: 'shown' | 'repeat' | 'old'
  number: number
}

/**
 * Decides which pictures of a conversation are shown. A picture that is in sight already is not shown again,
 * and the newest `keep` are always in sight. Older ones go `keep` at a time: each time some go, the engine
 * must read the conversation anew from there, so with one at a time every new picture would cost a reading.
 * The same beginning therefore has the same fates until the next `keep` are due, and no state is kept.
 * @param ids   one for each picture, equal for equal pictures, in the order of the conversation
 * @param keep  0 keeps all
 */
export function selectImages(ids: readonly string[], keep: number): Fate[] {
  const fates: Fate[] = []
  /** In sight: the fate to be changed when it goes, and when it was last spoken of. */
  const inSight = new Map<string, { fate: Fate; last: number }>()
  let number = 0
  for (const [index, id] of ids.entries()) {
    const known = inSight.get(id)
    if (known !== undefined) {
      known.last = index
      fates.push({ is: 'repeat', number: known.fate.number })
      continue
    }
    number += 1
    const fate: Fate = { is: 'shown', number }
    fates.push(fate)
    inSight.set(id, { fate, last: index })
    if (keep > 0 && inSight.size >= 2 * keep) dropOldest(inSight, keep)
  }
  return fates
}

// By the last mention, not by the first: a picture that was just sent again is not old.
function dropOldest(inSight: Map<string, { fate: Fate; last: number }>, count: number): void {
  const oldest = [...inSight].sort(([, a], [, b]) => a.last - b.last).slice(0, count)
  for (const [id, { fate }] of oldest) {
    fate.is = 'old'
    inSight.delete(id)
  }
}

/** What stands in the place of a picture that is not shown. */
export function placeholder({ is, number }: Fate): string {
  return is === 'repeat'
    ? `[image ${number} of this conversation again, unchanged]`
    : `[image ${number} of this conversation, left out here because newer ones follow]`
}
