import type { RecallRequest } from '../types/recall.js'
import { checkStrategy } from './check_options.js'
import { isObject, refuse, strangeField } from './refuse.js'

const FIELDS = ['query', 'maxTokens', 'sessionId', 'strategy', 'task']

/** Checks what is recalled. @throws AircoderError MEMORY_INPUT */
export function checkRequest(path: string, request: RecallRequest): void {
  const given: unknown = request
  if (!isObject(given) || typeof given.query !== 'string')
    refuse(path, 'recall needs { query }, a text')
  const strange = strangeField(given, FIELDS)
  if (strange !== undefined) refuse(path, `recall has no ${strange}; it has ${FIELDS.join(', ')}`)
  const { maxTokens, strategy } = given
  const isCount = typeof maxTokens === 'number' && maxTokens >= 0
  if (maxTokens !== undefined && !isCount) refuse(path, 'maxTokens must be a number from 0 on')
  for (const name of ['sessionId', 'task'])
    if (given[name] !== undefined && typeof given[name] !== 'string')
      refuse(path, `${name} must be a text`)
  if (strategy !== undefined) checkStrategy(path, strategy)
}
