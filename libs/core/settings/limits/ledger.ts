/** What the ledger keeps, finds and shows. */
export const LEDGER_LIMITS = {
  /** Sessions that a prune keeps, and the length of their titles (row 242). */
  keptSessions: 50,
  titleChars: 60,
  /** Earlier tasks in a view of the ledger: as many as a prompt has room to name. Recent calls: eight rounds of the longest cycle are 48. */
  earlierTasks: 5,
  recentCalls: 60,
  /** Steps with a correction in a view: twice the largest cap of a guard, and most of a run of 500 steps. */
  guardSteps: 300,
  /** Default limit of a query for evidence, and the largest output of `ledger sql` in rows. */
  foundRows: 50,
  sqlRows: 10_000,
  /** Characters of an event's payload, in a query of what happened (row 29). */
  eventPayloadChars: 8_192,
  /** Beginning of a payload that full-text search can find: the rest is in the file or command itself. */
  searchableBytes: 65_536,
} as const
