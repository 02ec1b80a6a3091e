import { showControls } from '#terminal'
import { editText } from '../edit_text.js'
import type { Talk } from '../talk.js'

/** Opens what is typed in the editor of the person, and takes what was saved. */
export async function editOutside({ input }: Pick<Talk, 'input'>): Promise<void> {
  const edited = await input.suspendFor(() => editText(input.typed(), process.env))
  if ('failed' in edited) input.print(`${showControls(edited.failed)}\n`)
  else input.retype(edited.text)
}
