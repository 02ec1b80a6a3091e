import type { Command } from 'commander'

/** Names of values in the help that are places on the disk. */
const PLACE = /^[<[](?:dir|folder|file)\b/

/**
 * Whether the last of these words is the value of an option that takes a path.
 * @param words  of a command line after the name of the program; the last one is being typed
 */
export function takesPath(words: readonly string[], program: Command): boolean {
  const flag = words.at(-2)
  if (flag === undefined || !flag.startsWith('-')) return false
  let command = program
  const reached = [program]
  for (const word of words.slice(0, -2)) {
    const next = command.commands.find((each) => each.name() === word)
    if (next !== undefined) reached.push(next)
    command = next ?? command
  }
  const option = reached
    .flatMap(({ options }) => options)
    .find(({ short, long }) => flag === short || flag === long)
  return PLACE.test(option?.flags.split(' ').at(-1) ?? '')
}
