import type { ClientRequest } from 'node:http'
import { LIMITS } from '#core'

/**
 * Calls `onPassed` when the server has sent more answers of status 1xx than an honest one sends before the real one.
 * Node parses all that one read brings before a key gets its turn, so the request must be destroyed then.
 * @param onPassed  gets a clause that describes the server
 */
export function boundInformational(sent: ClientRequest, onPassed: (reason: string) => void): void {
  let answers = 0
  let bytes = 0
  sent.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    answers += 1
    bytes += rawHeaders.reduce((sum, text) => sum + text.length, statusMessage.length)
    if (answers > LIMITS.informationalAnswers || bytes > LIMITS.informationalBytes)
      onPassed(`sent too many informational answers (status ${statusCode}) and no reply`)
  })
}
