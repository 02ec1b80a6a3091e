const MARK = 'compact'

/** The reason of a rebuild that the user asked for, with the words that must stay. The row of the prompt stores it. */
export function compactReason(focus: string): string {
  return focus === '' ? MARK : `${MARK}: ${focus}`
}

/** The words that must stay; empty: none, or the rebuild has another reason. */
export function focusOf(reason: string): string {
  return reason.startsWith(`${MARK}: `) ? reason.slice(MARK.length + 2) : ''
}

export function isCompact(reason: string): boolean {
  return reason === MARK || reason.startsWith(`${MARK}: `)
}
