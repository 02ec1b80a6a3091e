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

/** What text arguments of a tool hold, by their names; a name holds at every depth. */
export interface TextArguments {
  /** Text of a file: it may be empty, and it may hold a NUL. */
  fileTexts: readonly string[]
  /** A whole text: an object that is sent there is its JSON. */
  wholeTexts: readonly string[]
  /** A path, an address or an id: no boolean spells one. */
  places: readonly string[]
}
