/** A skill of the program: one file of `bundled`. Only a person starts it, so it takes no room in a prompt. */
export interface BuiltIn {
  name: string
  description: string
  /** In their order. */
  steps: readonly string[]
}
