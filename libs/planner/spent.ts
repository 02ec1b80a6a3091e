/** What went wrong on a task since another model was last asked, counted back from the newest step. */
export interface Troubles {
  /** Replies in a row that could not be used. */
  modelFailures: number
  /** Replies in a row that did nothing. */
  noProgress: number
  /** How often the most frequent tool error came. */
  toolErrors: number
  /** Edits in a row that failed. */
  editFailures: number
  /** Test runs in a row that failed, each after a change. */
  testFailures: number
  /** Calls that a rule or the person refused. */
  denials: number
}

/**
 * The failure policy (row 271): `divided` when the task was split into parts, `undivided` when the model
 * never split it and had its retries twice. The limit on steps ends the run in another way.
 */
const POLICY: { trouble: keyof Troubles; divided: number; undivided: number; says: string }[] = [
  { trouble: 'modelFailures', divided: 2, undivided: 4, says: 'replies could not be used' },
  // The loop itself ends after three.
  { trouble: 'noProgress', divided: 2, undivided: 3, says: 'replies did nothing' },
  { trouble: 'editFailures', divided: 2, undivided: 4, says: 'edits in a row failed' },
  {
    trouble: 'testFailures',
    divided: 2,
    undivided: 4,
    says: 'changes in a row left tests failing',
  },
]

const DENIALS = 2

/**
 * Why retries and decomposition are spent, so that a stronger model may be asked; null: they are not.
 * @param divided  whether the task has a hypothesis
 */
export function whySpent(troubles: Troubles, divided: boolean): string | null {
  const row = POLICY.find(
    ({ trouble, ...limit }) => troubles[trouble] >= (divided ? limit.divided : limit.undivided),
  )
  return row === undefined ? null : `${troubles[row.trouble]} ${row.says}`
}

/** Only the person can allow a refused call. No other model is asked about it. */
export function needsPerson({ denials }: Troubles): boolean {
  return denials >= DENIALS
}
