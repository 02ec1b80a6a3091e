import { countNoun } from '#core'
import { lastTask } from '../changes/restore_files.js'
import type { SlashCommand } from '../slash_command.js'

/** Terminals take at most about 100 kB of base64 in one sequence; xterm and tmux less than 75,000 bytes of text. */
const MOST_BYTES = 74_000

export const copy: SlashCommand = {
  name: 'copy',
  help: 'copy the last answer to the clipboard of the terminal (OSC 52)',
  group: 'look',
  isAllowedDuringTurn: true,
  run(_, context) {
    const text = lastTask(context)?.endText ?? ''
    if (text === '') return context.print('There is no answer to copy yet.\n')
    const bytes = Buffer.from(text)
    if (bytes.length > MOST_BYTES)
      return context.print(
        `The answer has ${countNoun(bytes.length, 'byte')}, and a terminal takes ${MOST_BYTES}. /export writes it to a file.\n`,
      )
    context.toTerminal(`\x1b]52;c;${bytes.toString('base64')}\x07`)
    context.print(
      `Sent ${countNoun(bytes.length, 'byte')} to the clipboard. Not every terminal takes it.\n`,
    )
  },
}
