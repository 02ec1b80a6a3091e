import { type Command, CommanderError } from 'commander'
import { AircoderError } from '#core'
import { pathOf } from './path_of.js'
import { unknownOption } from './unknown_option.js'

/** Commander's error as one of ours; null: help or the version was printed, which is no error. */
export function usageError(error: CommanderError, command: Command): AircoderError | null {
  const { code, message } = error
  const reason = message.replace(/^error: /, '').split('\n')[0] ?? ''
  const [, quoted = ''] = /'([^']*)'/.exec(reason) ?? []
  const path = pathOf(command)
  const form = `The form is: ${path} ${command.usage()}`
  switch (code) {
    case 'commander.helpDisplayed':
    case 'commander.version':
    case 'commander.help':
      return null
    case 'commander.unknownOption':
      return unknownOption(quoted, command)
    case 'commander.excessArguments':
      return new AircoderError('STRAY_ARGUMENT', { command: path, word: strayOf(command), form })
    case 'commander.missingArgument':
      return new AircoderError('MISSING_ARGUMENT', {
        command: path,
        argument: `the argument <${quoted}>`,
        form: [form, listOf(quoted, command)].filter(Boolean).join('. '),
      })
    case 'commander.conflictingOption': {
      const [one = '', other = ''] = [...reason.matchAll(/option '([^']*)'/g)].map(
        ([, flags = '']) => nameOf(flags),
      )
      return new AircoderError('OPTION_INVALID', {
        option: one,
        reason: `it cannot be used with ${other}`,
        form: `Pass ${one} or ${other}.`,
      })
    }
    case 'commander.optionMissingArgument':
      return new AircoderError('OPTION_INVALID', {
        option: nameOf(quoted),
        reason: 'the value is missing',
        form: `The form is: ${quoted}`,
      })
    case 'commander.invalidArgument': {
      const [, value = '', why = reason] = /argument '(.*)' is invalid\. (.*)$/s.exec(reason) ?? []
      return new AircoderError('OPTION_INVALID', {
        option: `${nameOf(quoted)} ${value}`,
        reason: why.replace(/^It /, 'it '),
        form: `The form is: ${quoted}`,
      })
    }
    default:
      return new AircoderError('USAGE', { reason: `${reason}` })
  }
}

/** Where the names and ids are that a command takes; empty: in no list. */
function listOf(argument: string, command: Command): string {
  const group = command.parent
  const hasList = group?.commands.some((each) => each.name() === 'list') === true
  // `add` makes a new name.
  if (!hasList || !/^(?:id|name)$/.test(argument) || command.name() === 'add') return ''
  return `\`${pathOf(group)} list\` lists them.`
}

/** The first word that no argument takes. */
function strayOf({ args, registeredArguments }: Command): string {
  return args[registeredArguments.length] ?? ''
}

function nameOf(flags: string): string {
  return flags.replace(/^-\w, /, '').replace(/[ =].*$/s, '')
}

/** Whether an exception is commander's own. */
export function isCommanderError(error: unknown): error is CommanderError {
  return error instanceof CommanderError
}
