import type { KeySource } from './plain_keys.js'

type Terminal = Pick<KeySource, 'setRawMode'>

/** Each key is read as it comes, unechoed. The mode is set only when it changes, and the terminal's may have changed without us. */
export function rawOn(input: Terminal): void {
  input.setRawMode?.(false)
  input.setRawMode?.(true)
}

/** The terminal reads lines and echoes again; where it is gone, its mode went with it. */
export function rawOff(input: Terminal): void {
  try {
    input.setRawMode?.(false)
  } catch {
    // Nothing is left to restore.
  }
}
