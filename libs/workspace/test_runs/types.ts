export interface TestCommand {
  command: string
  runner: string
}

export interface TestRun {
  command: string
  exitCode: number | null
  output: string
  timedOut: boolean
}

export interface TestVerdict {
  /** null: the run does not show it. */
  passed: boolean | null
  /** One or two lines for the evidence row. */
  summary: string
  /** Names of the first failing tests, and their messages. */
  failures: string[]
}
