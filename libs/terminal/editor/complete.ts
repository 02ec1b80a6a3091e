/** One way to complete what is typed. */
export interface Completion {
  /** What takes the place of the prefix. */
  value: string
  /** Shown in the list; the value if undefined. */
  label?: string
  /** One line about it. */
  detail?: string
}

/** What completes the words before the caret. */
export interface Completions {
  /** The end of the text before the caret that a value replaces. */
  prefix: string
  items: readonly Completion[]
}

/**
 * Finds completions.
 * @param before  the text of the line before the caret
 * @param isFirstLine  a command begins only there
 * @returns null: there is nothing to complete
 */
export type Completer = (
  before: string,
  isFirstLine: boolean,
  signal: AbortSignal,
) => Promise<Completions | null>
