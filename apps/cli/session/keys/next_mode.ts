import { MODES } from '#core'
import { changeMode } from '../change_mode.js'
import type { Talk } from '../talk.js'

/** Goes to the next permission mode; a no to yolo goes on to the first one. */
export function nextMode(talk: Talk): void {
  const now = MODES.indexOf(talk.wired.deps.gate.mode())
  void changeMode(MODES[(now + 1) % MODES.length] ?? 'default', talk, 'default')
}
