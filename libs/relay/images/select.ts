/** How one picture is sent. `number` counts the different pictures of a conversation from 1. */
export interface Fate {
  is: 'shown' | 'repeat' | 'old'
  number: number
}

/**
 * Decides which pictures of a conversation are shown. A visible picture is not shown again, and the newest `keep`
 * are always visible. Older ones are dropped `keep` at a time: each drop makes the engine read the conversation
 * again from there, so with one at a time every new picture would cost a reading. The same beginning therefore
 * has the same fates until the next drop, and no state is kept.
 * @param ids   one for each picture, equal for equal pictures, in the order of the conversation
 * @param keep  0 keeps all
 */
export function selectImages(ids: readonly string[], keep: number): Fate[] {
  const fates: Fate[] = []
  /** The visible pictures: the fate to change when one is dropped, and its last mention. */
  const visible = new Map<string, { fate: Fate; last: number }>()
  let number = 0
  for (const [index, id] of ids.entries()) {
    const known = visible.get(id)
    if (known !== undefined) {
      known.last = index
      fates.push({ is: 'repeat', number: known.fate.number })
      continue
    }
    number += 1
    const fate: Fate = { is: 'shown', number }
    fates.push(fate)
    visible.set(id, { fate, last: index })
    if (keep > 0 && visible.size >= 2 * keep) dropOldest(visible, keep)
  }
  return fates
}

// By the last mention, not by the first: a picture that was just sent again is not old.
function dropOldest(visible: Map<string, { fate: Fate; last: number }>, count: number): void {
  const oldest = [...visible].sort(([, a], [, b]) => a.last - b.last).slice(0, count)
  for (const [id, { fate }] of oldest) {
    fate.is = 'old'
    visible.delete(id)
  }
}

/** The text that replaces a picture that is not shown. */
export function placeholder({ is, number }: Fate): string {
  return is === 'repeat'
    ? `[image ${number} of this conversation again, unchanged]`
    : `[image ${number} of this conversation, omitted here because newer ones follow]`
}
