import { showControls } from '#terminal'
import { editText } from '../edit_text.js'
import type { SlashCommand } from '../slash_command.js'

export const editor: SlashCommand = {
  name: 'editor',
  hint: '[TEXT]',
  help: 'write the next message in your editor ($VISUAL, $EDITOR)',
  group: 'program',
  isAllowedDuringTurn: false,
  keepsSpace: true,
  async run(rest, { input, print }) {
    const edited = await input.suspendFor(() => editText(rest, process.env))
    if ('failed' in edited) return print(`${showControls(edited.failed)}\n`)
    if (edited.text.trim() === '') return print('The message is empty.\n')
    input.retype(edited.text)
  },
}
