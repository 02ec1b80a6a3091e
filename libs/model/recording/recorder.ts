import { appendFileSync } from 'node:fs'
import { AircoderError, describeSystemError, type RecordedReply } from '#core'

/** Receives each raw reply of a real model, in order. */
export type Recorder = (reply: RecordedReply) => void

/**
 * Appends each reply to a file as one line of JSON, the format of `parseRecording` and the script model.
 * The file is created immediately, readable by its owner only (0600).
 * @throws AircoderError RECORDING_INVALID when the file cannot be written
 */
export function createRecorder(path: string): Recorder {
  const append = (text: string): void => {
    try {
      appendFileSync(path, text, { mode: 0o600 })
    } catch (cause) {
      const reason = describeSystemError(cause)
      throw new AircoderError('RECORDING_INVALID', { path, reason }, { cause })
    }
  }
  append('')
  return (reply) => append(`${JSON.stringify(reply)}\n`)
}
