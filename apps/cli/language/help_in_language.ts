import type { Command } from 'commander'
import type { Say } from '#terminal'

/** Puts the help of a program and its commands into the language of the person. English stays as it is. */
export function helpInLanguage(program: Command, say: Say): void {
  if (say.language !== 'en') translate(program, say)
}

function translate(command: Command, say: Say): void {
  command.description(say.part(command.description()))
  command.configureHelp({ ...command.configureHelp(), styleTitle: say.part })
  const help = say.part('display help for command')
  command.helpOption('-h, --help', help)
  if (command.commands.length > 0) command.helpCommand('help [command]', help)
  for (const each of [...command.registeredArguments, ...command.options])
    each.description = say.part(each.description)
  for (const each of command.commands) translate(each, say)
}
