/** Steps of a task: what is repeated, corrected and ended. */
export const LOOP_LIMITS = {
  /** Default of --max-steps: the cap on tool calls of a turn (row 23). A step without a call counts as one. */
  maxSteps: 500,
  /** Steps in a minute, and tokens in an hour without the reused ones, above which the user gets a line (row 28). */
  stepsAMinute: 30,
  tokensAnHour: 500_000,
  /** Corrections in a row after replies without a call; then the task ends (row 47 gives 2; a call resets the count). */
  nudgesInARow: 3,
  /** The same for a model that worked before, and the steps that show it: in 60 steps of which a tenth have no call, four in a row come once in a hundred runs. */
  nudgesLate: 5,
  nudgesLateSteps: 12,
  /** The same when files were changed in a project without tests: then the task ends as resolved and unproven. */
  nudgesUnproven: 2,
  /** Problems in a row (parser or inference) before the run stops with an error. */
  problemsInARow: 5,
  /** Steps after which the edit tools are offered, also without a plan (row 187). */
  exploreSteps: 12,
  /** Repetitions of a call or of a cycle of calls: the model is warned (rows 30, 53), the calls are withheld, the run stops (docs/design/prompt.md#loops). */
  loopWarned: 3,
  loopWithheld: 5,
  loopStopped: 8,
  /** Longest cycle of calls that is recognised. */
  cycleCalls: 6,
  /** Failed edits of one file, and edits with failures between them, before it must be read again (row 54). */
  patchFailures: 4,
  patchAttempts: 6,
  /** How often in `checkRoundSteps` steps the program runs the tests when the model says that it is done (row 154): a long task has many false ends. */
  checkRounds: 2,
  checkRoundSteps: 20,
  /** Number of newest steps that are searched for such runs. */
  checkLookBack: 200,
  /** Longest parse of an edited file; a longer one is skipped. */
  syntaxMs: 5_000,
} as const
