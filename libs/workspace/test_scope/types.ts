/** How much a test run proves. `part`: less than the project's tests; `why` says what is missing. */
export type TestScope = { scope: 'all' } | { scope: 'part'; why: string }

/** One simple command of a shell text, in the order of the text. */
export interface ShellItem {
  words: readonly string[]
  /** Names that it sets for itself or, without words, for the commands after it. */
  sets: readonly { name: string; value: string }[]
  /** It redirects its output to a file. */
  writes: boolean
  /** A word of it runs another command: `$(…)` or backquotes. */
  dynamic: boolean
  background: boolean
  /** false: the text can exit with 0 although this command failed. */
  decides: boolean
}

/** The commands of a shell text, and the first construct that can replace a program in it. */
export interface ShellShape {
  items: readonly ShellItem[]
  /** Null when there is none; a text without valid syntax has one. */
  hazard: string | null
}

/** What a project says about its tests. */
export interface TestProject {
  /** Absolute root of the project. */
  root: string
  /** The command of the settings or of a convention; null when there is none. */
  command: string | null
  /** The texts that this command runs: the script of package.json, the recipe of a Makefile. */
  scripts: readonly string[]
}
