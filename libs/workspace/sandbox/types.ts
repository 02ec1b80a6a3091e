/** What a command in a sandbox had to do without. */
export interface SandboxUse {
  network: boolean
  /** false: there were too many denied files, or too large a tree, to hide each of them. */
  masked: boolean
}

/** Whether commands are shut in, and in words that promise no more than that. */
export interface SandboxState {
  active: boolean
  /** One line for people. */
  text: string
}
