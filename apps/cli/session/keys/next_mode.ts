import { MODES } from '#core'
import { changeMode } from '../change_mode.js'
import type { Talk } from '../talk.js'

/** Goes to the next permission mode. A no to yolo keeps the mode; the key again at its question goes on to the first one. */
export function nextMode(talk: Talk): void {
  const { yoloQuestion } = talk.state
  if (yoloQuestion !== undefined) {
    yoloQuestion.abort()
    talk.wired.setMode('default')
    return
  }
  const now = MODES.indexOf(talk.wired.deps.gate.mode())
  void changeMode(MODES[(now + 1) % MODES.length] ?? 'default', talk)
}
