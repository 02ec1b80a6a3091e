import type { Interface } from 'node:readline'
import { PASTE_OFF, PASTE_ON } from '../keys/pastes.js'
import type { KeySource } from '../keys/plain_keys.js'

/**
 * Ctrl+Z stops the whole foreground group, as the terminal itself does, so that the shell sees it. After `fg`
 * the terminal may be in its plain mode; `shown` draws the line again.
 * @returns a function that ends this
 */
export function stopAndContinue(
  reader: Interface,
  mark: (text: string) => void,
  shown: () => void,
): () => void {
  const onContinue = () => {
    // The mode is set only when it changes, and the terminal's may have changed without us.
    setRaw(reader, false)
    setRaw(reader, true)
    mark(PASTE_ON)
    shown()
  }
  reader.on('SIGTSTP', () => {
    setRaw(reader, false)
    mark(PASTE_OFF)
    // Returns after `fg`, or at once in a group that no shell controls: such a group cannot be stopped.
    process.kill(0, 'SIGTSTP')
    onContinue()
  })
  process.on('SIGCONT', onContinue)
  return () => void process.off('SIGCONT', onContinue)
}

/** Turns the mode without line editing of the terminal on or off. */
export function setRaw(reader: Interface, on: boolean): void {
  const { input } = reader as Interface & { input: KeySource }
  input.setRawMode?.(on)
}
