import type { Command } from 'commander'
import { type AircoderError, endWithReader } from '#core'
import { chooseCommand } from './choose_command.js'
import { refuseValues } from './refuse_values.js'
import { refuseBlank, refuseDropped } from './refuse_words.js'
import { type ErrorLines, reportError } from './report_error.js'
import { isCommanderError, usageError } from './usage_error.js'

/**
 * Runs the command that the words name. Every error ends as a line with a hint and, where the words ask for
 * JSON, as one JSON result on standard output.
 * @param linesFor  loads what makes the lines of an error in the language of the person; English without it
 * @returns the exit code of an error or of a printed help; null: the command decides
 */
export async function runCommandLine(
  program: Command,
  words: readonly string[],
  linesFor?: () => Promise<(error: AircoderError) => ErrorLines>,
): Promise<number | null> {
  endWithReader()
  let command = program
  try {
    silence(program)
    const chosen = chooseCommand(program, words)
    command = chosen.command
    refuseValues(command, chosen.words)
    refuseDropped(command, chosen.words)
    if (!asksHelp(chosen.words)) hideSubcommands(command)
    command.hook('preAction', () => refuseBlank(command))
    // A command that only has subcommands lists them on standard error, as the program of the proxy does: exit 2.
    const isAlone = isGroup(command) && command !== program && !asksHelp(chosen.words)
    await command.parseAsync(isAlone ? [] : chosen.words, { from: 'user' })
    return null
  } catch (error) {
    const report = async (one: unknown) => reportError(one, words, null, await linesFor?.())
    if (!isCommanderError(error)) return report(error)
    const ours = usageError(error, command)
    if (ours === null) return error.exitCode === 0 ? 0 : 2
    return report(ours)
  }
}

/** Commander must neither print an error nor exit: both happen here. */
function silence(command: Command): void {
  command.exitOverride().configureOutput({ outputError: () => {} })
  for (const each of command.commands) silence(each)
}

function isGroup(command: Command): boolean {
  return command.commands.length > 0 && command.registeredArguments.length === 0
}

/** The words were searched already. Commander would find a name among the words of a prompt. */
function hideSubcommands(command: Command): void {
  if (command.registeredArguments.length === 0) return
  const own: { commands: readonly Command[] } = command
  own.commands = []
}

function asksHelp(words: readonly string[]): boolean {
  return words.includes('--help') || words.includes('-h')
}
