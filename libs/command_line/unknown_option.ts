import type { Command } from 'commander'
import { AircoderError, nearestName } from '#core'
import { pathOf } from './path_of.js'

/** The error for an option that neither the command nor one below it has, with the close one. */
export function unknownOption(word: string, command: Command): AircoderError {
  const name = word.replace(/=.*$/s, '')
  const near = nearestName(name, flagsOf(command))
  return new AircoderError('UNKNOWN_OPTION', {
    command: pathOf(command),
    option: name,
    near: near === null ? '' : `Did you mean ${near}?`,
  })
}

function flagsOf(command: Command): string[] {
  const own = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
  return [...own, ...command.commands.flatMap(flagsOf)]
}
