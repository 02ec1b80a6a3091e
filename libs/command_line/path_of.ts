import type { Command } from 'commander'

/** `aircoder-proxy token add`. */
export function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
}
