import { countNoun } from '#core'
import { oneLine } from './one_line.js'

/** Which background commands end with the program, in one line; '': none runs. */
export function endedCommands(commands: readonly string[]): string {
  if (commands.length === 0) return ''
  const head = `Ended ${countNoun(commands.length, 'background command')}`
  return `${head}: ${commands.map(oneLine).join(' · ')}\n`
}
