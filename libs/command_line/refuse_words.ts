import type { Command } from 'commander'
import { AircoderError } from '#core'
import { pathOf } from './path_of.js'

const HELP = ['--help', '-h']
const VERSION = ['--version', '-V']
/** It changes no answer. */
const HARMLESS = ['--no-color', ...HELP]

/**
 * Refuses words that commander would drop: those behind `--help`, and any beside `--version`.
 * @throws AircoderError STRAY_ARGUMENT
 */
export function refuseDropped(command: Command, words: readonly string[]): void {
  const end = words.indexOf('--')
  const read = end === -1 ? words : words.slice(0, end)
  const help = read.findIndex((word) => HELP.includes(word))
  const isProgram = command.parent === null
  const version = isProgram ? read.find((word) => VERSION.includes(word)) : undefined
  const flag = version ?? read[help]
  if (flag === undefined) return
  const beside = version === undefined ? words.slice(help + 1) : words
  const word = beside.find((each) => each !== flag && !HARMLESS.includes(each))
  if (word === undefined) return
  const path = pathOf(command)
  throw new AircoderError('STRAY_ARGUMENT', {
    command: `${path} ${flag}`,
    word,
    form: `The form is: ${path} ${flag}`,
  })
}

/**
 * Refuses an argument of spaces or of nothing, as a shell passes it for an empty variable. Words that may be
 * absent altogether, as those of a prompt, are left to the command.
 * @throws AircoderError MISSING_ARGUMENT
 */
export function refuseBlank(command: Command): void {
  command.registeredArguments.forEach((argument, at) => {
    const given = argument.variadic ? command.args.slice(at) : command.args.slice(at, at + 1)
    if (given.length === 0 || (argument.variadic && !argument.required)) return
    if (given.some((word) => word.trim() !== '')) return
    throw new AircoderError('MISSING_ARGUMENT', {
      command: pathOf(command),
      argument: `the argument <${argument.name()}>`,
      form: `The form is: ${pathOf(command)} ${command.usage()}`,
    })
  })
}
