import { readFileSync } from 'node:fs'
import { AircoderError, describeSystemError, parseRecording } from '#core'
import { createScriptModel, type Model } from '#model'

/** The model that replays a recording. @throws AircoderError RECORDING_INVALID */
export function readScript(path: string): Model {
  return createScriptModel(parseRecording(path, readText(path)))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = describeSystemError(cause)
    throw new AircoderError('RECORDING_INVALID', { path, reason }, { cause })
  }
}
