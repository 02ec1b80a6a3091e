/** Other words that models use for a tool and its arguments, because other agents name them so. */
export interface ToolAliases {
  /** Names of the same tool in other agents. */
  names?: readonly string[]
  /** Argument -> its names in other agents; they hold at every depth. */
  fields?: Readonly<Record<string, readonly string[]>>
  /** A tool of other agents that does several things. It means this tool where its argument `key` has one of the values. */
  action?: { names: readonly string[]; key: string; values: readonly string[] }
  /** An argument of other agents that holds two of ours, as `view_range: [1, 20]`; -1 means none. */
  pairs?: Readonly<Record<string, readonly [string, string]>>
}
