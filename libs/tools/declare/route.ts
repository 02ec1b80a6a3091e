/** What a turn of the user is about (features.md rows 111-121 of the design). */
export const CATEGORIES = [
  'read',
  'write',
  'search',
  'run',
  'plan',
  'code_intel',
  'web',
  'respond',
] as const
export type Category = (typeof CATEGORIES)[number]

/** When the schema of a tool is in the prompt. A tool that is not there runs all the same when it is called. */
export interface ToolRoute {
  /**
   * `always`: in every prompt; `usual`: in windows above LIMITS.leastToolsWindow; `roomy`: in those above
   * LIMITS.fewToolsWindow. Absent: only for its turns.
   */
  readonly base?: 'always' | 'usual' | 'roomy'
  /** The turns that call for it. */
  readonly for?: readonly Category[]
  /** Words of the user that call for it in any turn. */
  readonly words?: RegExp
  /** It saves a call and adds nothing else, so only the result of `more_tools` names it. */
  readonly quiet?: true
}
