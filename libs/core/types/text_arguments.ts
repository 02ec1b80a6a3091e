/** What text arguments of a tool hold, by their names; a name holds at every depth. */
export interface TextArguments {
  /** Text of a file: it may be empty, and it may hold a NUL. */
  fileTexts: readonly string[]
  /** A whole text: an object that is sent there is its JSON. */
  wholeTexts: readonly string[]
  /** A path, an address or an id: no boolean spells one. */
  places: readonly string[]
}
