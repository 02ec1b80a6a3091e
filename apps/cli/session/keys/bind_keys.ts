import type { Talk } from '../talk.js'
import { editOutside } from './edit_outside.js'
import { nextMode } from './next_mode.js'
import { picturePaster } from './paste_picture.js'

/** Binds the keys of a session to what they do. */
export function bindKeys(talk: Talk): void {
  const { input, interrupts } = talk
  input.onAction('mode', () => nextMode(talk))
  const pastePicture = picturePaster(input)
  input.onAction('picture', () => void pastePicture())
  input.onAction('background', () => talk.mover.move())
  input.onAction('editor', () => void editOutside(talk))
  input.onAction('rewind', () => {
    // The first Esc has interrupted the turn; what it left can be rewound when it has ended.
    if (interrupts.turn === null) input.send('/rewind')
  })
}
