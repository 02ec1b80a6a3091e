/** Other words that models use for a tool and its arguments, because other agents name them so. */
export interface ToolAliases {
  /** Names of the same tool in other agents. */
  names?: readonly string[]
  /** Argument -> its names in other agents; they hold at every depth. */
  fields?: Readonly<Record<string, readonly string[]>>
}
