/** A type checker or linter of a project, and how it is run. */
export interface Linter {
  /** Its own name: tsc, eslint, ruff, go vet … */
  name: string
  kind: 'types' | 'lint'
  /** Checks the whole project; run in the project's folder. */
  command: string
  /** The required program: a path relative to the root, or a name on the PATH. */
  program: string
  /** Endings of the files that it checks, with the dot. */
  endings: readonly string[]
  /** The command for single files, whose quoted paths are appended; absent when it can only check the project. */
  perFile?: string
  /** The project does not configure it: a bare compiler or parser, used when there is nothing better. */
  bare?: true
}

/** The checks that will run. */
export interface DiagnosisPlan {
  run: {
    name: string
    command: string
    /** true when the project configures it; false for a bare compiler or parser. */
    named: boolean
  }[]
  /** Checks that the project configures and this machine cannot run. */
  skipped: { name: string; reason: string }[]
}

/** One finding of a linter. */
export interface Finding {
  /** Relative to the root when it is below it. */
  path: string
  line: number
  /** null when the linter reports none. */
  column: number | null
  message: string
}
