export interface TestCommand {
  command: string
  runner: string
}

export interface TestRun {
  command: string
  exitCode: number | null
  output: string
  timedOut: boolean
  /** Why its output does not show that the tests ran to their end; null or absent: nothing speaks against it. */
  unfinished?: string | null
}

export interface TestVerdict {
  /** null: the run does not show it. */
  passed: boolean | null
  /** How many tests passed or failed, by the last summary; null without one. */
  tests: number | null
  /** One or two lines for the evidence row. */
  summary: string
  /** Names of the first failing tests, and their messages. */
  failures: string[]
  /** Names of all failing tests that the output lists. */
  failing: string[]
}
