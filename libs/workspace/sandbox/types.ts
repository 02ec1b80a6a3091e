/** The restrictions of a command in a sandbox. */
export interface SandboxUse {
  network: boolean
  /** false: there are too many denied files, or the tree is too large, to hide all of them. */
  masked: boolean
}

/** Whether commands run in a sandbox. */
export interface SandboxState {
  active: boolean
  /** One line for the user that states what the sandbox restricts. */
  text: string
  /** The same for one row of a terminal. */
  short: string
}

/** Places outside of the root that a command names as written; absolute, links resolved. */
export interface OutsideWrites {
  /** The user allowed them for this command. */
  open: readonly string[]
  /** They decide what runs on the machine later, so no command of the sandbox writes them. */
  held: readonly string[]
}
