/** What an agent may do at all, whatever the permission mode is. */
export interface Capabilities {
  name: string
  read: boolean
  write: boolean
  /** Commands that are not read-only, and tools of other programs. */
  execute: boolean
  /** Start other agents. */
  spawn: boolean
  /** false: nothing is asked that yolo does not ask. */
  confirm: boolean
}

/** The named sets (row 201), strictest first. */
export const CAPABILITY_SETS = {
  read: { name: 'read', read: true, write: false, execute: false, spawn: false, confirm: true },
  edit: { name: 'edit', read: true, write: true, execute: false, spawn: false, confirm: true },
  turbo: { name: 'turbo', read: true, write: true, execute: true, spawn: true, confirm: false },
} as const satisfies Record<string, Capabilities>

export type CapabilityName = keyof typeof CAPABILITY_SETS
export const CAPABILITY_NAMES = Object.keys(CAPABILITY_SETS) as [
  CapabilityName,
  ...CapabilityName[],
]

/** What both sets allow: an agent that another one starts never gets more than that one has. */
export function commonCapabilities(a: Capabilities, b: Capabilities): Capabilities {
  return {
    name: a.name === b.name ? a.name : `${a.name} and ${b.name}`,
    read: a.read && b.read,
    write: a.write && b.write,
    execute: a.execute && b.execute,
    spawn: a.spawn && b.spawn,
    confirm: a.confirm || b.confirm,
  }
}
