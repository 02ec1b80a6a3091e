import type { Command, Option } from 'commander'

/** One word of a command line that begins with a hyphen. */
export interface OptionWord {
  /** null: neither the command nor one of its subcommands has it. */
  option: Option | null
  /** The value inside the word, as in `--name=value` or `-mvalue`. */
  inline: string | null
  /** The next word is the value. */
  takesNext: boolean
}

/** Reads an option of a command or of its subcommands. The name of a subcommand is no optional value. */
export function readOption(word: string, command: Command, next: string | undefined): OptionWord {
  const { option, inline } = word.startsWith('--')
    ? longOption(word, command)
    : shortOption(word, command)
  return { option, inline, takesNext: inline === null && takesValue(option, command, next) }
}

function longOption(word: string, command: Command) {
  const [, name = word, inline = null] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
  return { option: findOption(name, command), inline }
}

/** `-m`, `-mvalue`, or several letters of which only the last has a value. */
function shortOption(word: string, command: Command) {
  for (let at = 1; at < word.length; at += 1) {
    const option = findOption(`-${word[at]}`, command)
    if (option === null) break
    if (option.required || option.optional)
      return { option, inline: at + 1 < word.length ? word.slice(at + 1) : null }
    if (at + 1 === word.length) return { option, inline: null }
  }
  return { option: null, inline: null }
}

function takesValue(option: Option | null, command: Command, next: string | undefined): boolean {
  if (option === null || next === undefined || next === '--') return false
  if (option.required) return true
  return option.optional && !next.startsWith('-') && !namesOf(command).includes(next)
}

/** Options of the command itself come first, then those of its subcommands. */
export function findOption(flag: string, command: Command): Option | null {
  const own = command.options.find(({ long, short }) => long === flag || short === flag)
  if (own !== undefined) return own
  const below = command.commands.map((each) => findOption(flag, each))
  return below.find((found) => found !== null) ?? null
}

/** The names of the subcommands. */
export function namesOf(command: Command): string[] {
  return command.commands.map((each) => each.name())
}
