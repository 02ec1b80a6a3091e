import { discover } from '#core'
import { type Input, showControls } from '#terminal'
import type { SlashCommand, SlashContext } from './slash_command.js'

/** Every command of `slash/`, sorted by name. */
export function loadSlashCommands(): Promise<SlashCommand[]> {
  return discover<SlashCommand>(new URL('./slash/', import.meta.url))
}

interface SlashLine {
  command: SlashCommand
  /** The words after the name, separated by one space. */
  rest: string
}

/** Reads a line as a slash command. @returns null when it is none, a message when it is unknown */
export function readSlash(
  line: string,
  commands: readonly SlashCommand[],
): SlashLine | string | null {
  if (!line.startsWith('/')) return null
  const [name = '', ...rest] = line.trim().split(/\s+/)
  const command = commands.find((known) => `/${known.name}` === name)
  if (command !== undefined) return { command, rest: rest.join(' ') }
  return `Unknown command ${name}. Commands: ${commands.map((known) => `/${known.name}`).join(' ')}`
}

/**
 * Takes the lines that were typed while a turn ran. Text goes to the model at the end of the step. A slash
 * command runs only when it may run during a turn (row 275).
 */
export function takeMessages(input: Pick<Input, 'takeQueued'>, context: SlashContext): string[] {
  return input.takeQueued().filter((line) => {
    const read = readSlash(line.trim(), context.commands)
    if (read === null) return true
    const refusal = (name: string) =>
      `/${name} is not available while a turn runs. Type it again when the turn has ended.`
    if (typeof read === 'string') context.print(`${showControls(read)}\n`)
    else if (read.command.isAllowedDuringTurn) void read.command.run(read.rest, context)
    else context.print(`${refusal(read.command.name)}\n`)
    return false
  })
}
